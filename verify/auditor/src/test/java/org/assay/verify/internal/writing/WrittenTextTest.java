package org.assay.verify.internal.writing;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "mean=0.123456, n=3!mean=#, n=#!0.123456 3",
        "n=3.!n=#.!3",
        "(-.5)!(#)!-.5",
        "2024-01-05!#-#-#!2024 01 05",
        "a-3 b +7 -1e-05x!a-# b # #x!3 +7 -1e-05",
        "3em 4e+ 1E5!#em #e+ #!3 4 1E5",
        "1.2.3!##!1.2 .3",
        "- + . e-!- + . e-!''",
        "count²: ٣!count²: ٣!''",
        "''!''!''",
        "7!#!7"
      })
  void numbersAndWhatStandsBetween(String text, String frame, String numbers) {
    WrittenText written = WrittenText.of(text);
    assertEquals(frame, written.frame());
    String found =
        IntStream.range(0, written.count()).mapToObj(written::number).collect(joining(" "));
    assertEquals(numbers, found);
    assertEquals(text, written.withNumbers(number -> number));
    assertEquals(text.length(), written.form().at(0));
  }

  @Test
  void valuesAreThoseOfTheNumbers() {
    double[] values = WrittenText.of("-0 5e-324 1e999 007").values();
    assertArrayEquals(new double[] {-0.0, Double.MIN_VALUE, Double.POSITIVE_INFINITY, 7}, values);
  }

  @Test
  void wordsAreLettersInARowAndSigns() {
    WrittenText text = WrittenText.of("Größe  n=3 (n==4.5)");
    assertEquals(List.of("Größe", "  ", "n", "=", " ", "(", "n", "==", ")"), text.words(100));
    assertEquals(List.of("Größe", "  "), text.words(2));
  }

  @Test
  void formsNameTheirFacts() {
    WrittenForm form = WrittenText.of("x=1.50 y=-007").form();
    List<String> names = WrittenForm.names(form.numbers(), 0);
    assertEquals(form.size(), names.size());
    assertEquals(2, form.at(names.indexOf("digits after the decimal point of written number 1")));
    assertEquals(4, form.at(names.indexOf("characters of written number 2")));
    assertEquals(2, form.at(names.indexOf("plus signs, capitals and leading zeros of numbers")));
  }
}
