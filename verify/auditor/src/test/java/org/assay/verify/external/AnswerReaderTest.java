package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.Outcome;
import org.assay.verify.writing.WrittenForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {
  private static Outcome output(String json) {
    Reply reply = AnswerReader.read("{\"outputs\": [" + json + "]}", 1);
    return ((Reply.Answered) reply).outcomes().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "1!1.0",
        "-0!-0.0",
        "-0.0!-0.0",
        "4.9E-324!4.9E-324",
        "1e999!Infinity",
        "9007199254740993!9.007199254740992E15",
        "\"NaN\"!NaN",
        "NaN!NaN",
        "\"-Infinity\"!-Infinity",
        "-Infinity!-Infinity",
        "[]![]",
        "[1, 2.5, -0.0]![1.0, 2.5, -0.0]",
        "[\"Infinity\", null, true, false]![Infinity, NaN, 1.0, 0.0]",
        "[[1, 2], [3], []]![2.0, 1.0, 2.0, 1.0, 3.0, 0.0]",
        "\"word\"!\"word\"",
        "\"\"!\"\"",
        "true!\"true\"",
        "null!\"null\"",
        "\"true\"!\"\"true\"\"",
        "{\"error\": \"bad row\"}!failure error: bad row",
        "{\"code\": [1], \"error\": \"7\"}!failure error: 7",
        "{}![0.0, 0.0]",
        "[[{}], true]![1.0, 0.0, 0.0, 1.0]"
      })
  void outputs(String json, String outcome) {
    assertEquals(outcome, output(json).toString());
  }

  /** The number of keys, each key and its value in ascending order, and whether so written. */
  @Test
  void objectsAreTheirKeysAndValues() {
    double[] both = numbers("{\"a\": 2.5, \"b\": [true, \"x\"]}");
    assertEquals(8, both.length);
    assertEquals(2, both[0]);
    assertEquals(numbers("[\"a\"]")[0], both[1]);
    assertEquals(2.5, both[2]);
    assertEquals(numbers("[\"b\"]")[0], both[3]);
    assertEquals(2, both[4]);
    assertEquals(1, both[5]);
    assertEquals(0, numbers("{\"a\": 1, \"b\": 2}")[5]);
    assertNotEquals(0, numbers("{\"b\": 2, \"a\": 1}")[5]);
    assertEquals(numbers("{\"a\": 1, \"b\": 2}")[2], numbers("{\"b\": 2, \"a\": 1}")[2]);
    assertNotEquals(output("{\"a\": 1}"), output("{\"a\": 1, \"b\": null}"));
    assertNotEquals(output("{\"a\": 1}"), output("{\"b\": 1}"));
    assertNotEquals(output("[{\"a\": 1}]"), output("[{\"a\": 2}]"));
    // A standard error is an output, not a failure.
    assertEquals(6, numbers("{\"mean\": 3, \"error\": 0.5}").length);
  }

  private static double[] numbers(String json) {
    return output(json).vector().orElseThrow().toArray();
  }

  /** A number for the words, and the numbers between them. */
  @Test
  void textsInArraysAreTheirWordsAndNumbers() {
    double[] first = numbers("[\"mean=0.5, n=3\", 7]");
    double[] second = numbers("[\"mean=-1e2, n=4.0\", 7]");
    assertEquals(4, first.length);
    assertEquals(first[0], second[0]);
    assertEquals(numbers("[\"mean=#, n=#\"]")[0], first[0]);
    assertEquals(List.of(0.5, 3.0, 7.0), List.of(first[1], first[2], first[3]));
    assertEquals(List.of(-100.0, 4.0, 7.0), List.of(second[1], second[2], second[3]));
  }

  /** Characters, digits after points, numbers with points and exponents, marks; then by number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "3!1 0 0 0 0 0 1",
        "3.0!3 1 1 0 0 1 3",
        "-12.50!6 2 1 0 0 2 6",
        "1e5!3 0 0 1 0 0 3",
        "1.5E+07!7 1 1 1 3 1 7",
        "NaN!3 0 0 0 0 0 3",
        "\"NaN\"!5 0 0 0 0 0 5",
        "[]!2 0 0 0 0",
        "[1, 2.50]!9 2 1 0 0 0 1 2 4",
        "[1,2.50]!8 2 1 0 0 0 1 2 4",
        "[\"n=3.0\", [true]]!17 1 1 0 0 1 3",
        "{\"a\": {\"b\": 0.5}}!17 1 1 0 0 1 3"
      })
  void howNumbersAreWritten(String json, String facts) {
    WrittenForm form = output(json).vector().orElseThrow().form().orElseThrow();
    double[] expected = Arrays.stream(facts.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertArrayEquals(expected, form.toArray());
  }

  @Test
  void wordsInArraysAreNumbersThatTellThemApart() {
    Outcome.Vector first = (Outcome.Vector) output("[\"BOT\", 1.5]");
    Outcome.Vector second = (Outcome.Vector) output("[\"TOP\", \"BOT\"]");
    assertEquals(first.at(0), second.at(1));
    assertTrue(first.at(0) != second.at(0));
    assertTrue(first.at(0) < -(1 << 20) && first.at(0) >= -(1 << 21));
    assertEquals(1.5, first.at(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "hello!garbage: not JSON",
        "{\"outputs\": [1]!garbage: not JSON",
        "{\"outputs\": [1]} {}!garbage: no list 'outputs'",
        "{\"outputs\": 1}!garbage: no list 'outputs'",
        "[1]!garbage: no list 'outputs'",
        "{\"output\": [1]}!garbage: no list 'outputs'"
      })
  void garbage(String line, String kind) {
    Reply.Broken broken = AnswerReader.read(line, 1).broken().orElseThrow();
    assertEquals(kind, broken.kind());
    assertEquals("the line '" + line + "'", broken.detail().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{\"outputs\": [1, 2]}!1!2 outputs for 1 run",
        "{\"outputs\": []}!1!0 outputs for 1 run",
        "{\"outputs\": [1, 2]}!64!2 outputs for 64 runs",
        "{\"outputs\": [\"secret\"]}!7!1 outputs for 7 runs"
      })
  void wrongNumbersOfOutputs(String line, int runs, String detail) {
    assertEquals(
        new Reply.Broken(
            "garbage: a wrong number of outputs", Reply.Cause.COUNT, Optional.of(detail)),
        AnswerReader.read(line, runs));
  }

  @Test
  void anEmptyLineIsGarbageAndOtherKeysAreIgnored() {
    assertEquals(Reply.Broken.garbage("no list 'outputs'", ""), AnswerReader.read("", 1));
    assertEquals(
        new Reply.Answered(List.of(Outcome.of(1), Outcome.of("a"))),
        AnswerReader.read("{\"time\": {\"s\": [2]}, \"outputs\": [1, \"a\"], \"z\": []}", 2));
  }
}
