package org.assay.verify.internal.report.markup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  /** A lower bound must not read larger than it is, nor an upper one smaller. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.18306 | 0.183 | 0.1831",
        "0.999951 | 0.9999 | 1",
        "12345.6 | 12,340 | 12,350",
        "0.00012345 | 1.23 × 10⁻⁴ | 1.24 × 10⁻⁴",
        "3 | 3 | 3",
        "Infinity | ∞ | ∞",
        "NaN | not a number | not a number",
      })
  void numbersAreRoundedToTheSideAskedFor(double value, String down, String up) {
    assertEquals(down, Text.down(value));
    assertEquals(up, Text.up(value));
  }
}
