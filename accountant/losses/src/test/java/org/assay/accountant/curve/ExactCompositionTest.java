package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compositions of few outcomes against sums over all outcomes to 50 digits, which share no code
 * with the lattice. The cases are isolated losses between lattice points, rare outcomes of large
 * losses, and outcomes that one distribution cannot produce.
 */
class ExactCompositionTest {
  private static final MathContext DIGITS = new MathContext(50);
  private static final int CASES = 32;

  /** Both probabilities of an outcome. */
  private record Outcome(BigDecimal p, BigDecimal q) {
    Outcome times(Outcome other) {
      return new Outcome(p.multiply(other.p, DIGITS), q.multiply(other.q, DIGITS));
    }

    Outcome plus(Outcome other) {
      return new Outcome(p.add(other.p), q.add(other.q));
    }

    Outcome reversed() {
      return new Outcome(q, p);
    }
  }

  private static List<Outcome> outcomes(List<LossAtom> atoms) {
    return atoms.stream()
        .map(
            atom -> new Outcome(new BigDecimal(atom.p().lower()), new BigDecimal(atom.q().lower())))
        .toList();
  }

  /** Outcomes by the number of each single outcome; equal numbers are merged. */
  private static List<Outcome> power(List<Outcome> once, int count) {
    TreeMap<String, Outcome> sums = new TreeMap<>();
    sums.put("", new Outcome(BigDecimal.ONE, BigDecimal.ONE));
    for (int step = 0; step < count; step++) {
      TreeMap<String, Outcome> next = new TreeMap<>();
      sums.forEach(
          (key, sum) -> {
            for (int i = 0; i < once.size(); i++) {
              char[] letters = (key + (char) ('a' + i)).toCharArray();
              Arrays.sort(letters);
              next.merge(new String(letters), sum.times(once.get(i)), Outcome::plus);
            }
          });
      sums = next;
    }
    return new ArrayList<>(sums.values());
  }

  /** {@code Σ (p - e^ε q)₊}. */
  private static BigDecimal delta(List<Outcome> outcomes, BigDecimal factor) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Outcome outcome : outcomes) {
      sum = sum.add(outcome.p.subtract(factor.multiply(outcome.q, DIGITS)).max(BigDecimal.ZERO));
    }
    return sum;
  }

  private static BigDecimal exp(double x) {
    BigDecimal part = new BigDecimal(x).divide(new BigDecimal(1 << 20), DIGITS);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; k < 30; k++) {
      term = term.multiply(part, DIGITS).divide(new BigDecimal(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.pow(1 << 20, new MathContext(60));
  }

  /** Probabilities that are dyadic, so that they add up exactly. */
  private static List<LossAtom> atoms(Random random, int index) {
    int size = 2 + random.nextInt(3);
    double[] p = new double[size];
    double[] q = new double[size];
    double restP = 1;
    double restQ = 1;
    for (int i = 0; i < size - 1; i++) {
      double rare = i == 0 && index % 3 == 0 ? 0x1p-14 : 0.75;
      p[i] = restP * Math.rint(rare * random.nextDouble() * 0x1p20) * 0x1p-20 + 0x1p-30;
      q[i] = restQ * Math.rint(rare * random.nextDouble() * 0x1p20) * 0x1p-20 + 0x1p-30;
      q[i] = i == 0 && index % 3 == 0 ? 0x1p-30 : q[i];
      p[i] = Math.rint(p[i] * 0x1p40) * 0x1p-40;
      q[i] = Math.rint(q[i] * 0x1p40) * 0x1p-40;
      restP -= p[i];
      restQ -= q[i];
    }
    p[size - 1] = restP;
    q[size - 1] = restQ;
    List<LossAtom> atoms = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      atoms.add(LossAtom.exact(p[i], q[i]));
    }
    if (index % 4 == 1) {
      LossAtom last = atoms.remove(size - 1);
      double leak = 0x1p-12;
      atoms.add(LossAtom.exact(last.p().lower() - leak, last.q().lower() - leak));
      atoms.add(LossAtom.exact(leak, 0));
      atoms.add(LossAtom.exact(0, leak));
    }
    return atoms;
  }

  private static boolean encloses(Enclosure found, BigDecimal exact) {
    return new BigDecimal(found.lower()).compareTo(exact) <= 0
        && new BigDecimal(found.upper()).compareTo(exact) >= 0;
  }

  @Tag("slow")
  @Test
  void enclosuresHoldTheSumsOverAllOutcomesAndAreNarrow() {
    Random random = new Random(20261130);
    int narrow = 0;
    for (int index = 0; index < CASES; index++) {
      List<LossAtom> first = atoms(random, index);
      List<LossAtom> second = atoms(random, 2);
      int count = 2 + random.nextInt(index % 4 == 1 ? 3 : 6);
      PrivacyLossDistribution loss =
          PrivacyLossDistribution.ofAtoms("first", first, 0, AdjacencyRelation.ADD_OR_REMOVE)
              .times(count)
              .plus(
                  PrivacyLossDistribution.ofAtoms(
                      "second", second, 0, AdjacencyRelation.ADD_OR_REMOVE));
      List<Outcome> all = new ArrayList<>();
      for (Outcome one : power(outcomes(first), count)) {
        outcomes(second).forEach(other -> all.add(one.times(other)));
      }
      List<Outcome> reversed = all.stream().map(Outcome::reversed).toList();
      double epsilon = 3 * random.nextDouble();
      BigDecimal factor = exp(epsilon);
      BigDecimal exact = delta(all, factor).max(delta(reversed, factor));
      Enclosure found = loss.delta(epsilon, Accuracy.FINE);
      String what = first + " " + count + " times and " + second + " at " + epsilon;
      assertTrue(encloses(found, exact), () -> what + ": " + found + " without " + exact);
      double delta = exact.doubleValue();
      if (!(delta > 1e-12 && delta < 1)) {
        continue;
      }
      narrow += found.relativeWidth() <= 1e-4 ? 1 : 0;
      Enclosure back = loss.epsilon(delta, Accuracy.FINE);
      BigDecimal wanted = new BigDecimal(delta);
      BigDecimal atUpper = exp(back.upper());
      BigDecimal above = delta(all, atUpper).max(delta(reversed, atUpper));
      assertTrue(above.compareTo(wanted) <= 0, () -> what + ": above " + back);
      BigDecimal atLower = exp(back.lower());
      BigDecimal below = delta(all, atLower).max(delta(reversed, atLower));
      assertTrue(back.lower() == 0 || below.compareTo(wanted) >= 0, () -> what + ": below " + back);
    }
    assertTrue(narrow >= 26, "narrow " + narrow);
  }
}
