package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneRecordApartTest {
  @TempDir private Path directory = Path.of("");

  private void read(AdjacencyRelation adjacency, Object left, Object right, String more)
      throws IOException {
    Path file = directory.resolve("pairs.yaml");
    Files.writeString(file, "explicit: [{left: " + left + ", right: " + right + more + "}]\n");
    new RecordPairs(Optional.empty(), adjacency, 1).read(DocumentReader.read(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "add-remove![]![7]",
        "add-remove![1, 2, 3]![3, 1]",
        "add-remove![[1, a], [2, b]]![[2, b], [1, a], [1.0, a]]",
        "add-remove![[1, a], {x: 1, y: 2}]![{y: 2, x: 1.0}, [1.0, a], [2, b]]",
        "add-remove!{a: 3}!{a: 4}",
        "add-remove!{a: 3}!{b: 1, a: 3}",
        "add-remove!{}!{a: 1}",
        "add-remove!{age: [30, 41], name: [A, B]}!{age: [41], name: [B]}",
        "replace-one![1, 2, 3]![3, 9, 1]",
        "replace-one!{a: 3, b: 1}!{a: 2, b: 2}",
        "replace-one!{age: [30, 41], name: [A, B]}!{age: [30, 42], name: [A, B]}",
        "zero-out![5, 6]![5, 0]",
        "zero-out![[1, 2], [3, 4]]![[0, 0.0], [3, 4]]",
        "zero-out![a, b]![a, null]",
        "zero-out!{a: 3}!{a: 2}",
        // Nobody knows the records of these.
        "add-remove!1!5",
        "add-remove!x!y",
        "add-remove!{a: 1.5}!{a: 9.5}",
        "add-remove!{a: -1}!{a: -4}",
        "add-remove!{a: [1], b: [1, 2]}!{a: [1], b: [5, 6]}",
        "add-remove![.nan, 1]![1, .nan, .inf]",
      })
  void neighboursPass(String adjacency, String left, String right) throws IOException {
    AdjacencyRelation relation = AdjacencyRelation.ofLabel(adjacency);
    read(relation, left, right, "");
    read(relation, right, left, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "add-remove![0, 1, 1]![5, 5, 5, 5, 5, 5]!left has 3 records (0, 1 2 times) that right"
            + " lacks, right 6 records (5 6 times) that left lacks",
        "add-remove![1, 2]![1, 3]!one of the two must have one record more",
        "add-remove![1, 2]![2, 1]!left and right hold the same records",
        "add-remove![1]![1.0]!left and right hold the same records",
        "add-remove![1]![1, 2, 3]!left has no record that right lacks, right 2 records (2, 3)",
        "add-remove!{a: 3}!{a: 5}!right 2 records (\"a\" 2 times) that left lacks",
        "add-remove!{a: 3}!{a: 2, b: 1}!one of the two must have one record more",
        "add-remove!{age: [30], name: [A]}!{age: [31], name: [A]}!({\"age\":30,\"name\":\"A\"})",
        "replace-one![1, 2]![1]!both must have as many records, all but one of them alike",
        "replace-one![1, 2]![3, 4]!left has 2 records (1, 2)",
        "replace-one!{a: 3, b: 1}!{a: 1, b: 3}!(\"a\" 2 times)",
        "replace-one![0.0]![-0.0, 1]!both must have as many records",
        "zero-out![5, 6]![5, 7]!and that one be null, 0, empty",
        "zero-out![5, 6]![5]!all records but one must be alike",
        "zero-out![5, 6]![0, 0]!left has 2 records (5, 6)",
        "add-remove!{a: -1}!{a: 4}!left is no collection of records, right an object of counts",
        "add-remove![1, 2]!null!left is a list, right no collection of records",
        "replace-one![]!{a: 1}!both must hold records in the same way",
        "add-remove!{}!{age: [1, 2, 3]}!left is an object of counts, right a table with",
        "add-remove!{b: [1], a: [2, 3]}!{a: [1, 2], b: [3, 4]}!right a table with columns [a, b]",
        "add-remove!{age: []}!{age: [30], name: [A]}!left is a table with columns [age], right",
        "replace-one!{age: [30]}!{name: [A]}!right a table with columns [name]",
      })
  void othersAreRefusedWithTheDifference(
      String adjacency, String left, String right, String difference) throws IOException {
    AdjacencyRelation relation = AdjacencyRelation.ofLabel(adjacency);
    String message =
        assertThrows(InputException.class, () -> read(relation, left, right, "")).getMessage();
    assertTrue(
        message.contains("explicit[0] is no pair of neighbours under " + adjacency), message);
    assertTrue(message.contains(difference), message);
    assertTrue(message.endsWith("add 'neighbours: trusted' to the pair"), message);
    assertThrows(InputException.class, () -> read(relation, right, left, ""));
    read(relation, left, right, ", neighbours: trusted");
  }

  @Test
  void trustHasOneWord() {
    String message =
        assertThrows(
                InputException.class,
                () -> read(AdjacencyRelation.ADD_OR_REMOVE, 1, 2, ", neighbours: maybe"))
            .getMessage();
    assertTrue(message.contains("trusted"), message);
  }

  /** Whatever the order: one change passes, and more are counted. */
  @Test
  void changesAreCountedInAnyOrder() throws IOException {
    Random random = new Random(4);
    for (int trial = 0; trial < 300; trial++) {
      List<Object> left = new ArrayList<>();
      int size = 4 + random.nextInt(5);
      for (int i = 0; i < size; i++) {
        int value = random.nextInt(3);
        left.add(random.nextBoolean() ? value : List.of(value, "x"));
      }
      int changes = random.nextInt(4);
      boolean isAdding = random.nextBoolean();
      List<Object> right = new ArrayList<>(left);
      Collections.shuffle(right, random);
      for (int i = 0; i < changes; i++) {
        right.set(i, 100 + i);
      }
      if (isAdding) {
        right.add(9);
      }
      Collections.shuffle(right, random);
      boolean isReplacement = !isAdding && changes == 1;
      boolean isAddition = isAdding && changes == 0;
      assertEquals(isReplacement, passes(AdjacencyRelation.REPLACE_ONE, left, right));
      assertEquals(isAddition, passes(AdjacencyRelation.ADD_OR_REMOVE, left, right));
      if (!left.equals(right)) {
        assertDoesNotThrow(
            () -> read(AdjacencyRelation.ZERO_OUT, left, right, ", neighbours: trusted"));
      }
    }
  }

  private boolean passes(AdjacencyRelation adjacency, Object left, Object right)
      throws IOException {
    try {
      read(adjacency, left, right, "");
      return true;
    } catch (InputException e) {
      return false;
    }
  }
}
