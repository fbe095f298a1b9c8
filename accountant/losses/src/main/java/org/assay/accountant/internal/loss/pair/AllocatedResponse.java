package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A step of two outcomes, such as randomized response, on a record that takes part once, at a
 * uniformly random one of t steps. The mean of the likelihood ratios depends on the number of first
 * outcomes among the t outcomes. This number is binomial if the record takes no part, so all
 * outcomes of the pair can be listed. Proof: {@code loss/doc-files/random-allocation.md}.
 */
public final class AllocatedResponse {
  /** Probability below which outcomes are omitted and bounded. */
  private static final double NEGLIGIBLE = 1e-250;

  /**
   * Largest number of steps whose outcomes are listed. More steps never cost more, so they get the
   * pair of this number, which dominates but is not attained. Not tuned: bounds the time.
   */
  public static final long MOST_STEPS = 1_000_000;

  private AllocatedResponse() {}

  /** The pair with the record against without the record, if the base has two outcomes. */
  public static Optional<OrderedPair> pair(long steps, OrderedPair base) {
    boolean listed =
        !base.continuous() && base.neutral().upper() == 0 && base.omitted().equals(LossTails.NONE);
    List<LossAtom> outcomes = listed ? base.atoms() : List.of();
    return outcomes.size() == 2
            && outcomes.stream().allMatch(one -> one.p().lower() > 0 && one.q().lower() > 0)
        ? Optional.of(pair(Math.min(steps, MOST_STEPS), base, outcomes.get(0), outcomes.get(1)))
        : Optional.empty();
  }

  private static OrderedPair pair(long steps, OrderedPair base, LossAtom first, LossAtom second) {
    Enclosure one = first.p().dividedBy(first.q());
    Enclosure other = second.p().dividedBy(second.q());
    Enclosure count = Enclosure.ofCount(steps);
    BinomialWindow answers = BinomialWindow.of(steps, first.q(), NEGLIGIBLE);
    List<LossAtom> atoms = new ArrayList<>();
    for (long j = answers.first(); j <= answers.last(); j++) {
      Enclosure q = answers.mass(j);
      Enclosure sum =
          one.times(Enclosure.ofCount(j)).plus(other.times(Enclosure.ofCount(steps - j)));
      atoms.add(new LossAtom(q.times(sum.dividedBy(count)).min(Enclosure.ONE), q));
    }
    double left = answers.rest();
    return new AtomicPair(
        base.name() + " at one of " + steps + " steps",
        atoms,
        Enclosure.ZERO,
        LossTails.unknown(one.max(other).times(left).upper(), left),
        0);
  }
}
