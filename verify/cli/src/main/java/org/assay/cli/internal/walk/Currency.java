package org.assay.cli.internal.walk;

import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.WalkLowerBound;
import org.assay.verify.walk.WalkObjective;

/**
 * The privacy parameter that a run of noisy gradient descent is bounded in: a Rényi divergence, or
 * epsilon at a delta. Knows how to bound it from above and from below.
 */
public sealed interface Currency {
  /**
   * The certified upper bound.
   *
   * @param bound the run
   * @return its certificate
   * @throws ArithmeticException if no finite bound is known
   */
  LastIterateCertificate certify(LastIterate bound);

  /**
   * The number that a guarantee states.
   *
   * @param guarantee of the kind that {@link #certify} claims
   * @return the privacy parameter
   */
  double valueOf(Guarantee guarantee);

  /**
   * The upper bound by composition over all steps.
   *
   * @param bound the run
   * @return an upper bound
   */
  double composition(LastIterate bound);

  /**
   * The objective of the search for walks.
   *
   * @return the objective
   */
  WalkObjective objective();

  /**
   * The lower bound that walks prove.
   *
   * @param walks the pair of walks
   * @return a lower bound
   */
  CertifiedLoss of(WalkLowerBound walks);

  /**
   * The lower bound that walks of changing losses prove.
   *
   * @param walks the pair of walks
   * @return a lower bound
   */
  RampLoss of(RampLowerBound walks);

  /**
   * The parameter in words.
   *
   * @return for example {@code epsilon at delta 1.0E-5}
   */
  String describe();

  /**
   * Rényi divergence.
   *
   * @param order finite and above 1
   */
  record Renyi(double order) implements Currency {
    @Override
    public LastIterateCertificate certify(LastIterate bound) {
      return bound.certifyRenyi(order);
    }

    @Override
    public double valueOf(Guarantee guarantee) {
      return ((Guarantee.Renyi) guarantee).epsilonByOrder().firstEntry().getValue();
    }

    @Override
    public double composition(LastIterate bound) {
      return bound.compositionRenyi(order);
    }

    @Override
    public WalkObjective objective() {
      return WalkObjective.renyi(order);
    }

    @Override
    public CertifiedLoss of(WalkLowerBound walks) {
      return walks.renyi(order);
    }

    @Override
    public RampLoss of(RampLowerBound walks) {
      return walks.renyi(order);
    }

    @Override
    public String describe() {
      return objective().toString();
    }
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   */
  record Epsilon(double delta) implements Currency {
    @Override
    public LastIterateCertificate certify(LastIterate bound) {
      return bound.certifyEpsilon(delta);
    }

    @Override
    public double valueOf(Guarantee guarantee) {
      return ((Guarantee.Approximate) guarantee).epsilon();
    }

    @Override
    public double composition(LastIterate bound) {
      return bound.compositionEpsilon(delta);
    }

    @Override
    public WalkObjective objective() {
      return WalkObjective.epsilon(delta);
    }

    @Override
    public CertifiedLoss of(WalkLowerBound walks) {
      return walks.epsilon(delta);
    }

    @Override
    public RampLoss of(RampLowerBound walks) {
      return walks.epsilon(delta);
    }

    @Override
    public String describe() {
      return objective().toString();
    }
  }
}
