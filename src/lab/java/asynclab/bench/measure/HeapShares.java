package asynclab.bench.measure;

import asynclab.options.LabException;
import asynclab.server.Server;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.ObjectFieldValue;
import org.netbeans.lib.profiler.heap.PrimitiveArrayInstance;

/**
 * The live heap of a server: buffers by the field that holds them, other objects by class. A class histogram has the bytes of all
 * arrays, but not their holders. A heap dump has the holders, but not the size of an object without its arrays. So both are read.
 */
public final class HeapShares {

    private static final int BUFFER_BYTES = 1_000; // smaller arrays are text
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final Map<String, Integer> ELEMENTS = Map.of("byte[]", Byte.BYTES, "char[]", Character.BYTES);

    private HeapShares() {}

    /** Live bytes by {@code Class.field} of a buffer, or by class. The folder exists only during the call. */
    public static Map<String, Long> read(Server server, Path folder) {
        Map<String, Long> buffers;
        Map<String, Long> shares = new TreeMap<>();
        Path dump = folder.resolve("live.hprof"); // the reader writes an index beside it
        try {
            delete(folder);
            Files.createDirectories(folder);
            server.probe()
                    .bean("com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class)
                    .dumpHeap(dump.toString(), true);
            server.probe().histogram().forEach((name, objects) -> shares.put(name, objects.bytes()));
            buffers = buffers(HeapFactory.createHeap(dump.toFile()));
            delete(folder);
        } catch (IOException e) {
            throw new LabException("The heap dump of the server cannot be read: " + e.getMessage(), e);
        }
        buffers.forEach((field, bytes) -> {
            shares.merge(field, bytes, Long::sum);
            shares.merge(
                    field.endsWith("char[]") ? "[C" : "[B",
                    -bytes,
                    Long::sum); // the histogram counts them as arrays, too
        });
        return shares;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private record Buffer(String type, long bytes) {}

    private static Map<String, Long> buffers(Heap heap) {
        var arrays = new HashMap<Long, Buffer>();
        each(heap, object -> {
            if (!(object instanceof PrimitiveArrayInstance array)) return;
            String type = array.getJavaClass().getName();
            long bytes = ARRAY_HEADER_BYTES + (long) ELEMENTS.getOrDefault(type, 0) * array.getLength();
            if (bytes >= BUFFER_BYTES) arrays.put(array.getInstanceId(), new Buffer(type, bytes));
        });
        var wrapped = new HashMap<Long, Buffer>(); // by the java.nio.Buffer that wraps them
        each(heap, object -> {
            if (!isWrapper(object)) return;
            for (Object value : object.getFieldValues()) {
                Buffer buffer = value instanceof ObjectFieldValue field ? arrays.remove(id(field)) : null;
                if (buffer != null) wrapped.put(object.getInstanceId(), buffer);
            }
        });
        arrays.putAll(wrapped);
        var bytes = new TreeMap<String, Long>();
        each(heap, object -> {
            if (isWrapper(object)) return;
            for (Object value : object.getFieldValues()) {
                Buffer buffer = value instanceof ObjectFieldValue field ? arrays.remove(id(field)) : null;
                if (buffer != null)
                    bytes.merge(name((ObjectFieldValue) value) + " " + buffer.type, buffer.bytes, Long::sum);
            }
        });
        return bytes;
    }

    private static void each(Heap heap, Consumer<Instance> task) {
        for (Iterator<?> objects = heap.getAllInstancesIterator(); objects.hasNext(); )
            task.accept((Instance) objects.next());
    }

    private static boolean isWrapper(Instance object) {
        return object.getJavaClass().getName().startsWith("java.nio.Heap");
    }

    private static long id(ObjectFieldValue field) {
        return Long.parseLong(field.getValue());
    }

    private static String name(ObjectFieldValue field) {
        return field.getField().getDeclaringClass().getName() + "."
                + field.getField().getName();
    }
}
