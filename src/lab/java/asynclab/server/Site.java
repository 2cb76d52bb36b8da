package asynclab.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.io.FileUtils;

/**
 * The files and settings of one server.
 *
 * @param home the unpacked container; the lab writes nothing there
 * @param work the folder for the server's base folder and log
 * @param war the application
 * @param jettyXml the project's {@code jetty.xml}, for the Jetty that is measured
 */
public record Site(Path home, Path work, Path war, Path jettyXml, ServerSettings settings) {

    /** The folder for all files of this server. */
    Path base() {
        return work.resolve(settings.name());
    }

    Path log() {
        return work.resolve(settings.name() + ".log");
    }

    /** The same site on a port that is free now. */
    Site onFreePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Site(home, work, war, jettyXml, settings.withPort(free.getLocalPort()));
        }
    }

    /** Removes all files of an earlier server of this name. */
    void clear() throws IOException {
        FileUtils.deleteDirectory(base().toFile());
    }

    /** Copies the WAR to a place in the base folder. */
    Path deploy(String place) throws IOException {
        return copy(war, place);
    }

    /** Copies a file to a place in the base folder. */
    Path copy(Path file, String place) throws IOException {
        Path to = base().resolve(place);
        Files.createDirectories(to.getParent());
        return Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Copies a resource of the lab to its base folder, under the resource's own name. */
    Path resource(String resource) throws IOException {
        Path to = base().resolve(resource.substring(resource.lastIndexOf('/') + 1));
        Files.createDirectories(base());
        try (InputStream source = Site.class.getResourceAsStream(resource)) {
            Files.copy(source, to, StandardCopyOption.REPLACE_EXISTING);
        }
        return to;
    }

    /** Writes a file in the base folder. */
    Path write(String place, String text) throws IOException {
        Path to = base().resolve(place);
        Files.createDirectories(to.getParent());
        return Files.writeString(to, text);
    }
}
