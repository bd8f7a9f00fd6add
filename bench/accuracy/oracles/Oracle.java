// What javac says.
//
//   java Oracle.java imports ROOT    prints {file, line, name, target} for each import of a type
//   java Oracle.java sites ROOT      prints {file, line, name} for each call and `new`
//   java Oracle.java calls ROOT      reads {file, line, name} lines, prints them with targets[{file, line}]
//
// Types of other packages that are not there make errors, which do not matter: what is inside is still resolved.

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.tools.ToolProvider;

public class Oracle {
    private static Trees trees;
    private static Path root;

    public static void main(String[] arguments) throws IOException {
        root = Path.of(arguments[1]).toRealPath();
        List<Path> files;
        try (var walk = Files.walk(root)) {
            files = walk.filter(path -> path.toString().endsWith(".java"))
                .filter(path -> !path.endsWith("module-info.java") && !path.endsWith("package-info.java"))
                .sorted().toList();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var manager = compiler.getStandardFileManager(diagnostic -> { }, null, StandardCharsets.UTF_8);
        var options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1");
        var task = (JavacTask) compiler.getTask(
            null, manager, diagnostic -> { }, options, null, manager.getJavaFileObjectsFromPaths(files));
        trees = Trees.instance(task);
        var units = new ArrayList<CompilationUnitTree>();
        task.parse().forEach(units::add);
        task.analyze();
        if (arguments[0].equals("imports")) {
            for (var unit : units) {
                imports(unit);
            }
        } else if (arguments[0].equals("sites")) {
            units.forEach(Oracle::sites);
        } else {
            calls(units);
        }
    }

    private static void imports(CompilationUnitTree unit) {
        for (ImportTree statement : unit.getImports()) {
            Tree name = statement.getQualifiedIdentifier();
            String text = name.toString();
            if (text.endsWith("*")) {
                continue;
            }
            Tree of = statement.isStatic() ? ((MemberSelectTree) name).getExpression() : name;
            Element element = trees.getElement(TreePath.getPath(unit, of));
            String target = element == null ? null : file(element);
            System.out.println("{\"file\":" + quote(inside(unit)) + ",\"line\":" + line(unit, statement)
                + ",\"name\":" + quote(text) + ",\"target\":" + quote(target) + "}");
        }
    }

    private static void sites(CompilationUnitTree unit) {
        new TreePathScanner<Void, Void>() {
            @Override public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
                if (tree.getMethodSelect() instanceof MemberSelectTree member) {
                    long end = trees.getSourcePositions().getEndPosition(unit, member);
                    print(member.getIdentifier().toString(), unit.getLineMap().getLineNumber(end));
                } else if (tree.getMethodSelect() instanceof IdentifierTree name) {
                    print(name.getName().toString(), line(unit, name));
                }
                return super.visitMethodInvocation(tree, nothing);
            }

            @Override public Void visitNewClass(NewClassTree tree, Void nothing) {
                print(simpleName(tree), line(unit, tree.getIdentifier()));
                return super.visitNewClass(tree, nothing);
            }

            private void print(String name, long line) {
                System.out.println("{\"file\":" + quote(inside(unit)) + ",\"line\":" + line
                    + ",\"name\":" + quote(name) + "}");
            }
        }.scan(unit, null);
    }

    private static String simpleName(NewClassTree tree) {
        return tree.getIdentifier().toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
    }

    private static void calls(List<CompilationUnitTree> units) throws IOException {
        Map<String, List<String>> targets = new HashMap<>();
        for (var unit : units) {
            new TreePathScanner<Void, Void>() {
                @Override public Void visitIdentifier(IdentifierTree tree, Void nothing) {
                    note(unit, tree, tree.getName().toString(), getCurrentPath(), line(unit, tree));
                    return super.visitIdentifier(tree, nothing);
                }

                @Override public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
                    // The name stands at the end of the expression.
                    long end = trees.getSourcePositions().getEndPosition(unit, tree);
                    note(unit, tree, tree.getIdentifier().toString(), getCurrentPath(),
                        unit.getLineMap().getLineNumber(end));
                    return super.visitMemberSelect(tree, nothing);
                }

                @Override public Void visitNewClass(NewClassTree tree, Void nothing) {
                    note(unit, tree, simpleName(tree), getCurrentPath(), line(unit, tree.getIdentifier()));
                    return super.visitNewClass(tree, nothing);
                }

                private void note(CompilationUnitTree unit, Tree tree, String name, TreePath path, long line) {
                    Element element = trees.getElement(path);
                    if (element == null) {
                        return;
                    }
                    TreePath declared = trees.getPath(element);
                    String target = declared == null
                        ? "{\"file\":null,\"line\":0}"
                        : "{\"file\":" + quote(inside(declared.getCompilationUnit())) + ",\"line\":"
                            + line(declared.getCompilationUnit(), declared.getLeaf()) + "}";
                    targets.computeIfAbsent(inside(unit) + ":" + line + ":" + name, key -> new ArrayList<>()).add(target);
                }
            }.scan(unit, null);
        }
        Pattern wanted = Pattern.compile("\"file\":\"([^\"]*)\",\"line\":(\\d+),\"name\":\"([^\"]*)\"");
        try (var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                Matcher matcher = wanted.matcher(line);
                if (matcher.find()) {
                    String key = matcher.group(1) + ":" + matcher.group(2) + ":" + matcher.group(3);
                    System.out.println("{" + matcher.group() + ",\"targets\":["
                        + String.join(",", targets.getOrDefault(key, List.of())) + "]}");
                }
            }
        }
    }

    private static String file(Element element) {
        TreePath path = trees.getPath(element);
        return path == null ? null : inside(path.getCompilationUnit());
    }

    private static String inside(CompilationUnitTree unit) {
        return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    private static long line(CompilationUnitTree unit, Tree tree) {
        long at = trees.getSourcePositions().getStartPosition(unit, tree);
        return at < 0 ? 0 : unit.getLineMap().getLineNumber(at);
    }

    private static String quote(String text) {
        return text == null ? "null" : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
