package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.log.Finding.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Correct loops are refuted no more often than the error probability says. */
class FalseAlarmTest {
  /** Large, so that a check that errs more often than it says is found out by few seeds. */
  private static final double ERROR = 0.1;

  private static final int RECORDS = 600;
  private static final int STEPS = 60;

  /** Programs and their events. */
  enum Program {
    POISSON("60 x poisson(0.05, gaussian(1.1))"),
    TRUNCATED("60 x truncated-poisson(0.05, gaussian(1.1), records=600, largest_batch=33)"),
    FIXED_SIZE("60 x fixed-size(30, 600, gaussian(1.1))"),
    WITH_REPLACEMENT("60 x with-replacement(30, 600, gaussian(1.1))"),
    ALLOCATED("3 x allocated(20, gaussian(1.1))");

    private final String event;

    Program(String event) {
      this.event = event;
    }

    private Loop.Batches batches() {
      return switch (this) {
        case POISSON -> loop -> loop.coins(0.05);
        case TRUNCATED -> loop -> loop.choice(Math.min(33, loop.coins(0.05).length));
        case FIXED_SIZE -> loop -> loop.choice(30);
        case WITH_REPLACEMENT -> loop -> loop.random.ints(30, 0, RECORDS).toArray();
        case ALLOCATED -> new Draws();
      };
    }

    private AdjacencyRelation adjacency() {
      return AdjacencyRelation.ZERO_OUT;
    }
  }

  private static final class Draws implements Loop.Batches {
    private int[] drawn = {};

    @Override
    public int[] next(Loop loop) {
      int at = loop.size() % 20;
      drawn = at == 0 ? loop.random.ints(RECORDS, 0, 20).toArray() : drawn;
      return IntStream.range(0, RECORDS).filter(i -> drawn[i] == at).toArray();
    }
  }

  /** How often each check refutes correct loops, and the sizes of its error probability. */
  private static Map<String, Integer> alarms(Program program, int seeds) {
    DpEvent event = DpEvent.parse(program.event, program.adjacency());
    Map<String, Integer> alarms = new TreeMap<>();
    for (int seed = 0; seed < seeds; seed++) {
      Loop loop =
          new Loop(RECORDS, 30, 1000 + seed).values(3).batches(program.batches()).run(STEPS);
      for (Finding finding : TrainingLogAudit.of(loop.log(), event, ERROR)) {
        boolean refuted = finding.outcome() == Outcome.DOES_NOT_MATCH;
        if (refuted || finding.errorProbability() == 0) {
          alarms.merge(finding.check(), refuted ? 1 : 0, Integer::sum);
        }
      }
    }
    return alarms;
  }

  /**
   * Each share is 0.03 or less: of n loops, more than {@code most} are refuted with probability
   * below 1e-6, and none by a check that counts.
   */
  private static void areFew(Map<String, Integer> alarms, int most) {
    alarms.forEach(
        (check, count) -> {
          boolean counts =
              check.equals("steps") || check.equals("divisor") || check.equals("clipping");
          assertTrue(count <= (counts ? 0 : most), check + ": " + alarms);
        });
  }

  /** Of 50 trials with probability 0.03, twelve or more succeed with probability below 2e-8. */
  @ParameterizedTest
  @EnumSource(Program.class)
  void fewSeeds(Program program) {
    areFew(alarms(program, 50), 11);
  }

  /** Of 1000 trials with probability 0.03, sixty or more succeed with probability below 5e-7. */
  @Tag("slow")
  @Test
  void manySeeds() {
    for (Program program : Program.values()) {
      areFew(alarms(program, 1000), 59);
    }
  }
}
