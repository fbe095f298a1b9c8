package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Checks of the parameters of dominating pairs. */
public final class PairGuards {
  /** Largest loss: {@code e^-600} is still a normal number. */
  public static final double LARGEST_LOSS = 600;

  /**
   * Largest shift, in standard deviations; losses of larger shifts are far above the largest loss.
   */
  static final double LARGEST_SHIFT = 1000;

  /** Largest number of components of a Gaussian mixture. Not tuned: bounds the time. */
  private static final int MOST_COMPONENTS = 1000;

  private PairGuards() {}

  public static void requirePositive(String name, Enclosure value) {
    Parameters.requirePositive(name, value.lower());
    Parameters.requirePositive(name, value.upper());
  }

  public static void requireNear(String what, double shift) {
    if (!(shift <= LARGEST_SHIFT)) {
      throw new UnsupportedEventException(
          what, "it exceeds " + LARGEST_SHIFT + " standard deviations; use the Rényi accountant");
    }
  }

  public static void requireModerate(String what, double loss) {
    if (!(loss <= LARGEST_LOSS)) {
      throw new UnsupportedEventException(
          what, "its loss exceeds " + LARGEST_LOSS + ", which has no use as a distribution");
    }
  }

  /** Checks that weights sum to 1, and that they and the shifts of a mixture are in range. */
  public static void requireMixture(List<Enclosure> weights, List<Enclosure> shifts) {
    if (!(weights.size() == shifts.size()
        && weights.size() >= 1
        && weights.size() <= MOST_COMPONENTS)) {
      throw new IllegalArgumentException(
          "there were "
              + weights.size()
              + " weights and "
              + shifts.size()
              + " shifts: both must be equally many, from 1 to "
              + MOST_COMPONENTS);
    }
    weights.forEach(weight -> Parameters.requireProbability("weight", weight.lower()));
    shifts.forEach(shift -> Parameters.requireNonNegative("shift", shift.lower()));
    shifts.forEach(shift -> Parameters.requireNonNegative("shift", shift.upper()));
    Enclosure total = weights.stream().reduce(Enclosure.ZERO, Enclosure::plus);
    if (!total.contains(1)) {
      throw new IllegalArgumentException("weights summed to " + total + ": they must sum to 1");
    }
    shifts.forEach(shift -> requireNear("a shift of " + shift, shift.upper()));
  }
}
