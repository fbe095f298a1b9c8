package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.assay.verify.external.Program.AnswerReader;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "9007199254740992!9.007199254740992E15",
        "9007199254740993!9007199254740993",
        "-1000000000000000001!-1000000000000000001",
        "0.12345678901234567890123!0.12345678901234567890123",
        "0.1000000000000000055511151231257827!0.1",
        "\"NaN\"!NaN",
        "NaN!NaN",
        "\"-Infinity\"!-Infinity",
        "-Infinity!-Infinity",
        "[]![]",
        "[1, 2.5, -0.0]![1.0, 2.5, -0.0]",
        "[\"Infinity\", null, true, false]![Infinity, NaN, 1.0, 0.0]",
        "[[1, 2], []]!{coordinate 1 of coordinate 1: 1.0, coordinate 2 of coordinate 1: 2.0,"
            + " coordinate 2: \"[]\"}",
        "\"word\"!\"word\"",
        "\"\"!\"\"",
        "true!\"true\"",
        "null!\"null\"",
        "\"true\"!\"\"true\"\"",
        "{\"error\": \"bad row\"}!failure error: bad row",
        "{\"code\": [1], \"error\": \"a\"}!{coordinate 1 of \"code\": 1.0, \"error\": \"a\"}",
        "{\"error\": \"b\", \"error\": \"b\"}!{\"error\": \"b\", \"error\" (2): \"b\"}",
        "{\"error\": 1}!{\"error\": 1.0}",
        "[{\"error\": \"b\"}]!{\"error\" of coordinate 1: \"b\"}",
        "{}!{}",
        "[[{}], true]!{coordinate 2: 1.0, coordinate 1 of coordinate 1: \"{}\"}",
        "{\"a\": 1, \"a\": 2}!{\"a\": 1.0, \"a\" (2): 2.0}",
        "{\"a\": 10000000000000001}!{\"a\": 10000000000000001}"
      })
  void outputs(String json, String outcome) {
    assertEquals(outcome, output(json).toString());
  }

  /** Whatever the order of its keys, a value is found by its key; the order is a text. */
  @Test
  void valuesOfObjectsStandAtTheirKeys() {
    Outcome.Vector one = vector("{\"a\": 2.5, \"b\": [true, \"x 7\"]}");
    assertEquals(
        List.of("\"a\"", "coordinate 1 of \"b\"", "number 1 of coordinate 2 of \"b\""), names(one));
    assertArrayEquals(new double[] {2.5, 1, 7}, one.toArray());
    assertEquals(
        List.of(new Structure.Text(Place.OUTPUT.key("b").item(1), "x #")),
        one.structure().orElseThrow().texts());
    Outcome.Vector turned = vector("{\"b\": 2, \"a\": 1}");
    assertEquals(List.of("\"b\"", "\"a\""), names(turned));
    assertEquals(
        List.of(new Structure.Text(Place.OUTPUT.order(), "\"b\" \"a\"")),
        turned.structure().orElseThrow().texts());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{\"a\": 1}!{\"a\": 1, \"b\": null}",
        "{\"a\": 1}!{\"b\": 1}",
        "[{\"a\": 1}]![{\"a\": 2}]",
        "{\"a\": 1, \"b\": 2}!{\"b\": 2, \"a\": 1}",
        "{\"a\": {}}!{\"a\": []}",
        "[[1], [2, 3]]![[1, 2], [3]]",
        "{}![]",
        "[\"x\"]![\"y\"]",
        "{\"a\\n\": 1}!{\"a \": 1}",
        "1000000000000000000!1000000000000000001",
        "[1e30, 1000000000000000000]![1e30, 1000000000000000001]",
        "\"n 1000000000000000000\"!\"n 1000000000000000001\""
      })
  void differentOutputsAreDifferentOutcomes(String one, String other) {
    assertNotEquals(output(one), output(other));
    assertEquals(output(one), output(one));
  }

  private static Outcome.Vector vector(String json) {
    return output(json).vector().orElseThrow();
  }

  private static List<String> names(Outcome.Vector vector) {
    return vector.structure().orElseThrow().places().stream().map(Place::name).toList();
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

  /** An output of 60 kB would otherwise have a gigabyte of names. */
  @Test
  void placesWithinLongKeysHaveShortNames() {
    String key = "k".repeat(40_000);
    String items = "[" + "1,".repeat(9_999) + "1]";
    Structure one = structure("{\"" + key + "\": " + items + "}");
    assertTrue(one.places().stream().mapToLong(place -> place.name().length()).sum() < 3e6);
    assertEquals(10_000, new HashSet<>(one.places()).size());
    Structure other = structure("{\"" + key + "l\": " + items + "}");
    assertTrue(Collections.disjoint(one.places(), other.places()));
    assertEquals(one, structure("{\"" + key + "\": " + items + "}"));
  }

  /** Nesting alone makes names long, too. */
  @Test
  void deepPlacesHaveShortNames() {
    Structure ladder = structure("[1, ".repeat(900) + "1" + "]".repeat(900));
    assertEquals(901, new HashSet<>(ladder.places()).size());
    assertTrue(ladder.places().stream().mapToLong(place -> place.name().length()).sum() < 3e5);
  }

  private static Structure structure(String json) {
    return output(json).vector().flatMap(Outcome.Vector::structure).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.12345678901234567890e-2147483640",
        "[\"x 0.12345678901234567890e-99999999999\"]",
        "0.12345678901234567890e99999999999"
      })
  void exponentsBeyondAllNumbersAreRead(String json) {
    assertEquals(1, output(json).vector().orElseThrow().length());
  }

  @Test
  void anEmptyLineIsGarbageAndOtherKeysAreIgnored() {
    assertEquals(Reply.Broken.garbage("no list 'outputs'", ""), AnswerReader.read("", 1));
    assertEquals(
        new Reply.Answered(List.of(Outcome.of(1), Outcome.of("a"))),
        AnswerReader.read("{\"time\": {\"s\": [2]}, \"outputs\": [1, \"a\"], \"z\": []}", 2));
  }
}
