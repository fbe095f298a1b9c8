package org.assay.cli.internal.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.cli.internal.input.BoundedLines.Line;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
  private static List<Line> lines(String text, int longest) throws IOException {
    BoundedLines lines = new BoundedLines(new BufferedReader(new StringReader(text)), longest);
    List<Line> found = new ArrayList<>();
    for (Optional<Line> next = lines.next(); next.isPresent(); next = lines.next()) {
      found.add(next.get());
    }
    return found;
  }

  @Test
  void linesEndAtLineFeedsOrTheEnd() throws IOException {
    assertEquals(
        List.of(new Line("ab", false), new Line("", false), new Line("c", false)),
        lines("ab\n\nc", 2));
    assertEquals(List.of(new Line("ab", false)), lines("ab\n", 2));
    assertEquals(List.of(), lines("", 2));
  }

  @Test
  void aLongLineIsCutAndTheNextOneIsWhole() throws IOException {
    assertEquals(List.of(new Line("ab", true), new Line("d", false)), lines("abc\nd", 2));
  }
}
