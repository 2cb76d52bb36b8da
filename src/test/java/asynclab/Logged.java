package asynclab;

import java.nio.file.Path;
import java.util.List;

/** A test whose servers, or other processes, write what they have to say into files. */
public interface Logged {

    List<Path> logs();
}
