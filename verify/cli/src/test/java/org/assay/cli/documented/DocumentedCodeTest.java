package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every piece of Java in the documents is part of a test that is compiled and run, and compiles as
 * it stands there: the page shows what is imported and where the artifacts come from.
 */
class DocumentedCodeTest {
  private static final Pattern ARTIFACT =
      Pattern.compile("(?s)(assay-(?:accountant|algorithms|auditor|testing|spark)).*?```java");
  private static final Pattern INSTALLED =
      Pattern.compile("(?s)(java\\.md#install|mvn install).*?```java");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package (.*);");

  /** Needs Spark, which is not among what this module is compiled with. */
  private static final Path SPARK = Path.of("docs", "guide", "spark.md");

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve(".mvn"))) {
      directory = directory.resolve("..").normalize();
    }
    return directory;
  }

  private static List<Path> files(Path under, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(under)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** Line breaks and indentation differ; nothing else may. */
  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String tested() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String module : List.of("accountant", "algorithms", "verify")) {
      for (Path file : files(root().resolve(module), ".java")) {
        String place = file.toString().replace('\\', '/');
        if (place.contains("/src/test/java/") || place.contains("/src/it/")) {
          text.append(plain(Files.readString(file))).append('\n');
        }
      }
    }
    return text.toString();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(files(root().resolve("docs"), ".md"));
    pages.add(root().resolve("README.md"));
    pages.removeIf(page -> !read(page).contains("```java"));
    return pages;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyExampleIsTestedCode() throws IOException {
    String tested = tested();
    List<String> strangers = new ArrayList<>();
    int examples = 0;
    for (Path page : pages()) {
      JavaPage java = JavaPage.ofMarkdown(read(page));
      examples += java.size();
      java.code().stream()
          .filter(code -> !tested.contains(plain(code)))
          .forEach(code -> strangers.add(root().relativize(page) + ":\n" + code));
    }
    assertTrue(examples >= 25, "only " + examples + " examples were found");
    assertEquals(List.of(), strangers);
  }

  @Test
  void everyPageCompilesAsItStands() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Path name = root().relativize(page);
      if (!name.equals(SPARK)) {
        JavaPage.ofMarkdown(read(page)).errors().forEach(error -> broken.add(name + ": " + error));
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void everyPageSaysWhereTheArtifactsComeFrom() throws IOException {
    List<Path> silent =
        pages().stream()
            .filter(
                page ->
                    !ARTIFACT.matcher(read(page)).find() || !INSTALLED.matcher(read(page)).find())
            .toList();
    assertEquals(List.of(), silent);
  }

  @Tag("slow")
  @Test
  void examplesOfPackagesCompile() throws IOException {
    List<String> packages =
        List.of(
            "java.util",
            "org.assay.accountant.numeric",
            "org.assay.accountant.privacy",
            "org.assay.accountant.event",
            "org.assay.accountant.curve",
            "org.assay.algorithms.registry",
            "org.assay.algorithms.run",
            "org.assay.verify.trial",
            "org.assay.verify.audit");
    List<String> broken = new ArrayList<>();
    int examples = 0;
    List<String> modules =
        List.of(
            "accountant/losses",
            "accountant/lastiterate",
            "accountant/accounting",
            "algorithms",
            "verify/auditor",
            "verify/testing");
    for (String module : modules) {
      for (Path file : files(root().resolve(module + "/src/main"), "package-info.java")) {
        List<String> own = new ArrayList<>(packages);
        own.add(PACKAGE.matcher(read(file)).results().findFirst().orElseThrow().group(1));
        JavaPage page = JavaPage.ofJavadoc(read(file), own);
        examples += page.size();
        page.errors().forEach(error -> broken.add(root().relativize(file) + ": " + error));
      }
    }
    assertTrue(examples >= 12, "only " + examples + " examples were found");
    assertEquals(List.of(), broken);
  }

  @Test
  void whatDoesNotCompileIsNoticed() {
    assertEquals(1, JavaPage.ofMarkdown("```java\nList.of();\n```").errors().size());
    assertEquals(
        List.of(),
        JavaPage.ofMarkdown("```java\nimport java.util.List;\n\nList.of();\n```").errors());
  }
}
