package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An application on WildFly sees of the JDK only Java SE. Its recorder has the name in JMX that those of the locked tests have. */
@ResourceLock("the listeners of Recorder")
class HiddenClassesTest {

    private static final class OnlyJavaSe extends ClassLoader {

        OnlyJavaSe() {
            super(HiddenClassesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.sun.") || name.startsWith("jdk.")) throw new ClassNotFoundException(name);
            if (!name.startsWith("asynclab.recorder.")) return super.loadClass(name, resolve);
            Class<?> found = findLoadedClass(name);
            return found == null ? own(name) : found;
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Is loaded by the loader above. */
    public static final class RecordsThere implements Runnable {
        @Override
        public void run() {
            var test = new RecorderFilterTest();
            try {
                test.a_blocking_request_is_answered_by_the_same_objects();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            assertEquals(-1, ThreadUse.now(true).allocatedBytes());
        }
    }

    @Test
    void requests_are_recorded_without_the_figures_of_hidden_classes() throws Exception {
        Class<?> there = Class.forName(RecordsThere.class.getName(), true, new OnlyJavaSe());
        ((Runnable) there.getConstructor().newInstance()).run();
    }
}
