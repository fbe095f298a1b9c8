package org.assay.cli.internal.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.assay.verify.internal.report.markup.VisibleText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
  /** What the Unicode standard calls Bidi_Control, from its own list. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066",
        "\u2067", "\u2068", "\u2069", "\u001b", "\u007f", "\u009b", "\u2028", "\u2029", "\r", "\0"
      })
  void ordersNeverReachATerminal(String order) {
    assertEquals("a b", OneLine.of("a" + order + "b"));
    assertEquals("a b", new InputException("a" + order + "b").getMessage());
    assertEquals(
        String.format("a\\u%04xb\n\tc", (int) order.charAt(0)),
        VisibleText.of("a" + order + "b\n\tc"));
  }

  /** Letters that are written from right to left, joiners and emoji are text like any other. */
  @Test
  void everythingElseStays() {
    String text = "x\u05d0\u0627\u200d\u200b\u2065\u206a\ud83d\ude00\ufeff";
    assertEquals(text, OneLine.of(text));
    assertEquals(text, VisibleText.of(text));
  }

  @Test
  void exactlyTheOrdersAreEscaped() {
    long escaped =
        IntStream.rangeClosed(0, Character.MAX_VALUE)
            .filter(c -> VisibleText.of(Character.toString(c)).length() > 1)
            .count();
    // 65 control characters less two, two separators of lines and twelve marks of direction.
    assertEquals(63 + 2 + 12, escaped);
  }
}
