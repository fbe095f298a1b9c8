package org.assay.algorithms.internal.optimize.onepass;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * An algorithm of iterative localization. Subclasses choose how records are split into phases, the
 * solver, the step sizes and the noise; how phases run, what they spend and how far the release may
 * be from the best parameter follows from these.
 *
 * @param <A> the subclass
 */
abstract sealed class LocalizedAlgorithm<A extends LocalizedAlgorithm<A>>
    implements PrivateAlgorithm
    permits PhasedSgd, PhasedErm, StronglyConvexPhasedSgd, StronglyConvexReduction {
  private final Localized localized;

  LocalizedAlgorithm(Localized localized) {
    this.localized = localized;
  }

  /** The same algorithm with other phases or another starting point. */
  abstract A of(Localized localized);

  Localized localized() {
    return localized;
  }

  PhasedRelease release() {
    return localized.release();
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution, from the step sizes and noise really used.
   *
   * @return the bound, in the unit of the loss
   */
  public double excessLossBound() {
    return localized.excessLossBound();
  }

  /**
   * What is claimed when one record is replaced: mu-Gaussian privacy, which for mu = rho implies
   * the paper's rho²/2-zCDP. For {@link PhasedErm#paperSchedule} it is the paper's own statement,
   * whether it holds or not.
   *
   * @return the claim
   */
  public Guarantee claimedGuarantee() {
    return localized.claim();
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public A withStartingPoint(double[] point) {
    return of(localized.startingAt(point));
  }

  @Override
  public DpEvent event() {
    return release().event();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    return release().run(dataset, random);
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "(" + claimedGuarantee() + ", " + release() + ")";
  }
}
