package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.trial.Outcome;

/**
 * A 64-bit hash of an outcome. Different outcomes with the same hash count as equal. An equal hash
 * of different outcomes can cost an audit power, never validity.
 */
final class Fingerprint {
  /** 2^64 divided by the golden ratio, odd: spreads near values over all bits. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Fingerprint() {}

  static long of(Outcome outcome) {
    return outcome.vector().map(Fingerprint::ofNumbers).orElseGet(() -> of(outcome.toString()));
  }

  private static long ofNumbers(Outcome.Vector vector) {
    long hash = vector.length();
    for (int i = 0; i < vector.length(); i++) {
      hash = mix(hash, Double.doubleToLongBits(vector.at(i)));
    }
    return vector.structure().isPresent() ? mix(hash, of(vector.structure().get())) : hash;
  }

  private static long of(Structure structure) {
    long hash = structure.places().size();
    for (Place place : structure.places()) {
      hash = mix(hash, of(place.name()));
    }
    for (Structure.Text text : structure.texts()) {
      hash = mix(mix(hash, of(text.place().name())), of(text.frame()));
    }
    return hash;
  }

  static long of(String word) {
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
