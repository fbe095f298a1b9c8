package org.assay.accountant.meaning;

import java.util.List;

/**
 * What an admissible program attains, evaluated once more from its definition in exact arithmetic.
 *
 * @param first the law of transcripts on the first database
 * @param second the law on the second one
 * @param program the program in words
 */
record Attained(List<Fraction> first, List<Fraction> second, String program) {
  /** The hockey-stick divergence of the two laws. */
  Fraction divergence(Fraction factor) {
    Fraction sum = Fraction.ZERO;
    for (int y = 0; y < first.size(); y++) {
      sum = sum.plus(first.get(y).minus(factor.times(second.get(y))).max(Fraction.ZERO));
    }
    return sum;
  }

  /** Whether some transcript's probabilities have a larger ratio than a given one. */
  boolean exceedsRatio(Fraction ratio) {
    for (int y = 0; y < first.size(); y++) {
      if (first.get(y).compareTo(ratio.times(second.get(y))) > 0) {
        return true;
      }
    }
    return false;
  }
}
