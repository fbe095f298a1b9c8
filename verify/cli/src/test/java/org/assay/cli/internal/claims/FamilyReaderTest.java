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
import org.junit.jupiter.params.provider.ValueSource;

class FamilyReaderTest {
  @TempDir private Path directory = Path.of("");

  private List<AdjacentPair<JsonNode>> pairs(String adjacency, String records, String family)
      throws IOException {
    Path file = directory.resolve("family.yaml");
    Files.writeString(file, "dataset: " + records + "\npairs: {family: " + family + "}\n");
    var entries = DocumentReader.read(file).entries();
    Datasets datasets = new Datasets(new DatasetReader(directory), Map.of());
    Optional<List<JsonNode>> dataset =
        records.equals("none")
            ? Optional.empty()
            : Optional.ofNullable(entries.get("dataset")).map(datasets::records);
    return new RecordPairs(dataset, AdjacencyRelation.ofLabel(adjacency), 3)
        .read(Optional.ofNullable(entries.get("pairs")).orElseThrow());
  }

  /** The first pair of each kind, which is not drawn. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "add-remove!{kind: counts, count: 1}!0 1",
        "replace-one!{kind: sums, low: -1, high: 2, count: 1}!-1.0 2.0",
        "add-remove!{kind: histograms, bins: 3, count: 1}![0,0,0] [1,0,0]",
        "add-remove!{kind: answers, lengths: [2, 3], monotone: true, count: 1}![0.0,0.0] [1.0,1.0]",
        "replace-one!{kind: answers, lengths: 4, monotone: false, count: 1}"
            + "![0.0,0.0,1.0,1.0] [1.0,1.0,0.0,0.0]",
        "add-remove!{kind: integers, type: byte, low: 0, high: 100, count: 1}!"
            + "[100,27] [100,27,1]",
        "add-remove!{kind: records, features: 2, low: 0, high: 1, classes: [no, 7], fewest: 1,"
            + " count: 1}![[0.015625,0.015625,\"no\"]]"
            + " [[0.015625,0.015625,\"no\"],[1.0,1.0,\"no\"]]",
        "replace-one!{kind: records, features: 2, low: [-2, 0], high: [1, 3], label_low: 0,"
            + " label_high: 5, fewest: 0, count: 1}![[-0.03125,0.046875,5.0]] [[-2.0,3.0,5.0]]",
        "zero-out!{kind: vector-lists, norm: l1, radius: 2, dimension: 2, fewest: 1, count: 1}!"
            + "[[0.0,0.0],[2.0,0.0]] [[0.0,0.0],[0.0,0.0]]",
        "add-remove!{kind: vector-lists, norm: l2, radius: 2, dimension: 1, fewest: 0,"
            + " batch_size: 3, count: 1}![[0.0],[0.0]] [[0.0],[0.0],[2.0]]",
        "add-remove!{kind: records, features: 1, low: 0, high: 1, classes: [a, b], fewest: 1,"
            + " batch_size: 2, count: 1}![[0.015625,\"a\"]] [[0.015625,\"a\"],[1.0,\"a\"]]",
        "add-remove!{kind: records, features: 1, low: 0, high: 1, label_low: 0, label_high: 1,"
            + " fewest: 1, batch_size: 2, count: 1}!"
            + "[[0.015625,1.0]] [[0.015625,1.0],[1.0,1.0]]",
        "add-remove!{kind: numbers, low: 0, high: 1, fewest: 5, count: 1}!"
            + "[1.0,0.0,0.5,1.0,0.0] [1.0,0.0,0.5,1.0,0.0,1.0]",
        "add-remove!{kind: numbers, fewest: 1, count: 1}![1000000.0] [1000000.0,1000000.0]",
        "replace-one!{kind: users, partitions: 5, partitions_per_user: 2,"
            + " contributions_per_partition: 2, fewest: 1, count: 1}![[4],[3,3,4,4]]"
            + " [[4],[0,0,1,1]]",
      })
  void leadingPairs(String adjacency, String family, String shown) throws IOException {
    List<AdjacentPair<JsonNode>> pairs = pairs(adjacency, "none", family);
    assertEquals(shown, pairs.get(0).left() + " " + pairs.get(0).right());
  }

  /** One dataset of the first pair fills a batch, and the other one but for a record. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: vector-lists, norm: l2, radius: 2, dimension: 1, fewest: 1, batch_size: 7,",
        "{kind: records, features: 1, low: 0, high: 1, classes: [a, b], fewest: 1, batch_size: 7,",
        "{kind: records, features: 1, low: 0, high: 1, label_low: 0, label_high: 1, fewest: 1,"
            + " batch_size: 7,"
      })
  void theFirstPairFillsABatch(String family) throws IOException {
    AdjacentPair<JsonNode> first = pairs("add-remove", "none", family + " count: 1}").get(0);
    assertEquals(List.of(6, 7), List.of(first.left().size(), first.right().size()));
  }

  @Test
  void everyKindMakesAsManyPairsAsAskedForUnderEveryRelation() throws IOException {
    for (String adjacency : ClaimReader.adjacencies()) {
      for (String family :
          List.of(
              "{kind: counts, count: 10}",
              "{kind: sums, low: 0, high: 1, count: 10}",
              "{kind: histograms, bins: 4, count: 10}",
              "{kind: answers, lengths: 5, monotone: true, count: 10}",
              "{kind: vectors, norm: l-infinity, radius: 2, dimension: 3, count: 10}",
              "{kind: integers, type: short, count: 10}",
              "{kind: numbers, count: 10}",
              "{kind: numbers, low: 0, high: 1, count: 10}",
              "{kind: numbers, low: 0, high: 1, fewest: 5, count: 10}",
              "{kind: vector-lists, norm: l2, radius: 1, dimension: 2, fewest: 0, count: 10}",
              "{kind: users, partitions: 5, partitions_per_user: 3,"
                  + " contributions_per_partition: 2, fewest: 0, count: 10}")) {
        List<AdjacentPair<JsonNode>> pairs = pairs(adjacency, "none", family);
        assertEquals(10, pairs.size(), family + adjacency);
        assertTrue(
            pairs.stream().allMatch(pair -> pair.adjacency().label().equals(adjacency)), family);
        assertTrue(pairs.stream().noneMatch(pair -> pair.left().equals(pair.right())), family);
      }
    }
  }

  @Test
  void vectorsCarryTheDirectionOfTheirRecord() throws IOException {
    String family = "{kind: vectors, norm: l2, radius: 3, dimension: 2, count: 1}";
    AdjacentPair<JsonNode> pair = pairs("add-remove", "none", family).get(0);
    assertEquals(2, pair.canaryDirection().orElseThrow().length);
  }

  @Test
  void noLabelledRecordContributesNothing() {
    String family =
        "{kind: records, features: 1, low: 0, high: 1, classes: [0, 1], count: 1, fewest: 1}";
    String message =
        assertThrows(InputException.class, () -> pairs("zero-out", "none", family)).getMessage();
    assertTrue(message.contains("take add-remove or replace-one"), message);
  }

  @Test
  void recordsOfTheClaimAreUsed() throws IOException {
    String records = "{records: [7.5, 9.25]}";
    assertTrue(
        pairs("add-remove", records, "{kind: numbers, count: 9}").stream()
            .anyMatch(pair -> pair.left().toString().contains("7.5")));
    assertTrue(
        pairs("add-remove", "{records: [Ann, Bob]}", "{kind: texts, count: 9}").stream()
            .anyMatch(pair -> pair.left().toString().contains("Bob")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{count: 1}!has no 'kind': name one of counts, sums, histograms",
        "{kind: count, count: 1}!family.kind was 'count': did you mean 'counts'?",
        "{kind: trees, count: 1}!family.kind was 'trees': ",
        "{kind: counts}!has no 'count', which is required",
        "{kind: counts, count: 0}!it must be at least 1 and at most 10000",
        "{kind: counts, count: 1, low: 0}!family.low is an unknown key",
        "{kind: sums, count: 1, low: 0}!has no 'high', which is required",
        "{kind: sums, count: 1, low: 1, high: 0}!its ends must be finite and ascending",
        "{kind: sums, count: 1, lwo: 0, high: 1}!did you mean 'low'?",
        "{kind: histograms, count: 1, bins: 0}!bins was 0: it must be at least 1",
        "{kind: answers, count: 1, lengths: [], monotone: true}!lengths was empty",
        "{kind: answers, count: 1, lengths: 3, monotone: 1}!it must be true or false",
        "{kind: vectors, count: 1, norm: l3, radius: 1, dimension: 2}!one of l1, l2, l-infinity",
        "{kind: vectors, count: 1, norm: l1, radius: 0, dimension: 2}!finite and above 0",
        "{kind: integers, count: 1, type: integer}!one of byte, short, int, long",
        "{kind: integers, count: 1, type: int, low: 0, high: 1}!take a smaller type",
        "{kind: numbers, count: 1, low: 0}!is one end of a range: give both or none",
        "{kind: numbers, count: 1, low: 0, high: 1, fewest: -1}!fewest was -1: it must be at least"
            + " 0",
        "{kind: numbers, count: 1, low: 0, high: 1, fewest: 1001}!0 and at most 1000",
        "{kind: texts, count: 1}!was 'texts': the dataset's record 0 (from 0) is none",
        "{kind: records, count: 1, features: 1, low: 0, high: 1, fewest: 1}!"
            + "needs either classes, or both label_low and label_high",
        "{kind: records, count: 1, features: 1, low: 0, high: 1, fewest: 1, label_low: 0}!"
            + "needs either classes, or both label_low and label_high",
        "{kind: records, count: 1, features: 1, low: 0, high: 1, fewest: 1, classes: [0, 1],"
            + " label_low: 0, label_high: 1}!needs either classes, or both",
        "{kind: records, count: 1, features: 1, low: 0, high: 1, fewest: 1, classes: [1, 1]}!"
            + "must be at least two, all different",
        "{kind: records, count: 1, features: 3, low: [0, 1], high: 2, fewest: 1, classes: [0, 1]}!"
            + "low had 2 items: it must be one number, or 3 of them",
        "{kind: records, count: 1, features: 1, low: 1, high: 1, fewest: 1, classes: [0, 1]}!"
            + "its ends must be finite and ascending",
        "{kind: records, count: 1, features: 1, low: 0, high: 1, classes: [0, 1]}!"
            + "has no 'fewest', which is required",
        "{kind: vector-lists, count: 10000, norm: l1, radius: 1, dimension: 7, fewest: 1}!"
            + "would list up to 2580000 records of 7 numbers",
        "{kind: vector-lists, count: 100, norm: l1, radius: 1, dimension: 20, fewest: 1,"
            + " batch_size: 10000}!would list up to 8000200 records of 20 numbers",
        "{kind: vector-lists, count: 1, norm: l1, radius: 1, dimension: 1, fewest: 1,"
            + " batch_size: 0}!it must be at least 1 and at most 100000",
        "{kind: vector-lists, count: 1, norm: l1, radius: 1, dimension: 1, fewest: 1,"
            + " batch_size: 100001}!it must be at least 1 and at most 100000",
        "{kind: users, count: 1, partitions: 2, partitions_per_user: 3,"
            + " contributions_per_partition: 1, fewest: 1, batch_size: 2}!is an unknown key",
        "{kind: users, count: 1, partitions: 2, partitions_per_user: 3,"
            + " contributions_per_partition: 1, fewest: 1}!there are 2 partitions",
      })
  void refusals(String family, String rule) {
    String message =
        assertThrows(InputException.class, () -> pairs("add-remove", "{records: [5, 5]}", family))
            .getMessage();
    assertTrue(message.contains(rule), message);
  }
}
