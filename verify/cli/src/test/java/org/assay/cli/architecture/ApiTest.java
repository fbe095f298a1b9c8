package org.assay.cli.architecture;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users may import: public types whose package has no {@code internal} in its name. */
class ApiTest {
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:(?:abstract|final|sealed|non-sealed)"
              + " )*(?:class|interface|record|enum|@interface) ",
          Pattern.MULTILINE);

  private static final Pattern KIND_OF_EVENT = Pattern.compile("/event/(?!Dp)\\w+Event\\.java$");

  private static final Pattern INTERNAL_NAME =
      Pattern.compile("org\\.assay(?:\\.[a-z]+)+\\.internal\\.");

  /**
   * A module's API does not grow unnoticed: raise the number when a type is meant for users. Kinds
   * of events do not count, since all of them are, and {@code DpEvent} lists them.
   */
  @ParameterizedTest
  @CsvSource({
    "accountant/losses, 36",
    "accountant/lastiterate, 8",
    "accountant/accounting, 22",
    "algorithms, 47",
    "verify/auditor, 82",
    "verify/testing, 18",
    "verify/ledger, 0",
    "verify/cli, 1",
    "notebooks, 1"
  })
  void aModuleHasAtMostSoManyPublicTypes(String module, int most) {
    List<String> types =
        SourceTree.mainFiles().stream()
            .map(SourceTree::name)
            .filter(name -> name.startsWith(module + "/src/"))
            .filter(name -> !name.contains("/internal/"))
            .filter(name -> !KIND_OF_EVENT.matcher(name).find())
            .filter(name -> PUBLIC_TYPE.matcher(SourceTree.read(SourceTree.file(name))).find())
            .toList();
    assertTrue(types.size() <= most, () -> types.size() + ": " + types);
  }

  /** Whoever copies from a page, an example or a notebook imports nothing that may change. */
  @Test
  void whatIsShownImportsNothingInternal() throws IOException {
    List<Path> shown =
        Stream.of("README.md", "docs", "examples", "notebooks")
            .flatMap(name -> below(SourceTree.file(name)))
            .filter(file -> file.toString().matches(".*\\.(md|java|ipynb|yaml)"))
            .filter(
                file ->
                    !SourceTree.name(file)
                        .matches("(notebooks/(src|target)|docs/develop/mutation-tests)/.*"))
            .toList();
    List<String> importing =
        shown.stream()
            .filter(file -> INTERNAL_NAME.matcher(SourceTree.read(file)).find())
            .map(SourceTree::name)
            .toList();
    assertTrue(shown.size() > 30, shown::toString);
    assertEquals(List.of(), importing);
  }

  private static Stream<Path> below(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
