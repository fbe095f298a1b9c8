package org.assay.cli.documented;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The Java of one page. A block that declares a class is a file; all others are, in their order,
 * the statements of one method, and what they import stands above it.
 */
final class JavaPage {
  private static final Pattern MARKDOWN = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final Pattern JAVADOC = Pattern.compile("(?s)<pre>\\{@code\\n(.*?) \\* }</pre>");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\\n+");
  private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
  private static final Pattern READERS_OWN = Pattern.compile("(?m)^.* // yours.*\\n");

  private final List<String> blocks;

  private JavaPage(List<String> blocks) {
    this.blocks = List.copyOf(blocks);
  }

  static JavaPage ofMarkdown(String text) {
    return new JavaPage(MARKDOWN.matcher(text).results().map(found -> found.group(1)).toList());
  }

  /** Examples in the comment of a package; which packages their names are from is known. */
  static JavaPage ofJavadoc(String text, List<String> packages) {
    String known =
        "import static org.assay.accountant.privacy.AdjacencyRelation.*;\n"
            + packages.stream().map(each -> "import " + each + ".*;\n").collect(joining());
    return new JavaPage(
        JAVADOC
            .matcher(text)
            .results()
            .map(found -> known + found.group(1).replaceAll("(?m)^ \\* ?", ""))
            .toList());
  }

  int size() {
    return blocks.size();
  }

  /** What has to be tested: all but imports and the lines that the reader replaces. */
  List<String> code() {
    return blocks.stream().map(block -> READERS_OWN.matcher(body(block)).replaceAll("")).toList();
  }

  private static String body(String block) {
    return IMPORT.matcher(block).replaceAll("");
  }

  /** What a compiler says when the blocks are pasted as they stand; nothing if all is well. */
  List<String> errors() {
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-proc:none", "-implicit:none", "-classpath", System.getProperty("java.class.path"));
    compiler.getTask(null, new Discarding(compiler, said), said, options, null, files()).call();
    return said.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .map(problem -> problem.getLineNumber() + ": " + problem.getMessage(Locale.ROOT))
        .toList();
  }

  private List<Source> files() {
    List<Source> files = new ArrayList<>();
    Set<String> imports = new LinkedHashSet<>();
    StringBuilder statements = new StringBuilder();
    for (String block : blocks) {
      List<MatchResult> names = CLASS.matcher(block).results().toList();
      if (!names.isEmpty()) {
        files.add(new Source(names.get(0).group(1), block));
        continue;
      }
      IMPORT.matcher(block).results().map(found -> found.group().strip()).forEach(imports::add);
      statements.append(body(block));
    }
    files.add(
        new Source(
            "Pasted",
            String.join("\n", imports)
                + "\nclass Pasted {\n  void run() throws Exception {\n"
                + statements
                + "  }\n}\n"));
    return files;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
