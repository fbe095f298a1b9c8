package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The proof sketches beside the code exist and say what they prove. */
class ProofSketchesTest {
  private static final Pattern MENTION = Pattern.compile("((?:\\w+/)*)doc-files/([\\w.-]+\\.md)");
  private static final Pattern TITLE = Pattern.compile("\\A\\s*# [^\\n]*\\n");
  private static final Pattern FIRST_LINE =
      Pattern.compile("\\A\\s*Status: (proved|cited|idealized)\\b");
  private static final Pattern PRECONDITION = Pattern.compile("(?m)^Precondition: *\\S");
  private static final Pattern POSTCONDITION = Pattern.compile("(?m)^Postcondition: *\\S");
  private static final Pattern SECTION = Pattern.compile("(?m)^##* ");

  @Test
  void everyMentionedSketchExists() {
    int mentions = 0;
    List<String> missing = new ArrayList<>();
    for (Path file : SourceTree.mainFiles()) {
      for (MatchResult mention : mentionsIn(file)) {
        mentions++;
        if (!exists(file, mention)) {
          missing.add(mention.group() + ", mentioned in " + SourceTree.name(file));
        }
      }
    }
    assertFalse(mentions == 0, "no file mentions a proof sketch");
    assertEquals(List.of(), missing, "proof sketches that do not exist");
  }

  @Test
  void everySketchBeginsWithItsHeader() {
    List<Path> sketches = SourceTree.docFiles();
    assertFalse(sketches.isEmpty(), "no proof sketches found");
    List<String> headless =
        sketches.stream().filter(file -> !hasHeader(file)).map(SourceTree::name).toList();
    assertEquals(
        List.of(),
        headless,
        "sketches that do not begin with 'Status: proved|cited|idealized', 'Precondition: ...' and"
            + " 'Postcondition: ...'");
  }

  private static List<MatchResult> mentionsIn(Path file) {
    return MENTION.matcher(SourceTree.read(file)).results().toList();
  }

  /** In the file's own package, or in any module below the package that the mention names. */
  private static boolean exists(Path file, MatchResult mention) {
    return mention.group(1).isEmpty()
        ? Files.isRegularFile(file.resolveSibling(mention.group()))
        : SourceTree.docFiles().stream()
            .anyMatch(sketch -> SourceTree.name(sketch).endsWith("/" + mention.group()));
  }

  private static boolean hasHeader(Path sketch) {
    String text = TITLE.matcher(SourceTree.read(sketch)).replaceFirst("");
    String header = SECTION.split(text, 2)[0];
    return FIRST_LINE.matcher(header).find()
        && PRECONDITION.matcher(header).find()
        && POSTCONDITION.matcher(header).find();
  }
}
