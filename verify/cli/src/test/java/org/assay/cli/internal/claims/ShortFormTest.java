package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortFormTest {
  private static final Map<String, Shape> SHAPES =
      Map.of(
          "bare", new Shape("bare", List.of(), List.of("count")),
          "ball", new Shape("ball", List.of("norm", "radius"), List.of("count", "labels")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bare | {}",
        "bare() | {}",
        " bare ( 3 ) | {count: 3}",
        "ball(l2, 1e-5) | {norm: l2, radius: 1e-5}",
        "ball(radius=0.5, norm=l-infinity) | {radius: 0.5, norm: l-infinity}",
        "ball(radius=2, l1) | {radius: 2, norm: l1}",
        "ball(l1, 1/4) | {norm: l1, radius: 0.25}",
        "ball(l1, max(1, sqrt(4))) | {norm: l1, radius: 2.0}",
        "ball(l1, -1) | {norm: l1, radius: -1}",
        "ball(l1, e - e) | {norm: l1, radius: 0.0}",
        "ball(l1, pi) | {norm: l1, radius: 3.141592653589793}",
        "ball(l1, 1, labels=[yes, \"a, b\", 2/2]) | {norm: l1, radius: 1, labels: [yes, \"a, b\","
            + " 1.0]}",
        "ball(true, \"a \\ b\") | {norm: true, radius: \"a \\\\ b\"}",
      })
  void becomesTheObjectOfAFile(String text, String yaml) {
    assertEquals(yaml, ShortForm.read("--data", text, SHAPES).yaml());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bore | --data was 'bore': it must be one of",
        "bore | did you mean 'bare'?",
        "x | ball(norm, radius)",
        "'' | must be one of",
        "ball(1 | at character 5: the bracket that opens here is not closed",
        "ball(l1) | it has no radius: write ball(norm, radius)",
        "ball(l1, 1, 2, 3, 4) | it has more arguments than 4",
        "ball(l1, raduis=1) | ball has no 'raduis'; did you mean 'radius'?",
        "ball(l1, norm=l2) | norm is given twice",
        "ball(l1, 1+) | --data",
        "ball(l1, nothing(1)) | there is no function 'nothing'",
        "ball(l1, ) | ",
      })
  void namesWhatIsWrong(String text, String message) {
    InputException refused =
        assertThrows(InputException.class, () -> ShortForm.read("--data", text, SHAPES));
    assertTrue(
        refused.getMessage().contains(message == null ? "--data" : message), refused::getMessage);
  }

  /** A text in quotation marks stays one text, whatever stands in it. */
  @Test
  void nothingBreaksOutOfATextInQuotationMarks() {
    assertEquals("\"a\\n: {b\\\"\"", ShortForm.quoted("a\n: {b\""));
  }

  /** Every family of a claims file has a short form, with its keys. */
  @Test
  void everyFamilyHasAShortForm() {
    List<String> kinds = new ArrayList<>(FamilyReader.kindNames());
    assertTrue(kinds.remove("databases"), "tables are too long for a line");
    assertEquals(kinds, List.copyOf(FamilyReader.shortShapes().keySet()));
    assertEquals(
        "{low: 0, high: 100, count: 7}",
        ShortForm.read("--data", "sums(0, 100, count=7)", FamilyReader.shortShapes()).yaml());
  }
}
