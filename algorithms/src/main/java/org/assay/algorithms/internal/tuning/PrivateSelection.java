package org.assay.algorithms.internal.tuning;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.run.PrivateRun;

/**
 * Releases the best of a random number of private runs ([@PapernotSteinke2022]). Before the data
 * are looked at, a number K is drawn. Then K times a candidate is chosen uniformly, whatever the
 * data are, and run with fresh randomness. The run with the largest score is released, and neither
 * the others nor K. The first of equal scores counts, which is a uniform choice among them, as runs
 * are independent and alike.
 *
 * @param candidates at least one; their events have one adjacency relation
 * @param sampler draws K
 * @param <D> the kind of data
 * @param <R> the kind of release
 */
public record PrivateSelection<D, R>(List<Candidate<D, R>> candidates, RepetitionSampler sampler) {
  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if there is no candidate, or relations are mixed
   */
  public PrivateSelection {
    candidates = List.copyOf(candidates);
    Parameters.requireGiven("sampler", sampler);
    if (candidates.isEmpty()) {
      throw new InvalidParameterException("candidates", "was empty: at least one is needed");
    }
    for (Candidate<D, R> candidate : candidates) {
      candidates.get(0).event().adjacency().requireSame(candidate.event().adjacency());
    }
  }

  /**
   * What bounds a single run. It is a mixture of the candidates with weights that are independent
   * of the data, and it tells which one it was, so its divergences at every order and epsilon are
   * at most the largest of theirs. Parts in fixed slots are bounded by just that: the worst part.
   *
   * @return the event of a candidate, or several beside each other where they differ
   */
  public DpEvent singleRun() {
    List<DpEvent> distinct = candidates.stream().map(Candidate::event).distinct().toList();
    return distinct.size() == 1
        ? distinct.get(0)
        : new ParallelEvent(distinct, ParallelEvent.Assignment.BY_SLOT);
  }

  /** What the selection spends. */
  public DpEvent event() {
    return new RepeatAndSelectEvent(singleRun(), sampler.law());
  }

  /**
   * Selects.
   *
   * @param data the data
   * @param random the source of randomness; cryptographically strong for a release that matters
   * @return the best run, and what the whole cost
   * @throws java.util.concurrent.CancellationException if the thread is interrupted; nothing is
   *     released
   */
  public PrivateRun<Selected<R>> run(D data, RandomGenerator random) {
    long left = sampler.next(random);
    Selected<R> best = single(data, random);
    while (--left > 0) {
      Selected<R> other = single(data, random);
      best = other.best().score() > best.best().score() ? other : best;
    }
    return new PrivateRun<>(best, event());
  }

  /** How many runs there were before an interruption is not said. */
  private Selected<R> single(D data, RandomGenerator random) {
    Interruption.requireNone();
    int index = random.nextInt(candidates.size());
    return new Selected<>(index, candidates.get(index).mechanism().run(data, random));
  }
}
