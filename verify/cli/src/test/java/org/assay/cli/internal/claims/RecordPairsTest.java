package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.trial.AdjacentPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordPairsTest {
  @TempDir private Path directory = Path.of("");

  private List<AdjacentPair<JsonNode>> pairs(String adjacency, String dataset, String pairs)
      throws IOException {
    Path file = directory.resolve("pairs.yaml");
    Files.writeString(file, "dataset: " + dataset + "\npairs: " + pairs + "\n");
    var entries = DocumentReader.read(file).entries();
    Datasets datasets = new Datasets(new DatasetReader(directory), Map.of());
    return new RecordPairs(
            Optional.ofNullable(entries.get("dataset")).map(datasets::records),
            AdjacencyRelation.ofLabel(adjacency),
            3)
        .read(Optional.ofNullable(entries.get("pairs")).orElseThrow());
  }

  private String shown(String adjacency, String dataset, String pairs) throws IOException {
    List<String> lines =
        pairs(adjacency, dataset, pairs).stream()
            .map(pair -> pair.left() + " " + pair.right())
            .toList();
    return String.join("; ", lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "[1, [0.1, 0], 2]![1, [1, 0], 2]!record 1: [0.1,0] → [1,0] in [1,[0.1,0],2]",
        "[a, b]![a, b, b]!record 2: absent → \"b\" in [\"a\",\"b\"]",
        "[1, 2, 3]![1, 3]!record 1: 2 → absent in [1,2,3]",
        "[1, 1, 1]![1, 1]!record 2: 1 → absent in [1,1,1]",
        "[]![{a: 0}]!record 0: absent → {\"a\":0} in []",
        "[1, 2]![2, 1]![1,2] against [2,1]",
        "[1, 2, 3]![2, 1]![1,2,3] against [2,1]",
        "[1]![1, 2, 3]![1] against [1,2,3]",
        "{a: 1}!{a: 2}!{\"a\":1} against {\"a\":2}",
        "1!2!1 against 2"
      })
  void explicitPairsSayWhichRecordDiffers(String left, String right, String description)
      throws IOException {
    String pairs = "{explicit: [{left: " + left + ", right: " + right + ", neighbours: trusted}]}";
    assertEquals(description, pairs("replace-one", "{records: [5]}", pairs).get(0).description());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "replace-one!{explicit: [{neighbours: trusted, left: [], right: {a: [1, -0, 1.0, 1e3, .nan,"
            + " '1', x, null, true]}}]}![]"
            + " {\"a\":[1,-0.0,1.0,1000.0,\"NaN\",\"1\",\"x\",null,true]}",
        "add-remove!{planted: [.inf, 9]}![5,5] [5,5,\"Infinity\"]; [5,5] [5,5,9]",
        "replace-one!{planted: [9]}![5,5] [9,5]",
        "add-remove!{drawn: {count: 1}}![5,5] [5]",
        "add-remove!{drawn: {count: 1, change: insertion}}![5,5] [5,5,5]",
        "add-remove!{drawn: {count: 2, change: extreme}}![5,5] [5,5,\"NaN\"]; [5,5]"
            + " [5,5,\"Infinity\"]"
      })
  void pairsOfRecords(String adjacency, String pairs, String shown) throws IOException {
    assertEquals(shown, shown(adjacency, "{records: [5, 5]}", pairs));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "replace-one!{drawn: {count: 1}}!all records are equal",
        "replace-one!{drawn: {count: 1, change: removal}}!must be one of other-record, extreme",
        "zero-out!{drawn: {count: 1}}!use explicit pairs",
        "zero-out!{planted: [1]}!needs explicit pairs under zero-out",
        "replace-one!{planted: [5]}!is the first record already",
        "replace-one!{explicit: [{left: 1, right: 1}]}!same dataset on both sides",
        "replace-one!{explicit: [{left: 1}]}!has no 'right', which is required",
        "replace-one!{explicit: [{left: 1, rihgt: 2}]}!did you mean 'right'?",
        "add-remove!{canary: {}}!plant a record instead",
        "add-remove!{}!needs explicit, planted or drawn pairs"
      })
  void refusals(String adjacency, String pairs, String rule) {
    String message =
        assertThrows(InputException.class, () -> pairs(adjacency, "{records: [5, 5]}", pairs))
            .getMessage();
    assertTrue(message.contains(rule), message);
  }

  /**
   * A pattern that tries again overflows the stack on the first, and takes minutes on the second.
   */
  @Test
  void longCells() throws IOException {
    String text = "x\"\"".repeat(200_000);
    String digits = "1".repeat(400_000) + "x";
    Files.writeString(directory.resolve("long.csv"), "\"" + text + "\"," + digits + "\n");
    JsonNode record = pairs("add-remove", "{csv: long.csv}", "{planted: [1]}").get(0).left().get(0);
    assertEquals(text.replace("\"\"", "\""), record.get(0).textValue());
    assertEquals(digits, record.get(1).textValue());
  }

  /** Ten thousand pairs of a hundred thousand records would be looked at for hours. */
  @Test
  void manyPairsOfManyRecordsAreRefused() throws IOException {
    int size = RecordPairs.MOST_LISTED / 10_000 + 1;
    Files.writeString(directory.resolve("many.csv"), "1\n".repeat(size));
    String message =
        assertThrows(
                InputException.class,
                () -> pairs("add-remove", "{csv: many.csv}", "{drawn: {count: 10000}}"))
            .getMessage();
    assertTrue(message.contains("would list 10000 times " + size + " records"), message);
    assertEquals(2, pairs("add-remove", "{csv: many.csv}", "{drawn: {count: 2}}").size());
  }

  @Test
  void recordsOfAFile() throws IOException {
    Files.writeString(
        directory.resolve("people.csv"), "age,name\n7, Ann\n-0.5,\"B, \"\"C\"\"\"\nNaN,\n");
    assertEquals(
        "[[7,\"Ann\"],[-0.5,\"B, \\\"C\\\"\"],[\"NaN\",\"\"]]",
        pairs("add-remove", "{csv: people.csv, skip_lines: 1}", "{planted: [1]}")
            .get(0)
            .left()
            .toString());
    Files.writeString(directory.resolve("one.csv"), "3\n4\n");
    assertEquals("[3,4] [3,4,1]", shown("add-remove", "{csv: one.csv}", "{planted: [1]}"));
    Files.writeString(directory.resolve("bad.csv"), "1,2\n3\n");
    assertThrows(
        InputException.class, () -> pairs("add-remove", "{csv: bad.csv}", "{planted: [1]}"));
  }
}
