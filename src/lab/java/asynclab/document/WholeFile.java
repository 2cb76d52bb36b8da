package asynclab.document;

import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is written completely or not at all: one that a user asked for, or a result. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Checks, before the work, that the file can be written. It writes nothing.
     *
     * @param option as the user types it, for the sentence
     */
    public static void check(String option, Path file) {
        Path whole = file.toAbsolutePath().normalize();
        if (Files.isDirectory(whole)) throw refused(option, file, whole + " is a folder");
        Path parent = whole.getParent();
        while (!Files.exists(parent)) parent = parent.getParent();
        if (!Files.isDirectory(parent)) throw refused(option, file, parent + " is not a folder");
        if (!Files.isWritable(parent)) throw refused(option, file, "nothing may be written to " + parent);
    }

    /**
     * Replaces the file, and makes its folders.
     *
     * @param writer begins the sentence: the option as the user types it, or the lab
     * @throws LabException if it cannot be written
     */
    public static void write(String writer, Path file, String text) {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(
                whole.getFileName() + ".part-" + ProcessHandle.current().pid());
        part.toFile().deleteOnExit(); // after Ctrl-C
        try {
            Files.createDirectories(whole.getParent());
            Files.writeString(part, text);
            Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException e) {
            throw refused(writer, file, e.getReason() == null ? "access is denied" : e.getReason());
        } catch (IOException e) {
            throw refused(writer, file, e.getMessage());
        }
    }

    private static LabException refused(String writer, Path file, String why) {
        return new LabException(writer + " cannot write " + file + ": " + why + ".");
    }
}
