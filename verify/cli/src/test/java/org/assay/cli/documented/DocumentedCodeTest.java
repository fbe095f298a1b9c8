package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every piece of Java in the documents is part of a test that is compiled and run. */
class DocumentedCodeTest {
  private static final Pattern JAVA = Pattern.compile("(?s)```java\\n(.*?)```");

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

  @Test
  void everyExampleIsTestedCode() throws IOException {
    String tested = tested();
    List<String> strangers = new ArrayList<>();
    int examples = 0;
    for (Path document : files(root().resolve("docs"), ".md")) {
      List<String> blocks =
          JAVA.matcher(Files.readString(document)).results().map(found -> found.group(1)).toList();
      examples += blocks.size();
      blocks.stream()
          .filter(block -> !tested.contains(plain(block)))
          .forEach(block -> strangers.add(root().relativize(document) + ":\n" + block));
    }
    assertTrue(examples >= 15, "only " + examples + " examples were found");
    assertEquals(List.of(), strangers);
  }
}
