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

/** What is asked of a privacy profile, in whichever form the profile is at hand. */
sealed interface Question {
  /** The accuracy of convolutions. */
  Accuracy accuracy();

  /** Which of two neighbours comes first: {@code P(A) - e^ε Q(A)} is about P, the first one. */
  enum Order {
    /** Whichever loses more. */
    EITHER,
    /** The one with the record. */
    REMOVING,
    /** The one without it. */
    ADDING
  }

  /** No enclosure is narrow enough before the method's own limit. */
  Predicate<Enclosure> NARROWEST = never -> false;

  /** Whether an enclosure of the answer tells all that is asked, although it may be wide. */
  boolean isSettledBy(Enclosure found);

  Enclosure of(MixedComposition composition);

  Enclosure of(PrivacyLossDistribution distribution);

  Enclosure of(Accountant accountant);

  /** An upper end of the answer where a delta was spent besides, which is added to it. */
  double besides(double spent, Accountant accountant);

  /** What is proved about the last iterate. */
  LastIterateCertificate of(LastIterate bound);

  /** What composition proves by pairs that may differ from step to step. */
  double ofChosenPairs(NoisySgdComposition steps);

  /** The answer that a guarantee gives. */
  double of(Guarantee.Approximate proved);

  /** The answer that pure differential privacy of an epsilon gives at most. */
  double ofPure(double pure);

  /** The answer for the Gaussian mechanism, which rises with mu. */
  Enclosure ofGaussian(double mu);

  /** What a test proves: no answer lies below it. */
  double ofTest(LargestCoordinate test);

  /** What the best of several runs is known to satisfy. */
  double of(SelectionAnswer selection);

  /** What tests prove of the best of several runs. */
  double of(SelectionTest test);

  /** This question with convolutions to at least an accuracy. */
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
   * @param order which order of the neighbours; a bound that does not tell orders apart answers for
   *     both
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
