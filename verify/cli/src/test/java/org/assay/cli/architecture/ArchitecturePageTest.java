package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whoever follows the names of the page finds them. */
class ArchitecturePageTest {
  private static final Pattern CLASS_NAME =
      Pattern.compile("`([A-Z][A-Za-z]+[a-z][A-Za-z]*)(\\.[A-Za-z]+)?`");

  @Test
  void classesOnThePageExist() {
    Set<String> classes =
        SourceTree.allJavaFiles().stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());
    List<String> named =
        CLASS_NAME
            .matcher(SourceTree.read(SourceTree.file("docs/develop/architecture.md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertTrue(named.size() > 30, named::toString);
    assertEquals(List.of(), named.stream().filter(name -> !classes.contains(name)).toList());
  }
}
