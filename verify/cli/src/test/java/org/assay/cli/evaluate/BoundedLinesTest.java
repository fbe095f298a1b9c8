package org.assay.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.cli.evaluate.BoundedLines.Line;
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

  /** A line of twice the bound, made as it is read. */
  @Test
  void aLineWithoutEndIsAnErrorOfThatLine() throws IOException {
    Reader endless =
        new Reader() {
          private long left = 1L << 25;

          @Override
          public int read(char[] buffer, int offset, int length) {
            int count = (int) Math.min(left, length);
            left -= count;
            java.util.Arrays.fill(buffer, offset, offset + count, 'x');
            return count == 0 ? -1 : count;
          }

          @Override
          public void close() {}
        };
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(endless), out).run();
    assertEquals(1, out.toString().lines().count());
    assertTrue(out.toString().contains("line 1 is longer than 1048576 characters"), out::toString);
  }
}
