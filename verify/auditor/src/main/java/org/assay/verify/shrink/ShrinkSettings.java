package org.assay.verify.shrink;

import java.util.function.Consumer;
import org.assay.verify.internal.inference.CheckSettings;
import org.assay.verify.shrink.ShrunkWitness.ShrinkStep;

/**
 * Settings of a search.
 *
 * @param check error probability of certifying any pair while the claim is true, and root seed
 * @param maximumRuns budget in runs, all audits together, at least 2
 * @param maximumRunsPerAudit budget of one audit, at least 1
 * @param maximumAudits how many audits the search may use, at least 1
 * @param listener called after every audit, on the thread that shrinks
 */
record ShrinkSettings(
    CheckSettings check,
    long maximumRuns,
    long maximumRunsPerAudit,
    int maximumAudits,
    Consumer<ShrinkStep> listener) {
  /** The settings of {@link Shrinker#of}. Not tuned. */
  static final ShrinkSettings DEFAULT =
      new ShrinkSettings(CheckSettings.DEFAULT, 4_000_000, 100_000, 1000, step -> {});

  ShrinkSettings with(CheckSettings changed) {
    return new ShrinkSettings(changed, maximumRuns, maximumRunsPerAudit, maximumAudits, listener);
  }

  ShrinkSettings withMaximumRuns(long count) {
    return new ShrinkSettings(check, count, maximumRunsPerAudit, maximumAudits, listener);
  }

  ShrinkSettings withMaximumRunsPerAudit(long count) {
    return new ShrinkSettings(check, maximumRuns, count, maximumAudits, listener);
  }

  ShrinkSettings withMaximumAudits(int count) {
    return new ShrinkSettings(check, maximumRuns, maximumRunsPerAudit, count, listener);
  }

  ShrinkSettings withListener(Consumer<ShrinkStep> changed) {
    return new ShrinkSettings(check, maximumRuns, maximumRunsPerAudit, maximumAudits, changed);
  }
}
