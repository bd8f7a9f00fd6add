// What the Kotlin compiler's front end says.
//
//   java KotlinOracle.java imports ROOT    prints {file, line, name, target} for each import of a name
//   java KotlinOracle.java sites ROOT      prints {file, line, name} for each call
//   java KotlinOracle.java calls ROOT      reads {file, line, name} lines, prints them with targets[{file, line}]
//
// All files are analysed as one module, with the JDK and Kotlin's standard library alone. What comes from other libraries stays
// unresolved, which does not matter: what is inside is still resolved. Java files of the project are not read.

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kotlin.Unit;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.jvm.compiler.NoScopeRecordCliBindingTrace;
import org.jetbrains.kotlin.cli.jvm.compiler.TopDownAnalyzerFacadeForJVM;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiFile;
import org.jetbrains.kotlin.com.intellij.psi.PsiNameIdentifierOwner;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.config.JVMConfigurationKeys;
import org.jetbrains.kotlin.descriptors.DeclarationDescriptor;
import org.jetbrains.kotlin.psi.KtCallExpression;
import org.jetbrains.kotlin.psi.KtFile;
import org.jetbrains.kotlin.psi.KtImportDirective;
import org.jetbrains.kotlin.psi.KtSimpleNameExpression;
import org.jetbrains.kotlin.psi.KtTreeVisitorVoid;
import org.jetbrains.kotlin.resolve.BindingContext;
import org.jetbrains.kotlin.resolve.DescriptorToSourceUtils;

public class KotlinOracle {
    private static Path root;
    private static BindingContext bindings;

    public static void main(String[] arguments) throws IOException {
        root = Path.of(arguments[1]).toRealPath();
        List<String> files;
        try (var walk = Files.walk(root)) {
            files = walk.map(Path::toString).filter(path -> path.endsWith(".kt")).sorted().toList();
        }
        var configuration = new CompilerConfiguration();
        configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        configuration.put(CommonConfigurationKeys.MODULE_NAME, "project");
        configuration.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
        ContentRootsKt.addKotlinSourceRoots(configuration, files);
        JvmContentRootsKt.addJvmClasspathRoot(
            configuration, new File(Unit.class.getProtectionDomain().getCodeSource().getLocation().getPath()));
        var environment = KotlinCoreEnvironment.createForProduction(
            Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        List<KtFile> units = environment.getSourceFiles();
        bindings = TopDownAnalyzerFacadeForJVM.analyzeFilesWithJavaIntegration(
            environment.getProject(), units, new NoScopeRecordCliBindingTrace(), configuration,
            environment::createPackagePartProvider).getBindingContext();
        if (arguments[0].equals("imports")) {
            units.forEach(KotlinOracle::imports);
        } else if (arguments[0].equals("sites")) {
            units.forEach(KotlinOracle::sites);
        } else {
            calls(units);
        }
        // The environment's threads would keep the process.
        System.out.flush();
        System.exit(0);
    }

    private static void imports(KtFile unit) {
        for (KtImportDirective directive : unit.getImportDirectives()) {
            if (directive.isAllUnder() || directive.getImportedFqName() == null) {
                continue;
            }
            var names = new ArrayList<KtSimpleNameExpression>();
            directive.accept(new KtTreeVisitorVoid() {
                @Override public void visitSimpleNameExpression(KtSimpleNameExpression name) {
                    names.add(name);
                    super.visitSimpleNameExpression(name);
                }
            });
            String target = null;
            if (!names.isEmpty()) {
                for (PsiElement found : declarationsOf(names.get(names.size() - 1))) {
                    target = target == null ? inside(found.getContainingFile()) : target;
                }
            }
            System.out.println("{\"file\":" + quote(inside(unit)) + ",\"line\":" + line(directive)
                + ",\"name\":" + quote(directive.getImportedFqName().asString())
                + ",\"target\":" + quote(target) + "}");
        }
    }

    private static void sites(KtFile unit) {
        unit.accept(new KtTreeVisitorVoid() {
            @Override public void visitCallExpression(KtCallExpression call) {
                if (call.getCalleeExpression() instanceof KtSimpleNameExpression name) {
                    System.out.println("{\"file\":" + quote(inside(unit)) + ",\"line\":" + line(name)
                        + ",\"name\":" + quote(name.getReferencedName()) + "}");
                }
                super.visitCallExpression(call);
            }
        });
    }

    private static void calls(List<KtFile> units) throws IOException {
        Map<String, Set<String>> targets = new HashMap<>();
        for (KtFile unit : units) {
            unit.accept(new KtTreeVisitorVoid() {
                @Override public void visitSimpleNameExpression(KtSimpleNameExpression name) {
                    String key = inside(unit) + ":" + line(name) + ":" + name.getReferencedName();
                    Set<String> known = targets.computeIfAbsent(key, absent -> new LinkedHashSet<>());
                    for (DeclarationDescriptor meant : meaning(name)) {
                        PsiElement found = DescriptorToSourceUtils.descriptorToDeclaration(meant);
                        known.add(found == null
                            ? "{\"file\":null,\"line\":0}"
                            : "{\"file\":" + quote(inside(found.getContainingFile())) + ",\"line\":" + line(named(found)) + "}");
                    }
                    super.visitSimpleNameExpression(name);
                }
            });
        }
        Pattern wanted = Pattern.compile("\"file\":\"([^\"]*)\",\"line\":(\\d+),\"name\":\"([^\"]*)\"");
        try (var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                Matcher matcher = wanted.matcher(line);
                if (matcher.find()) {
                    String key = matcher.group(1) + ":" + matcher.group(2) + ":" + matcher.group(3);
                    System.out.println("{" + matcher.group() + ",\"targets\":["
                        + String.join(",", targets.getOrDefault(key, Set.of())) + "]}");
                }
            }
        }
    }

    /** What a name stands for: one declaration, or several where an import brings overloads. */
    private static Collection<? extends DeclarationDescriptor> meaning(KtSimpleNameExpression name) {
        DeclarationDescriptor one = bindings.get(BindingContext.REFERENCE_TARGET, name);
        if (one != null) {
            return List.of(one);
        }
        var several = bindings.get(BindingContext.AMBIGUOUS_REFERENCE_TARGET, name);
        return several == null ? List.of() : several;
    }

    private static List<PsiElement> declarationsOf(KtSimpleNameExpression name) {
        var found = new ArrayList<PsiElement>();
        for (DeclarationDescriptor meant : meaning(name)) {
            PsiElement declared = DescriptorToSourceUtils.descriptorToDeclaration(meant);
            if (declared != null) {
                found.add(declared);
            }
        }
        return found;
    }

    /** The name of a declaration, above which comments and annotations may stand. */
    private static PsiElement named(PsiElement declaration) {
        if (declaration instanceof PsiNameIdentifierOwner owner && owner.getNameIdentifier() != null) {
            return owner.getNameIdentifier();
        }
        return declaration;
    }

    private static String inside(PsiFile file) {
        return root.relativize(Path.of(file.getVirtualFile().getPath())).toString().replace('\\', '/');
    }

    private static int line(PsiElement element) {
        String text = element.getContainingFile().getText();
        int line = 1;
        for (int at = text.indexOf('\n'); at >= 0 && at < element.getTextOffset(); at = text.indexOf('\n', at + 1)) {
            line += 1;
        }
        return line;
    }

    private static String quote(String text) {
        return text == null ? "null" : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
