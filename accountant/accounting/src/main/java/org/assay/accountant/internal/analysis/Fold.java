package org.assay.accountant.internal.analysis;

import java.util.List;

/**
 * Combines the known bounds of single steps along a run. A fold sees steps, never an event.
 * Repetitions are counted only here, so no mechanism can forget a count.
 *
 * @param <C> the kind of bound, such as a curve or a number
 */
abstract class Fold<C> {
  /** The bound of a run that does not look at the data: the neutral element of {@link #sum}. */
  abstract C zero();

  /** The bound of two runs, one after the other. */
  abstract C sum(C first, C second);

  /** The bound of any number of runs, one after the other. */
  C total(List<C> parts) {
    return parts.stream().reduce(zero(), this::sum);
  }

  /** The bound of a run that is repeated, at least once. */
  abstract C multiple(C once, long count);

  /**
   * The bound of one step.
   *
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no known theorem bounds it
   */
  abstract C step(Step step);

  /** The fold for a part whose parameters are computed, not stated. */
  Fold<C> computed() {
    return this;
  }

  /** The bound of a run that another run dominates; the run need not attain the other's cost. */
  C dominatedBy(C dominating) {
    return dominating;
  }

  /** The bound of steps on a random allocation, from the bound for a published allocation. */
  C published(C known) {
    return dominatedBy(known);
  }
}
