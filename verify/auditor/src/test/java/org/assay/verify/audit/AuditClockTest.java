package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a clock says, an audit without a limit of time runs, learns and reports the same. */
class AuditClockTest {
  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(
          AdjacentPair.of("one more", 0.0, 1.0, Mechanisms.ADJACENCY),
          AdjacentPair.of("half of one", 0.0, 0.5, Mechanisms.ADJACENCY));

  /** Looks at coordinates, recurring words and failures, so that every learner has something. */
  private static final Mechanism<Double> RICH =
      (center, random) -> {
        double noise = Math.rint(8 * (random.nextGaussian() + center)) / 8;
        return random.nextInt(100) == 0
            ? new Outcome.Failure("late")
            : Outcome.of(noise, random.nextInt(5), random.nextInt(50) == 49 ? center : 0);
      };

  /** Stands still, crawls, and jumps by hours to and fro. */
  private static List<LongSupplier> clocks() {
    SplittableRandom random = new SplittableRandom(3);
    long[] now = {0};
    return List.of(
        System::nanoTime, () -> 0, () -> now[0]++, () -> random.nextLong(20_000_000_000_000L));
  }

  @Tag("slow")
  @Test
  void anAuditIsTheSameByEveryClock() {
    for (Guarantee claim : List.of(Mechanisms.GAUSSIAN, Mechanisms.PURE)) {
      List<AuditReport> reports = new ArrayList<>();
      for (LongSupplier clock : clocks()) {
        for (int threads : List.of(1, 3)) {
          Auditor auditor = Auditor.of(claim).seed(5).maximumRuns(12_000).threads(threads);
          reports.add(auditor.withClock(clock).audit(RICH, PAIRS).withoutTiming());
        }
      }
      for (AuditReport report : reports) {
        assertEquals(reports.get(0).toString(), report.toString());
        assertEquals(reports.get(0), report);
      }
    }
  }

  /** The clocks are looked at: one that jumps ends an audit whose time was limited. */
  @Test
  void aLimitOfTimeIsByTheClock() {
    Auditor limited =
        Auditor.of(Mechanisms.PURE).maximumRuns(3000).maximumDuration(Duration.ofMinutes(1));
    long[] now = {0};
    AuditReport report =
        limited.withClock(() -> now[0] += 1_000_000_000L).audit(RICH, PAIRS).withoutTiming();
    assertEquals("time ran out before the claim was refuted", report.reason());
    assertNotEquals(report, limited.withClock(() -> 0).audit(RICH, PAIRS).withoutTiming());
  }
}
