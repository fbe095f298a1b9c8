package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims under both relations. A true one falls with probability at most 1e-6. */
class RelationsTest {
  @TempDir private Path directory;

  /** Counts of users with noise for one count that changes by one: two do for a replaced user. */
  public static final class Histogram implements Mechanism<List<List<Integer>>> {
    @Override
    public Outcome run(List<List<Integer>> users, RandomGenerator random) {
      double[] counts = new double[3];
      users.forEach(user -> user.forEach(partition -> counts[partition]++));
      for (int i = 0; i < counts.length; i++) {
        double size = Math.rint(random.nextExponential() * 0x1p20) * 0x1p-20;
        counts[i] += random.nextBoolean() ? size : -size;
      }
      return Outcome.of(counts);
    }
  }

  private Invocation audit(String relation) throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 1e-6
        claims:
          - name: histogram
            %s
            guarantee: {pure: {epsilon: 1}}
            mechanism: {class: %s}
            pairs:
              family:
                kind: users
                partitions: 3
                partitions_per_user: 1
                contributions_per_partition: 1
                count: 12
                fewest: 1
        """
            .formatted(relation, Histogram.class.getName()));
    return Invocation.of("audit", file.toString());
  }

  @Test
  void aClaimStandsUnderOneRelationAndFallsUnderTheOther() throws IOException {
    Invocation audit = audit("relations: both");
    assertEquals(1, audit.code(), audit.err() + audit.out());
    List<String> lines = audit.out().lines().toList();
    assertTrue(lines.get(0).startsWith("not refuted histogram (add-remove): "), audit.out());
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("refuted     histogram (replace-one): ")),
        audit.out());
  }

  @Test
  void oneOfTheTwoKeysIsNeeded() throws IOException {
    refused("relations: both\n    adjacency: add-remove", "stands beside an 'adjacency'");
    refused("relations: all", "relations was 'all': it must be both");
    refused("significant_bits: 53", "has no 'adjacency'");
  }

  /** One dataset has as many records as the other, or not. */
  @Test
  void explicitPairsAreOfOneRelation() throws IOException {
    audit("relations: both");
    Path file = directory.resolve("claims.yaml");
    String text = Files.readString(file);
    String family = text.substring(text.indexOf("family:"));
    Files.writeString(
        file, text.replace(family, "explicit: [{left: [[0], [0]], right: [[0], [1]]}]\n"));
    Invocation audit = Invocation.of("audit", file.toString());
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains("relations stands beside explicit pairs"), audit.err());
  }

  private void refused(String relation, String words) throws IOException {
    Invocation audit = audit(relation);
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains(words), audit.err());
  }
}
