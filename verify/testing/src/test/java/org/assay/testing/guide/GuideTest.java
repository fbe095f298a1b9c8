package org.assay.testing.guide;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Java in the user guide is that of tests which run. */
class GuideTest {
  private static final Path GUIDE = Path.of("../../docs/testing.md");
  private static final Path SOURCES = Path.of("src/test/java/org/assay/testing/guide");
  private static final Path EXAMPLE = Path.of("src/it/counter");
  private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(.*?)^```$");

  @Test
  void snippetsStandInTests() throws IOException {
    String sources = text(SOURCES) + text(EXAMPLE);
    List<String> snippets =
        JAVA.matcher(Files.readString(GUIDE))
            .results()
            .map(match -> withoutIndentation(match.group(1)))
            .toList();
    assertTrue(snippets.size() >= 5, "snippets of the guide");
    assertEquals(List.of(), snippets.stream().filter(code -> !sources.contains(code)).toList());
  }

  private static String text(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(GuideTest::read)
          .map(GuideTest::withoutIndentation)
          .collect(joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withoutIndentation(String code) {
    return code.lines().map(String::strip).collect(joining("\n")).strip();
  }
}
