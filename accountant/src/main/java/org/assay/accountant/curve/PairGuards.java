package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Checks of the parameters of dominating pairs. */
final class PairGuards {
  /** Largest loss: {@code e^-600} is still a normal number. */
  static final double LARGEST_LOSS = 600;

  /**
   * Largest shift, in standard deviations; losses of larger shifts are far above the largest loss.
   */
  static final double LARGEST_SHIFT = 1000;

  private PairGuards() {}

  static void requirePositive(String name, Enclosure value) {
    Parameters.requirePositive(name, value.lower());
    Parameters.requirePositive(name, value.upper());
  }

  static void requireNear(String what, double shift) {
    if (!(shift <= LARGEST_SHIFT)) {
      throw new UnsupportedEventException(
          what, "it exceeds " + LARGEST_SHIFT + " standard deviations; use the Rényi accountant");
    }
  }

  static void requireModerate(String what, double loss) {
    if (!(loss <= LARGEST_LOSS)) {
      throw new UnsupportedEventException(
          what, "its loss exceeds " + LARGEST_LOSS + ", which has no use as a distribution");
    }
  }
}
