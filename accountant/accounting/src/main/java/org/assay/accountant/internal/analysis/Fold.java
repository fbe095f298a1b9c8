package org.assay.accountant.internal.analysis;

import java.util.List;

/**
 * How what is known of single steps adds up along a run. A fold sees steps, never an event, and
 * counts only here, so no mechanism can forget a count.
 *
 * @param <C> what is known, such as a curve or a number
 */
abstract class Fold<C> {
  /** A run that does not look at the data: the neutral element of {@link #sum}. */
  abstract C zero();

  /** Two runs, one after the other. */
  abstract C sum(C first, C second);

  /** Any number of runs, one after the other. */
  C total(List<C> parts) {
    return parts.stream().reduce(zero(), this::sum);
  }

  /** A run that is repeated, at least once. */
  abstract C multiple(C once, long count);

  /**
   * One step.
   *
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no known theorem bounds it
   */
  abstract C step(Step step);

  /** The fold for a part whose parameters nobody stated: they were computed. */
  Fold<C> computed() {
    return this;
  }

  /** A run that another one dominates, whose cost the run need not attain. */
  C dominatedBy(C dominating) {
    return dominating;
  }

  /** Steps on a random allocation, by what is known of the steps with a published allocation. */
  C published(C known) {
    return dominatedBy(known);
  }
}
