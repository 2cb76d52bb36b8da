package asynclab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A git project of a test's own, with the files of the lab's project that a run reads. */
public record GitProject(Path folder) {

    private static final List<String> READ =
            List.of("jmeter/plan.jmx", "jmeter/open.jmx", "jetty.xml", "src/main/webapp/WEB-INF/web.xml");

    /** Makes the project, with everything that is in the folder already. The result's own files are not in git. */
    public static GitProject in(Path folder) throws IOException, InterruptedException {
        for (String file : READ) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.copy(Path.of(file), folder.resolve(file));
        }
        Files.writeString(folder.resolve(".gitignore"), "/results/local/\n/work/\n");
        var project = new GitProject(folder);
        project.git("init", "-q");
        project.commit();
        return project;
    }

    /** Commits every change. */
    public void commit() throws IOException, InterruptedException {
        git("add", "-A");
        git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-q", "--allow-empty", "-m", "test");
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertTrue(git.waitFor(4, TimeUnit.MINUTES), command::toString);
        assertEquals(0, git.exitValue(), command::toString);
    }
}
