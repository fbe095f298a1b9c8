package org.assay.accountant.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.internal.divergence.MomentSum;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A mechanism that two listed distributions dominate. Domination at every γ above 0 implies
 * domination for all f-divergences, Rényi divergences among them, and for compositions and samples
 * ([@ZhuDongWang2022], Theorems 10 and 11). For several steps of the relation only the epsilon of a
 * step is used.
 */
final class PairStep extends Step {
  private final PairEvent pair;

  PairStep(PairEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.pair = event;
  }

  /** The largest loss; it is infinite for outcomes of one distribution alone. */
  @Override
  public Enclosure epsilon() {
    neighbours().requireOwnRelation(pair);
    return epsilonOfOne().times(Enclosure.ofCount(neighbours().size()));
  }

  private boolean isOneSided() {
    for (int i = 0; i < pair.left().size(); i++) {
      if ((pair.left().get(i).signum() == 0) != (pair.right().get(i).signum() == 0)) {
        return true;
      }
    }
    return false;
  }

  private Enclosure epsilonOfOne() {
    if (isOneSided()) {
      return super.epsilon();
    }
    Enclosure largest = Enclosure.ZERO;
    for (int i = 0; i < pair.left().size(); i++) {
      if (pair.left().get(i).signum() > 0) {
        Enclosure loss = ratio(i).log();
        largest = largest.max(loss).max(loss.negate());
      }
    }
    return largest;
  }

  private Enclosure ratio(int outcome) {
    return enclosed(pair.left().get(outcome).dividedBy(pair.right().get(outcome)));
  }

  private static Enclosure enclosed(Rational exact) {
    return Enclosure.of(exact.down(), exact.up());
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requireOwnRelation(pair);
    if (isOneSided()) {
      throw new UnsupportedEventException(
          pair.describe(),
          "every Rényi divergence is infinite, because an outcome has a probability under one law"
              + " alone; use privacy losses");
    }
    List<Outcome> forward = new ArrayList<>();
    List<Outcome> backward = new ArrayList<>();
    for (int i = 0; i < pair.left().size(); i++) {
      if (!pair.left().get(i).equals(pair.right().get(i))) {
        Enclosure loss = ratio(i).log();
        forward.add(new Outcome(enclosed(pair.left().get(i)).log(), loss));
        backward.add(new Outcome(enclosed(pair.right().get(i)).log(), loss.negate()));
      }
    }
    return curve(
            order -> divergence(forward, order).max(divergence(backward, order)),
            PureMechanism.zeroConcentration(epsilonOfOne()).upper())
        .forGroupsOf(neighbours().size());
  }

  /** A loss, and the logarithm of its mass under the first distribution. */
  private record Outcome(Enclosure logMass, Enclosure loss) {}

  /** Outcomes of loss 0 add nothing to the sum. */
  private static Enclosure divergence(List<Outcome> outcomes, double order) {
    double largest = 0;
    for (Outcome outcome : outcomes) {
      double exponent =
          outcome.logMass().midpoint() + (order - 1) * Math.abs(outcome.loss().midpoint());
      largest = Math.max(largest, exponent);
    }
    MomentSum sum = new MomentSum(order, largest);
    outcomes.forEach(outcome -> sum.add(outcome.logMass(), outcome.loss()));
    return sum.renyi();
  }

  @Override
  public RunShape shape() {
    return RunShape.MIXTURE;
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(pair);
    return neighbours().areSingle()
        ? DominatingPairs.of(listed(), neighbours().adjacency())
        : DominatingPairs.pureSteps(
            epsilonOfOne().upper(), neighbours().size(), neighbours().adjacency());
  }

  private AtomicPair listed() {
    List<LossAtom> atoms = new ArrayList<>();
    Enclosure neutral = Enclosure.ZERO;
    for (int i = 0; i < pair.left().size(); i++) {
      Rational p = pair.left().get(i);
      Rational q = pair.right().get(i);
      if (p.equals(q)) {
        neutral = neutral.plus(enclosed(p));
      } else {
        atoms.add(new LossAtom(enclosed(p), enclosed(q)));
      }
    }
    return new AtomicPair("pair of listed laws", atoms, neutral, LossTails.NONE, 0);
  }
}
