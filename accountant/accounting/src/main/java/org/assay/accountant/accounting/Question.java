package org.assay.accountant.accounting;

import java.util.function.Predicate;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.composition.OneOrder;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.LargestCoordinate;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;

/**
 * A question about a privacy profile: epsilon at a delta, or delta at an epsilon. Each method
 * answers the question from one representation of the profile, such as a convolution or a contour
 * integral.
 */
sealed interface Question {
  /** The wanted accuracy of an answer by convolutions. */
  Accuracy accuracy();

  /** The neighbour that has the output distribution P in {@code P(A) - e^ε Q(A)}. */
  enum Order {
    /** The order of the neighbours with the larger divergence. */
    EITHER,
    /** The neighbour with the record. */
    REMOVING,
    /** The neighbour without the record. */
    ADDING
  }

  /** Never ends early: a method narrows its enclosure up to the method's own limit. */
  Predicate<Enclosure> NARROWEST = never -> false;

  /** Whether an enclosure of the answer suffices, so that a narrower one need not be computed. */
  boolean isSettledBy(Enclosure found);

  Enclosure of(MixedComposition composition);

  Enclosure of(PrivacyLossDistribution distribution);

  Enclosure of(Accountant accountant);

  /** An upper bound of the answer for the accountant's events and a further failure probability. */
  double besides(double spent, Accountant accountant);

  /** The certified answer for a run that releases its last iterate only. */
  LastIterateCertificate of(LastIterate bound);

  /** An upper bound by composition, where the dominating pair may differ from step to step. */
  double ofChosenPairs(NoisySgdComposition steps);

  /** The upper bound that a proved guarantee implies. */
  double of(Guarantee.Approximate proved);

  /** The largest answer that pure differential privacy of an epsilon allows. */
  double ofPure(double pure);

  /** The answer for the Gaussian mechanism, which rises with mu. */
  Enclosure ofGaussian(double mu);

  /** A lower bound of the answer, proved by a test of the largest coordinate. */
  double ofTest(LargestCoordinate test);

  /** An upper bound for releasing the best of several runs. */
  double of(SelectionAnswer selection);

  /** A lower bound for releasing the best of several runs, proved by tests of the output. */
  double of(SelectionTest test);

  /** The same question, where convolutions are at least as accurate as {@code least}. */
  Question finer(double least);

  /**
   * Epsilon at a delta, convolutions to a relative accuracy.
   *
   * @param settled whether an enclosure of a contour is narrow enough before its limit
   */
  record EpsilonAt(double delta, Accuracy accuracy, Predicate<Enclosure> settled)
      implements Question {
    EpsilonAt(double delta, Accuracy accuracy) {
      this(delta, accuracy, NARROWEST);
    }

    @Override
    public boolean isSettledBy(Enclosure found) {
      return settled.test(found);
    }

    @Override
    public Enclosure of(MixedComposition composition) {
      return composition.epsilon(delta, settled);
    }

    @Override
    public Enclosure of(PrivacyLossDistribution distribution) {
      return distribution.epsilon(delta, accuracy);
    }

    @Override
    public Enclosure of(Accountant accountant) {
      return accountant.epsilonAt(delta);
    }

    @Override
    public double besides(double spent, Accountant accountant) {
      double left = Rounding.subtractDown(delta, spent);
      return left > 0 ? accountant.epsilonAt(left).upper() : Double.POSITIVE_INFINITY;
    }

    @Override
    public LastIterateCertificate of(LastIterate bound) {
      return bound.certifyEpsilon(delta);
    }

    @Override
    public double ofChosenPairs(NoisySgdComposition steps) {
      return steps.chosenEpsilon(delta);
    }

    @Override
    public double of(Guarantee.Approximate proved) {
      return proved.epsilon();
    }

    @Override
    public double ofPure(double pure) {
      return pure;
    }

    @Override
    public Enclosure ofGaussian(double mu) {
      return mu > 0 ? GaussianMechanism.epsilon(mu, delta) : Enclosure.ZERO;
    }

    @Override
    public double ofTest(LargestCoordinate test) {
      return test.epsilon(delta);
    }

    @Override
    public double of(SelectionAnswer selection) {
      return selection.epsilon(delta);
    }

    @Override
    public double of(SelectionTest test) {
      return test.epsilon(delta);
    }

    @Override
    public Question finer(double least) {
      return new EpsilonAt(delta, accuracy.finer(least));
    }
  }

  /**
   * Delta at an epsilon, convolutions to a relative accuracy.
   *
   * @param settled whether an enclosure of a contour is narrow enough before its limit
   * @param order which neighbour comes first; bounds that hold for both orders are used for either
   */
  record DeltaAt(double epsilon, Accuracy accuracy, Predicate<Enclosure> settled, Order order)
      implements Question {
    DeltaAt(double epsilon, Accuracy accuracy, Predicate<Enclosure> settled) {
      this(epsilon, accuracy, settled, Order.EITHER);
    }

    DeltaAt(double epsilon, Accuracy accuracy) {
      this(epsilon, accuracy, NARROWEST);
    }

    @Override
    public boolean isSettledBy(Enclosure found) {
      return settled.test(found);
    }

    @Override
    public Enclosure of(MixedComposition composition) {
      return order == Order.EITHER
          ? composition.delta(epsilon, settled)
          : OneOrder.delta(composition, epsilon, order == Order.REMOVING, settled);
    }

    @Override
    public Enclosure of(PrivacyLossDistribution distribution) {
      return order == Order.EITHER
          ? distribution.delta(epsilon, accuracy)
          : distribution.deltaInOrder(epsilon, accuracy, order == Order.ADDING);
    }

    @Override
    public Enclosure of(Accountant accountant) {
      return accountant.deltaAt(epsilon);
    }

    @Override
    public double besides(double spent, Accountant accountant) {
      return Math.min(1, Rounding.addUp(accountant.deltaAt(epsilon).upper(), spent));
    }

    @Override
    public LastIterateCertificate of(LastIterate bound) {
      return bound.certifyDelta(epsilon);
    }

    @Override
    public double ofChosenPairs(NoisySgdComposition steps) {
      return steps.chosenDelta(epsilon);
    }

    @Override
    public double of(Guarantee.Approximate proved) {
      return proved.delta();
    }

    @Override
    public double ofPure(double pure) {
      return pure <= epsilon ? 0 : 1;
    }

    @Override
    public Enclosure ofGaussian(double mu) {
      return GaussianMechanism.delta(mu, epsilon);
    }

    @Override
    public double ofTest(LargestCoordinate test) {
      return order == Order.EITHER ? test.delta(epsilon) : 0;
    }

    @Override
    public double of(SelectionAnswer selection) {
      return selection.delta(epsilon);
    }

    @Override
    public double of(SelectionTest test) {
      return order == Order.EITHER ? test.delta(epsilon) : 0;
    }

    @Override
    public Question finer(double least) {
      return new DeltaAt(epsilon, accuracy.finer(least), NARROWEST, order);
    }
  }
}
