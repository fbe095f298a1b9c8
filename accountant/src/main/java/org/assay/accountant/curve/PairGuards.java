package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** What parameters of dominating pairs must be. */
final class PairGuards {
  /** Probabilities of {@code e^-600} are still normal numbers. */
  static final double LARGEST_LOSS = 600;

  /** Shifts beyond this have losses far above the largest one. */
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
