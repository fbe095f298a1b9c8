package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Families of tables, from a claims file to verdicts. */
@Timeout(120)
class TableAuditTest {
  @TempDir private Path directory = Path.of("");

  /** The only true claim is refuted with probability at most 1e-6. */
  @Test
  void mistakesFallWithoutPairsWrittenByHand() throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 4e-6
        claims:
        """
            + claim("classes", ClassList.class, "records, features: 1, low: 0, high: 1, ")
            + ", classes: ['no', 'yes']}}\n"
            + claim("mean", Mean.class, "vector-lists, norm: l2, radius: 1, dimension: 1, ")
            + "}}\n"
            + claim("all partitions", AllPartitions.class, USERS)
            + "}}\n"
            + claim("one partition", OnePartition.class, USERS)
            + "}}\n");
    Invocation audit = Invocation.of("audit", file.toString());
    assertEquals(1, audit.code(), audit.err() + audit.out());
    List<String> verdicts =
        audit
            .out()
            .lines()
            .filter(line -> line.matches("(refuted|not refuted) .*"))
            .map(line -> line.split(":", 2)[0].replaceAll(" +", " "))
            .toList();
    assertEquals(
        List.of(
            "refuted classes",
            "refuted mean",
            "refuted all partitions",
            "not refuted one partition"),
        verdicts,
        audit.out());
  }

  private static final String USERS =
      "users, partitions: 4, partitions_per_user: 3, contributions_per_partition: 1, ";

  private static String claim(String name, Class<?> mechanism, String kind) {
    return "  - name: "
        + name
        + "\n    adjacency: add-remove\n    guarantee: {pure: {epsilon: 1}}\n    mechanism: {class: "
        + mechanism.getName()
        + "}\n    pairs: {family: {kind: "
        + kind
        + "count: 24, fewest: 1";
  }

  /** On a grid, as all that is released, so that the lowest bits betray nothing. */
  private static double laplace(RandomGenerator random) {
    double size = onGrid(random.nextExponential());
    return random.nextBoolean() ? size : -size;
  }

  private static double onGrid(double value) {
    return Math.rint(value * 0x1p20) * 0x1p-20;
  }

  /** The classes that occur; a record is its features and its class. */
  public static final class ClassList implements Mechanism<List<List<Object>>> {
    @Override
    public Outcome run(List<List<Object>> records, RandomGenerator random) {
      TreeSet<String> classes = new TreeSet<>();
      records.forEach(record -> classes.add((String) record.get(1)));
      return Outcome.of(classes.toString());
    }
  }

  /** Noise for a mean of a number of records that never changes. */
  public static final class Mean implements Mechanism<List<double[]>> {
    @Override
    public Outcome run(List<double[]> records, RandomGenerator random) {
      double sum = records.stream().mapToDouble(record -> record[0]).sum();
      return Outcome.of(onGrid((Math.rint(sum) + laplace(random)) / records.size()));
    }
  }

  /** Noise for users who contribute to one partition. */
  public static final class AllPartitions implements Mechanism<List<List<Integer>>> {
    @Override
    public Outcome run(List<List<Integer>> users, RandomGenerator random) {
      return counts(users, 4, random);
    }
  }

  /** The same, and only one partition of a user counts. */
  public static final class OnePartition implements Mechanism<List<List<Integer>>> {
    @Override
    public Outcome run(List<List<Integer>> users, RandomGenerator random) {
      return counts(users, 1, random);
    }
  }

  private static Outcome counts(List<List<Integer>> users, int kept, RandomGenerator random) {
    double[] counts = new double[4];
    for (List<Integer> user : users) {
      user.stream().distinct().limit(kept).forEach(partition -> counts[partition]++);
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] += laplace(random);
    }
    return Outcome.of(counts);
  }
}
