package org.assay.bench;

import org.assay.verify.catalogue.Target;

/**
 * A target against what was measured.
 *
 * @param target the target
 * @param within how many audits refuted within the target's runs
 * @param score all audits of the entry
 */
record TargetResult(Target target, long within, Score score) {
  boolean isMet() {
    return within >= Target.POWER * score.reports().size()
        && score.medianSeconds() <= target.seconds();
  }
}
