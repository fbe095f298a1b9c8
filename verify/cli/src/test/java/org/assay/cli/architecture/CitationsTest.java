package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every citation leads to an entry of the bibliography. */
class CitationsTest {
  private static final Pattern ENTRY = Pattern.compile("(?m)^@\\w+\\{\\s*([^,\\s]+)\\s*,");
  private static final Pattern IN_TEXT = Pattern.compile("\\[@([A-Za-z][^\\]\\s,;]*)");
  private static final Pattern IN_CODE = Pattern.compile("new Citation\\(\\s*\"([^\"]*)\"");

  @Test
  void keysOfTheBibliographyAreUnique() {
    List<String> keys = bibliography();
    List<String> repeated = new ArrayList<>(keys);
    new HashSet<>(keys).forEach(repeated::remove);
    assertEquals(List.of(), repeated, "keys that name more than one entry");
  }

  @Test
  void citationsInTextLeadToTheBibliography() {
    List<String> citations =
        Stream.of(SourceTree.allJavaFiles(), SourceTree.docFiles(), SourceTree.documents())
            .flatMap(files -> citations(files, IN_TEXT))
            .toList();
    assertFalse(citations.isEmpty(), "no citation found");
    assertEquals(List.of(), unknown(citations), "not in docs/references.bib");
  }

  @Test
  void citationsInCodeLeadToTheBibliography() {
    List<String> citations = citations(SourceTree.mainFiles(), IN_CODE).toList();
    assertEquals(List.of(), unknown(citations), "not in docs/references.bib");
  }

  /** Each citation as {@code KEY in FILE}. */
  private static Stream<String> citations(List<Path> files, Pattern citation) {
    return files.stream()
        .flatMap(
            file ->
                citation
                    .matcher(SourceTree.read(file))
                    .results()
                    .map(result -> result.group(1) + " in " + SourceTree.name(file)));
  }

  private static List<String> unknown(List<String> citations) {
    Set<String> known = Set.copyOf(bibliography());
    return citations.stream()
        .filter(citation -> !known.contains(citation.substring(0, citation.indexOf(" in "))))
        .toList();
  }

  private static List<String> bibliography() {
    String text = SourceTree.read(SourceTree.file("docs/references.bib"));
    return ENTRY.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
  }
}
