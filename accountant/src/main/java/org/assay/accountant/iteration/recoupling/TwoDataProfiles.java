package org.assay.accountant.iteration.recoupling;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * Profiles of Gaussian mechanisms at the losses of a {@link TwoDataLattice}, rounded up: two runs
 * on neighbouring data from one point, and from two whose distance is hidden.
 */
final class TwoDataProfiles {
  /** Between the mu of which profiles are kept. */
  private static final double MU_RATIO = 1.008;

  private static final double SMALLEST_MU = 1e-3;

  /** More than 1/√(2π). */
  private static final double STEEPEST = 0.39895;

  /** Smaller values are as good as this one. */
  private static final double NEGLIGIBLE = 1e-280;

  /** More than the relative rounding error of the exchange, chords and their weights. */
  private static final double RAISED = 1 + 1e-12;

  private final TwoDataLattice lattice;
  private final Enclosure shift;
  private final Map<Integer, double[]> kept = new ConcurrentHashMap<>();

  /** {@code e^(−l spacing)} and {@code 1 − e^(−l spacing)}. */
  private final double[] decay;

  private final double[] gap;

  TwoDataProfiles(TwoDataLattice lattice, Enclosure shift) {
    this.lattice = lattice;
    this.shift = shift;
    this.decay = new double[lattice.losses()];
    this.gap = new double[lattice.losses()];
    for (int l = 0; l < decay.length; l++) {
      decay[l] = Math.exp(-l * lattice.spacing());
      gap[l] = -Math.expm1(-l * lattice.spacing());
    }
  }

  /** Two runs from one point. */
  double[] composed(int blocks) {
    Enclosure steps = Enclosure.ofCount(Math.multiplyExact(lattice.steps(), (long) blocks));
    return between(shift.times(steps.sqrt()).upper());
  }

  /** Two runs of which the whole distance is hidden. */
  double[] hidden(int place, int blocks) {
    Enclosure root = Enclosure.exact(blocks).sqrt();
    Enclosure distance = Enclosure.exact(lattice.cell()).times((double) place);
    Enclosure shifts = Enclosure.exact(lattice.cell()).times(lattice.shift()).times(root);
    return between(distance.dividedBy(root).plus(shifts).upper());
  }

  /** From the profiles that are kept: by the chord where it bounds, else by the largest slope. */
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

  /** The last mu of which a profile is kept that is at most this, or the smallest of all. */
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
    return kept.computeIfAbsent(index, missing -> profile(mu(missing)));
  }

  private double[] profile(double mu) {
    double[] profile = new double[lattice.losses()];
    double last = 1;
    for (int l = 0; l < profile.length; l++) {
      double delta =
          last < NEGLIGIBLE ? last : GaussianMechanism.delta(mu, l * lattice.spacing()).upper();
      last = Math.min(last, delta);
      profile[l] = last;
    }
    return profile;
  }

  /**
   * A bound from so many losses below 0, by the exchange of the data, to so many beyond the last,
   * the value of which bounds them.
   */
  double[] extended(double[] profile, int margin) {
    int losses = profile.length;
    double[] all = new double[losses + 2 * margin];
    Arrays.fill(all, 0, margin, 1);
    for (int l = 1; l <= Math.min(margin, losses - 1); l++) {
      all[margin - l] = Math.min(1, (gap[l] + decay[l] * profile[l]) * RAISED);
    }
    System.arraycopy(profile, 0, all, margin, losses);
    Arrays.fill(all, margin + losses, all.length, profile[losses - 1]);
    return all;
  }
}
