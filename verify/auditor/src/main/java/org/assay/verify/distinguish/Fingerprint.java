package org.assay.verify.distinguish;

import org.assay.verify.trial.Outcome;

/**
 * A 64-bit hash of an outcome. Two outcomes that share one by accident are taken for equal, which
 * can cost an audit power but not validity.
 */
final class Fingerprint {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Fingerprint() {}

  static long of(Outcome outcome) {
    return outcome.vector().map(Fingerprint::ofNumbers).orElseGet(() -> ofWord(outcome.toString()));
  }

  private static long ofNumbers(Outcome.Vector vector) {
    long hash = vector.length();
    for (int i = 0; i < vector.length(); i++) {
      hash = mix(hash, Double.doubleToLongBits(vector.at(i)));
    }
    return hash;
  }

  private static long ofWord(String word) {
    long hash = -1;
    for (int i = 0; i < word.length(); i++) {
      hash = mix(hash, word.charAt(i));
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }
}
