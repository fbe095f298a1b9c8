package org.assay.cli.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of the whole project, wherever the tests were started from. */
final class SourceTree {
  private static final Path ROOT = findRoot();
  private static final List<String> MODULES =
      List.of(
          "accountant/losses",
          "accountant/lastiterate",
          "accountant/accounting",
          "algorithms",
          "verify/auditor",
          "verify/testing",
          "verify/ledger",
          "verify/cli",
          "verify/spark",
          "verify/bench",
          "verify/site",
          "notebooks");

  private SourceTree() {}

  /** Java files of all modules under {@code src/main/java}. */
  static List<Path> mainFiles() {
    return inModules("src/main/java", ".java");
  }

  /** Java files of all modules under {@code src/test/java}. */
  static List<Path> testFiles() {
    return inModules("src/test/java", ".java");
  }

  static List<Path> allJavaFiles() {
    return Stream.concat(mainFiles().stream(), testFiles().stream()).toList();
  }

  /** Markdown files that stand beside the code. */
  static List<Path> docFiles() {
    return inModules("src/main/java", ".md").stream()
        .filter(file -> name(file).contains("/doc-files/"))
        .toList();
  }

  /** Markdown files under {@code docs}. */
  static List<Path> documents() {
    return filesUnder(ROOT.resolve("docs"), ".md");
  }

  static Path file(String name) {
    return ROOT.resolve(name);
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> inModules(String directory, String ending) {
    List<Path> files = new ArrayList<>();
    for (String module : MODULES) {
      files.addAll(filesUnder(ROOT.resolve(module).resolve(directory), ending));
    }
    return List.copyOf(files);
  }

  private static List<Path> filesUnder(Path directory, String ending) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path findRoot() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve(".mvn"))) {
      Path parent = directory.getParent();
      if (parent == null) {
        throw new IllegalStateException("no directory above the tests holds .mvn");
      }
      directory = parent;
    }
    return directory;
  }
}
