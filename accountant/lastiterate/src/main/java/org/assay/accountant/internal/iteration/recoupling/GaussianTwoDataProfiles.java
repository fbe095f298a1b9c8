package org.assay.accountant.internal.iteration.recoupling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * Profiles of full batches, whose compositions are Gaussian mechanisms. Shifts of the noise bring
 * two runs together from a distance r in K steps, while gradients push the runs apart by s in each
 * step. With c the Lipschitz constant of a step, {@code mu = r / √Σ c^(−2i) + s √K}.
 */
final class GaussianTwoDataProfiles extends TwoDataProfiles {
  /** Ratio of successive mu whose profiles are kept. Not tuned. */
  private static final double MU_RATIO = 1.008;

  /** Smallest mu that is tabulated. Not tuned. */
  private static final double SMALLEST_MU = 1e-3;

  /** Upper bound of 1/√(2π), the largest slope of a Gaussian profile in mu. */
  private static final double STEEPEST = 0.39895;

  /**
   * Value below which the profile is not computed further: the last value bounds all later ones.
   */
  private static final double NEGLIGIBLE = 1e-280;

  private final DistanceGrowth growth;
  private final Map<Integer, double[]> kept = new ConcurrentHashMap<>();

  GaussianTwoDataProfiles(TwoDataLattice lattice, DistanceGrowth growth) {
    super(lattice);
    this.growth = growth;
  }

  @Override
  double[] composed(int blocks) {
    return between(composedMu(blocks).upper());
  }

  private Enclosure composedMu(int blocks) {
    return growth.gradient().times(Enclosure.exact(lattice.steps(blocks)).sqrt());
  }

  @Override
  double[] hidden(int place, int blocks) {
    Enclosure hiding = growth.hidingMu(lattice.distance(place), lattice.steps(blocks));
    return between(hiding.plus(composedMu(blocks)).upper());
  }

  @Override
  boolean hidesEasily() {
    return true;
  }

  @Override
  double[] met(int blocks) {
    return composed(blocks);
  }

  /**
   * An upper bound between two kept profiles: by the chord where the profile is convex in mu, else
   * by the largest slope.
   */
  private double[] between(double mu) {
    int index = index(mu);
    double[] smaller = kept(index);
    if (mu <= mu(index)) {
      return smaller.clone();
    }
    double[] larger = kept(index + 1);
    double above = mu - mu(index);
    double weight = Math.min(1, above / (mu(index + 1) - mu(index)) * RAISED);
    double convex = mu(index + 1) * mu(index + 1) / 2 * RAISED;
    double[] profile = new double[smaller.length];
    for (int l = 0; l < profile.length; l++) {
      boolean chord = l * lattice.spacing() >= convex;
      double rise = chord ? weight * (larger[l] - smaller[l]) : STEEPEST * above;
      profile[l] = Math.min(larger[l], (smaller[l] + rise) * RAISED);
    }
    return profile;
  }

  /** Index of the largest kept mu that is at most the given one, or of the smallest kept mu. */
  private static int index(double mu) {
    int index = (int) Math.max(0, Math.log(mu / SMALLEST_MU) / Math.log(MU_RATIO));
    while (index > 0 && mu(index) > mu) {
      index--;
    }
    while (mu(index + 1) < mu) {
      index++;
    }
    return index;
  }

  private static double mu(int index) {
    return SMALLEST_MU * Math.pow(MU_RATIO, index);
  }

  private double[] kept(int index) {
    return kept.computeIfAbsent(index, missing -> profile(lattice, mu(missing)));
  }

  /** The profile of one Gaussian mechanism. */
  static double[] profile(TwoDataLattice lattice, double mu) {
    double[] profile = new double[lattice.losses()];
    double last = 1;
    for (int l = 0; l < profile.length; l++) {
      double delta =
          last < NEGLIGIBLE ? last : GaussianMechanism.deltaUp(mu, l * lattice.spacing());
      last = Math.min(last, delta);
      profile[l] = last;
    }
    return profile;
  }
}
