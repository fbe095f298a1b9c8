package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Audits whose number of significant bits is chosen by runs that are none of theirs. */
@Timeout(300)
@Execution(ExecutionMode.SAME_THREAD)
class ChosenBitsTest {
  /** How numbers are written. */
  private enum Written {
    DOUBLE,
    SINGLE,
    WHOLE;

    double number(double number) {
      return switch (this) {
        case DOUBLE -> number;
        case SINGLE -> (float) number;
        case WHOLE -> Math.rint(number);
      };
    }

    double uniform(RandomGenerator random) {
      return this == SINGLE ? random.nextFloat() : random.nextDouble();
    }
  }

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void enoughNoiseOnSmallNumbers() {
    Writer.written = Written.DOUBLE;
    Writer.above = 0;
    Writer.scale = 1;
  }

  /** Laplace noise in floating-point arithmetic, whose numbers are written as a test wants. */
  public static final class Writer implements Mechanism<Double> {
    private static volatile Written written = Written.DOUBLE;
    private static volatile double above;
    private static volatile double scale = 1;

    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      double uniform = written.uniform(random) - 0.5;
      double size = written.number(-scale * Math.log(1 - 2 * Math.abs(uniform)));
      return Outcome.of(written.number(above + dataset + Math.copySign(size, uniform)));
    }
  }

  /** A correct claim is refuted with probability at most 1e-6. */
  private Invocation audit(String bits, String... options) throws IOException {
    Path file = directory.resolve("claims.yaml");
    String claims =
        """
        error_probability: 1e-6
        seed: 5
        significant_bits: BITS
        claims:
          - name: noisy number
            adjacency: replace-one
            guarantee: {pure: {epsilon: 1}}
            pairs: {explicit: [{left: 0, right: 1}]}
            budget: {runs: 2000}
            mechanism: {class: CLASS}
        """;
    Files.writeString(file, claims.replace("BITS", bits).replace("CLASS", Writer.class.getName()));
    List<String> words = new ArrayList<>(List.of("audit", file.toString(), "--json"));
    words.addAll(Arrays.asList(options));
    return Invocation.of(words.toArray(String[]::new));
  }

  private static void assertStands(int bits, Invocation audit) {
    assertEquals(0, audit.code(), audit.err() + audit.out());
    String words = "Numbers were rounded to " + bits + " significant bits before anything looked";
    assertTrue(audit.out().contains(words), audit.out());
    assertTrue(audit.out().contains("What leaks below them was not looked for."), audit.out());
  }

  @Test
  void theAlgorithmIsTriedInEitherPrecision() throws IOException {
    assertEquals(1, audit("53").code());
    assertStands(24, audit("auto"));
    Writer.written = Written.SINGLE;
    assertEquals(1, audit("24").code());
    assertStands(10, audit("auto"));
  }

  /** Noise of half a unit on a thousand: rounded to 10 bits nothing of it would be left. */
  @Test
  void theNoiseIsLeft() throws IOException {
    Writer.written = Written.SINGLE;
    Writer.above = 1_000;
    Writer.scale = 0.25;
    Invocation audit = audit("auto");
    assertEquals(1, audit.code(), audit.err() + audit.out());
    assertTrue(audit.out().contains("rounded to 18 significant bits"), audit.out());
  }

  @Test
  void wholeNumbersAreLeftAsTheyAre() throws IOException {
    Writer.written = Written.WHOLE;
    Writer.above = 40;
    Writer.scale = 3;
    Invocation audit = audit("auto");
    assertEquals(0, audit.code(), audit.err() + audit.out());
    assertTrue(audit.out().contains("No significant bits were hidden: "), audit.out());
    assertFalse(audit.out().contains("were rounded"), audit.out());
  }

  /** What it was begun with is kept, and not chosen anew. */
  @Test
  void anAuditThatGoesOnKeepsItsBits() throws IOException {
    Writer.written = Written.SINGLE;
    String checkpoints = directory.resolve("checkpoints").toString();
    assertStands(10, audit("auto", "--checkpoint", checkpoints));
    Writer.written = Written.DOUBLE;
    Invocation resumed = audit("auto", "--checkpoint", checkpoints, "--runs", "3000");
    assertStands(10, resumed);
    assertTrue(resumed.err().contains("resumed from the checkpoint after 2000"), resumed.err());
    assertStands(24, audit("auto"));
    assertEquals(2, audit("24", "--checkpoint", checkpoints).code());
  }

  /** Where the leak lies is asked only of a claim about all bits. */
  @Test
  void aLeakInBitsThatWereAskedForIsNotExplained() throws IOException {
    Invocation all = audit("53");
    assertTrue(all.out().contains("the leak lies below bit "), all.out());
    Invocation most = audit("52");
    assertEquals(1, most.code(), most.err() + most.out());
    assertFalse(most.out().contains("the leak lies below bit "), most.out());
  }

  @Test
  void anyOtherWordIsRefused() throws IOException {
    Invocation refused = audit("automatic");
    assertEquals(2, refused.code());
    assertTrue(
        refused
            .err()
            .contains("significant_bits was 'automatic': it must be a whole number or 'auto'"),
        refused.err());
  }
}
