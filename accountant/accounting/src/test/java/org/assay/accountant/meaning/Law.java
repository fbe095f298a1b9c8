package org.assay.accountant.meaning;

import java.util.Map;
import java.util.TreeMap;

/** A law by outcomes, which are words. */
final class Law {
  final Map<String, Fraction> masses = new TreeMap<>();

  void add(String outcome, Fraction mass) {
    masses.merge(outcome, mass, Fraction::plus);
  }

  void add(Law other, Fraction weight) {
    other.masses.forEach((outcome, mass) -> add(outcome, mass.times(weight)));
  }

  Fraction of(String outcome) {
    return masses.getOrDefault(outcome, Fraction.ZERO);
  }

  /** Independent of another one, both released. */
  Law and(Law other) {
    Law both = new Law();
    masses.forEach(
        (one, mass) -> other.masses.forEach((two, more) -> both.add(one + two, mass.times(more))));
    return both;
  }
}
