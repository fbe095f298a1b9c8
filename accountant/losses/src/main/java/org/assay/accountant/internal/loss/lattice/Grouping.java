package org.assay.accountant.internal.loss.lattice;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.numeric.Rounding;

/**
 * Merges parts of a pair, sorted by likelihood ratio, into groups whose ratios are the lattice's
 * numbers {@code e^(k step - offset)}. A pool takes the next part, or as much of the part as lifts
 * the pool's ratio to the next number. The pool is then recorded at that number, with its mass
 * under P rounded down, which only lowers the profile.
 */
final class Grouping {
  /** Smallest step of the search for a part's fraction; a margin of 0 would never grow. */
  private static final double LEAST_MARGIN = 0x1p-60;

  /** Some mass under P and under Q. */
  record Part(double p, double q) {
    double logRatio() {
      return Math.log(p) - Math.log(q);
    }
  }

  private final List<Part> parts;
  private final double step;
  private final double offset;
  private final Map<Long, Double> masses = new TreeMap<>();
  private Part pool = new Part(0, 0);
  private int next;

  Grouping(List<Part> parts, double step, double offset) {
    this.parts = parts;
    this.step = step;
    this.offset = offset;
  }

  Map<Long, Double> masses() {
    while (pool.p > 0 || next < parts.size()) {
      if (!(pool.p > 0)) {
        pool = parts.get(next++);
      }
      double place = (pool.logRatio() + offset) / step;
      long below = (long) Math.floor(place);
      boolean onLattice = (place - below) * step <= 2 * offset;
      if (onLattice || next == parts.size()) {
        recordPool(below);
      } else {
        fill(below + 1);
      }
    }
    return masses;
  }

  /** Adds parts until the pool's ratio reaches a point of the lattice. */
  private void fill(long target) {
    double ratio = Discretization.ratio(step, target, offset).upper();
    while (next < parts.size()) {
      Part part = parts.get(next);
      Part all = new Part(Rounding.addDown(pool.p, part.p), Rounding.addUp(pool.q, part.q));
      if (all.p >= Rounding.multiplyUp(ratio, all.q)) {
        next++;
        divide(part, target, ratio);
        return;
      }
      pool = all;
      next++;
    }
  }

  private void divide(Part part, long target, double ratio) {
    double lift = part.p - ratio * part.q;
    double fraction = (ratio * pool.q - pool.p) / lift;
    double margin = 0x1p-51 * (ratio * (pool.q + part.q) + pool.p + part.p) / lift;
    // Masses below the normal range would leave a margin of zero, which never grows.
    margin = Math.max(margin, LEAST_MARGIN);
    for (double f = fraction + margin; f > 0 && f < 1; f += margin) {
      double p = Rounding.addDown(pool.p, Rounding.multiplyDown(f, part.p));
      double q = Rounding.addUp(pool.q, Rounding.multiplyUp(f, part.q));
      if (p >= Rounding.multiplyUp(ratio, q)) {
        masses.merge(target, p, Rounding::addDown);
        double left = Rounding.subtractDown(1, f);
        double leftUp = Rounding.subtractUp(1, f);
        pool = new Part(Rounding.multiplyDown(left, part.p), Rounding.multiplyUp(leftUp, part.q));
        return;
      }
      margin *= 2;
    }
    // The caller has checked that the whole part suffices.
    masses.merge(target, Rounding.addDown(pool.p, part.p), Rounding::addDown);
    pool = new Part(0, 0);
  }

  private boolean reaches(long k) {
    double ratio = Discretization.ratio(step, k, offset).upper();
    return pool.p >= Rounding.multiplyUp(ratio, pool.q);
  }

  private void recordPool(long guess) {
    long k = guess;
    for (long stride = 1; !reaches(k); stride *= 2) {
      k -= stride;
    }
    masses.merge(k, pool.p, Rounding::addDown);
    pool = new Part(0, 0);
  }
}
