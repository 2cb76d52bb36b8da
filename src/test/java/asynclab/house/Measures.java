package asynclab.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;

/**
 * The measures of the house: files in a room, lines of a file and of a method, components of a record, types that share a name.
 * Prints them for a checkout: {@code java src/test/java/asynclab/house/Measures.java}. {@link HouseTest} holds them to their limits.
 */
final class Measures {

    /** Something with a size. */
    record Size(String name, int size) {
        @Override
        public String toString() {
            return name + " " + size;
        }
    }

    private static final List<String> TREES = List.of("model", "main", "lab", "recorder", "test");

    private final Map<String, Integer> linesOfTrees = new TreeMap<>();
    private final Map<String, Integer> filesOfRooms = new TreeMap<>();
    private final Map<String, List<String>> placesOfTypes = new TreeMap<>();
    private final List<Size> files = new ArrayList<>();
    private final List<Size> methods = new ArrayList<>();
    private final List<Size> records = new ArrayList<>();
    private final List<String> nulls = new ArrayList<>();

    private Measures() {}

    public static void main(String[] arguments) throws IOException {
        System.out.print(of(Path.of(".")));
    }

    /** @param project the folder of the checkout */
    static Measures of(Path project) throws IOException {
        var measures = new Measures();
        for (String tree : TREES) measures.read(tree, project.resolve("src/" + tree + "/java"));
        return measures;
    }

    /** Rooms by their files, the largest first. A room is a folder. */
    List<Size> rooms() {
        return filesOfRooms.entrySet().stream()
                .map(room -> new Size(room.getKey(), room.getValue()))
                .sorted(Comparator.comparingInt(Size::size).reversed())
                .toList();
    }

    List<Size> files() {
        return sorted(files);
    }

    List<Size> methods() {
        return sorted(methods);
    }

    List<Size> records() {
        return sorted(records);
    }

    /** Names that several types have, with their places. */
    List<String> duplicateNames() {
        return placesOfTypes.entrySet().stream()
                .filter(type -> type.getValue().size() > 1)
                .map(type -> type.getKey() + ": " + String.join(", ", type.getValue()))
                .toList();
    }

    /** Constructor calls of our own types with two nulls in a row. */
    List<String> nulls() {
        return nulls.stream()
                .filter(call -> placesOfTypes.containsKey(call.substring(call.lastIndexOf(' ') + 1)))
                .toList();
    }

    private static List<Size> sorted(List<Size> sizes) {
        return sizes.stream()
                .sorted(Comparator.comparingInt(Size::size).reversed())
                .toList();
    }

    private void read(String tree, Path folder) throws IOException {
        List<Path> sources;
        try (Stream<Path> all = Files.walk(folder)) {
            sources = all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) read(tree, unit, positions);
        }
        for (Path source : sources) {
            int lines = Files.readAllLines(source).size();
            linesOfTrees.merge(tree, lines, Integer::sum);
            filesOfRooms.merge(tree + "/" + folder.relativize(source.getParent()), 1, Integer::sum);
            files.add(new Size(tree + "/" + source.getFileName(), lines));
        }
    }

    private void read(String tree, CompilationUnitTree unit, SourcePositions positions) {
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        unit.accept(
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitClass(ClassTree type, Void none) {
                        String name = type.getSimpleName().toString();
                        if (!name.isEmpty())
                            placesOfTypes
                                    .computeIfAbsent(name, n -> new ArrayList<>())
                                    .add(tree + "/" + file);
                        if (type.getKind() == Tree.Kind.RECORD)
                            records.add(new Size(tree + "/" + file + " " + name, components(type)));
                        return super.visitClass(type, none);
                    }

                    @Override
                    public Void visitMethod(MethodTree method, Void none) {
                        long start = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
                        long end = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
                        methods.add(new Size(tree + "/" + file + " " + method.getName(), (int) (end - start + 1)));
                        return super.visitMethod(method, none);
                    }

                    @Override
                    public Void visitNewClass(NewClassTree call, Void none) {
                        List<? extends ExpressionTree> given = call.getArguments();
                        for (int i = 1; i < given.size(); i++)
                            if (isNull(given.get(i - 1)) && isNull(given.get(i))) {
                                nulls.add(tree + "/" + file + " new " + simpleName(call));
                                break;
                            }
                        return super.visitNewClass(call, none);
                    }
                },
                null);
    }

    private static String simpleName(NewClassTree call) {
        return call.getIdentifier().toString().replaceAll("<.*|^.*\\.(?=\\w+$)", "");
    }

    private static boolean isNull(ExpressionTree expression) {
        return expression.getKind() == Tree.Kind.NULL_LITERAL;
    }

    /** The components of a record are fields of it that are not static. */
    private static int components(ClassTree type) {
        return (int) type.getMembers().stream()
                .filter(member -> member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }

    @Override
    public String toString() {
        int all = linesOfTrees.values().stream().mapToInt(Integer::intValue).sum();
        return "lines " + all + " " + linesOfTrees + "\n"
                + "rooms " + filesOfRooms.size() + ", the largest: " + first(rooms()) + "\n"
                + "files over 350 lines: " + over(files, 350) + "\n"
                + "methods over 40 lines: " + over(methods, 40) + "\n"
                + "records with more than 12 components: " + over(records, 12) + "\n"
                + "two nulls in a row: " + nulls().size() + " " + nulls() + "\n"
                + "names that several types have: " + duplicateNames().size() + "\n  "
                + String.join("\n  ", duplicateNames()) + "\n";
    }

    private static String first(List<Size> sizes) {
        return sizes.stream().limit(3).map(Size::toString).collect(Collectors.joining(", "));
    }

    private static String over(List<Size> sizes, int limit) {
        List<String> too = sorted(sizes).stream()
                .filter(size -> size.size() > limit)
                .map(Size::toString)
                .toList();
        return too.size() + " " + too;
    }
}
