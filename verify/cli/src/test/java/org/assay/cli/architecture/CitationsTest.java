package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.internal.page.Reference;
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
        Stream.of(SourceTree.allJavaFiles(), SourceTree.docFiles())
            .flatMap(files -> citations(files, IN_TEXT))
            .toList();
    assertFalse(citations.isEmpty(), "no citation found");
    assertEquals(List.of(), unknown(citations), "not in docs/papers/references.bib");
  }

  /** Readers of documents are told authors and year, and where the paper is. */
  @Test
  void documentsNamePapersInWords() {
    List<String> bare = citations(SourceTree.documents(), IN_TEXT).toList();
    assertEquals(List.of(), bare, "write authors, year and address, as references.tsv has them");
  }

  @Test
  void papersAreNamedInWords() {
    String text = "[@AltschulerTalwar2022], Theorem 3.1, and [@Ville1939]; [@" + "Unknown1] stays";
    String address = "https://arxiv.org/abs/2205.13710";
    assertEquals(
        "Altschuler and Talwar (2022) ("
            + address
            + "), Theorem 3.1, and Ville (1939); [@"
            + "Unknown1] stays",
        Reference.named(text));
    assertEquals(
        "[Altschuler and Talwar (2022)]("
            + address
            + "), Theorem 3.1, and Ville (1939); [@"
            + "Unknown1] stays",
        Reference.markdown(text));
  }

  @Test
  void citationsInCodeLeadToTheBibliography() {
    List<String> citations = citations(SourceTree.mainFiles(), IN_CODE).toList();
    assertEquals(List.of(), unknown(citations), "not in docs/papers/references.bib");
  }

  /** The table that is printed from says of every key what the bibliography says. */
  @Test
  void printedReferencesAreThoseOfTheBibliography() {
    String text = SourceTree.read(SourceTree.file("docs/papers/references.bib"));
    Map<String, Reference> expected = new TreeMap<>();
    for (String entry : text.split("(?m)^(?=@)", -1)) {
      if (!entry.isBlank()) {
        Matcher key = ENTRY.matcher(entry);
        assertTrue(key.find(), entry);
        expected.put(
            key.group(1),
            new Reference(
                people(field(entry, "author").orElseThrow())
                    + " ("
                    + field(entry, "year").orElseThrow()
                    + ")",
                link(entry)));
      }
    }
    assertEquals(expected, new TreeMap<>(Reference.all()));
  }

  private static Optional<String> link(String entry) {
    return field(entry, "doi")
        .map(doi -> "https://doi.org/" + doi)
        .or(
            () ->
                field(entry, "eprint")
                    .or(
                        () ->
                            field(entry, "note")
                                .filter(note -> note.startsWith("arXiv:"))
                                .map(note -> note.replaceAll("arXiv:([\\d.]+).*", "$1")))
                    .map(number -> "https://arxiv.org/abs/" + number));
  }

  private static Optional<String> field(String entry, String name) {
    Matcher field =
        Pattern.compile("(?m)^\\s*" + name + "\\s*=\\s*\\{(.*)\\},?\\s*$").matcher(entry);
    return field.find() ? Optional.of(field.group(1)) : Optional.empty();
  }

  /** Up to three family names, or the first of more. */
  private static String people(String authors) {
    List<String> names = new ArrayList<>();
    for (String author : authors.split(" and ", -1)) {
      String plain = plain(author);
      names.add(
          plain.contains(",")
              ? plain.substring(0, plain.indexOf(','))
              : plain.substring(plain.lastIndexOf(' ') + 1));
    }
    return switch (names.size()) {
      case 1 -> names.get(0);
      case 2 -> names.get(0) + " and " + names.get(1);
      case 3 -> names.get(0) + ", " + names.get(1) + " and " + names.get(2);
      default -> names.get(0) + " et al.";
    };
  }

  /** TeX writes an accent before its letter, Unicode after it. */
  private static String plain(String tex) {
    String accents = tex.replaceAll("\\\\'(\\w)", "$1\u0301").replaceAll("\\\\\"(\\w)", "$1\u0308");
    return Normalizer.normalize(accents.replaceAll("[{}]", ""), Normalizer.Form.NFC);
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
    String text = SourceTree.read(SourceTree.file("docs/papers/references.bib"));
    return ENTRY.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
  }
}
