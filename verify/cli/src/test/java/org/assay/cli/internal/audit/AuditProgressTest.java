package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.assay.verify.audit.Checkpoint;
import org.junit.jupiter.api.Test;

class AuditProgressTest {
  private final AtomicLong nanos = new AtomicLong();

  private AuditProgress progress(Optional<Duration> limit) {
    return new AuditProgress("small", 20_000, 1e-3, limit, nanos::get);
  }

  private void pass(long seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void runsShareOfTheBudgetWealthAndWhatIsLeft() {
    AuditProgress progress = progress(Optional.empty());
    assertEquals(
        "small: 0 of 20000 runs (0%), wealth 1.00 of 1000",
        progress.describe(new Checkpoint(0, 0)));
    pass(30);
    assertEquals(
        "small: 5000 of 20000 runs (25%), wealth 20.1 of 1000, at most 1 min 30 s more",
        progress.describe(new Checkpoint(5000, 3)));
    pass(9970);
    assertEquals(
        "small: 10000 of 20000 runs (50%), wealth e^800 of 1000, at most 2 h 46 min more",
        progress.describe(new Checkpoint(10_000, 800)));
  }

  @Test
  void replayedRunsSayNothingAboutSpeed() {
    AuditProgress progress = progress(Optional.empty());
    pass(1);
    progress.resumed(new Checkpoint(10_000, -2));
    pass(10);
    assertEquals(
        "small: 15000 of 20000 runs (75%), wealth 0.135 of 1000, at most 10 s more",
        progress.describe(new Checkpoint(15_000, -2)));
  }

  @Test
  void aLimitOfTimeEndsAnAuditToo() {
    AuditProgress progress = progress(Optional.of(Duration.ofSeconds(100)));
    pass(60);
    assertEquals(
        "small: 2000 of 20000 runs (10%), wealth 1.00 of 1000, at most 40 s more",
        progress.describe(new Checkpoint(2000, 0)));
  }
}
