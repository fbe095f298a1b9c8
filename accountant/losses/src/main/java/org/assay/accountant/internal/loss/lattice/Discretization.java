package org.assay.accountant.internal.loss.lattice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.LossAtom;

/**
 * Two lattice distributions around a pair. In any composition the pessimistic distribution raises
 * the profile, and the optimistic distribution lowers it.
 *
 * <p>The pessimistic distribution splits the mass of a cell onto its two ends and keeps the masses
 * under P and Q. The profile becomes piecewise linear between the lattice's points
 * ([@DoroshenkoEtAl2022]). The optimistic distribution merges neighbouring cells into groups whose
 * likelihood ratio lies on the lattice, which is post-processing. Both errors are of second order
 * in the step. Proof: {@code doc-files/lattice-laws.md}.
 */
public final class Discretization {
  /**
   * Distance of both lattices from the multiples of the step, in steps: the optimistic lattice is
   * lower, the pessimistic one higher. Losses on the lattice except for rounding then do not fall
   * to the wrong neighbour.
   */
  private static final double OFFSET = 0x1p-30;

  /**
   * Largest likelihood ratio of an atom on the lattice, far below the largest double. A larger
   * ratio counts as infinite in the upper bound, and as this one in the lower bound.
   */
  private static final double LARGEST_RATIO = 0x1p990;

  private Discretization() {}

  /** Amount by which optimistic losses are understated and pessimistic losses overstated. */
  static double offset(double step) {
    return OFFSET * step;
  }

  public static LatticeLaw pessimistic(OrderedPair pair, LossCells cells, double step) {
    Map<Long, Double> masses = new TreeMap<>();
    double infinite = Rounding.addUp(cells.pAbove(), pair.omitted().pAbove().upper());
    for (LossCells.Cell cell : cells.cells()) {
      InterruptedComputationException.check();
      double low = LatticeLaw.loss(step, cell.from()).exp().lower();
      split(masses, step, cell.from(), cell.to(), cell.p().upper(), cell.q().lower(), low);
    }
    if (cells.pBelow() > 0) {
      long first = cells.cells().isEmpty() ? 0 : cells.cells().get(0).from();
      masses.merge(first, cells.pBelow(), Rounding::addUp);
    }
    masses.merge(0L, pair.neutral().upper(), Rounding::addUp);
    masses.merge(0L, pair.omitted().pBelow().upper(), Rounding::addUp);
    for (LossAtom atom : pair.atoms()) {
      if (!(atom.p().upper() <= LARGEST_RATIO * atom.q().lower())) {
        infinite = Rounding.addUp(infinite, atom.p().upper());
      } else if (atom.p().upper() > 0) {
        addAtom(masses, step, atom.p().upper(), atom.q().lower());
      }
    }
    // A distribution without finite losses could not be composed.
    masses.merge(0L, Double.MIN_NORMAL, Rounding::addUp);
    return new LatticeLaw(step, masses, infinite);
  }

  private static void addAtom(Map<Long, Double> masses, double step, double p, double q) {
    double offset = offset(step);
    long from = (long) Math.floor((Math.log(p) - Math.log(q) - offset) / step);
    for (long stride = 1; !(p <= multiple(q, step, from + 1)); stride *= 2) {
      from += stride;
    }
    split(masses, step, from, from + 1, p, q, ratio(step, from, -offset).lower());
  }

  private static double multiple(double q, double step, long place) {
    return Rounding.multiplyDown(q, ratio(step, place, -offset(step)).lower());
  }

  /**
   * Splits a cell's mass between its ends; {@code low} is the likelihood ratio of the lower end.
   * Both roundings move mass up.
   */
  private static void split(
      Map<Long, Double> masses, double step, long from, long to, double p, double q, double low) {
    double excess = Rounding.subtractUp(p, Rounding.multiplyDown(q, low));
    double gap = -LatticeLaw.loss(step, from - to).expm1().upper();
    double high = Math.min(p, Math.max(0, Rounding.divideUp(excess, gap)));
    masses.merge(from, Math.max(0, Rounding.subtractUp(p, high)), Rounding::addUp);
    masses.merge(to, high, Rounding::addUp);
  }

  public static LatticeLaw optimistic(OrderedPair pair, LossCells cells, double step) {
    double infinite = 0;
    List<Grouping.Part> parts = new ArrayList<>();
    for (LossCells.Cell cell : cells.cells()) {
      InterruptedComputationException.check();
      parts.add(new Grouping.Part(cell.p().lower(), cell.q().upper()));
    }
    for (LossAtom atom : pair.atoms()) {
      if (atom.q().upper() == 0) {
        infinite = Rounding.addDown(infinite, atom.p().lower());
      } else {
        double p = atom.p().lower();
        parts.add(new Grouping.Part(p, Math.max(atom.q().upper(), p / LARGEST_RATIO)));
      }
    }
    parts.removeIf(part -> !(part.p() > 0 && part.q() > 0));
    parts.sort(Comparator.comparingDouble(Grouping.Part::logRatio));
    Map<Long, Double> masses = new Grouping(parts, step, offset(step)).masses();
    masses.merge(0L, pair.neutral().lower(), Rounding::addDown);
    return new LatticeLaw(step, masses, infinite);
  }

  /** An enclosure of {@code e^(multiple step - offset)}. */
  static Enclosure ratio(double step, long multiple, double offset) {
    return LatticeLaw.loss(step, multiple).minus(offset).exp();
  }

  /**
   * Merges parts of a pair, sorted by likelihood ratio, into groups whose ratios are the lattice's
   * numbers {@code e^(k step - offset)}. A pool takes the next part, or as much of the part as
   * lifts the pool's ratio to the next number. The pool is then recorded at that number, with its
   * mass under P rounded down, which only lowers the profile.
   */
  static final class Grouping {
    /** Smallest step of the search for a part's fraction; a margin of 0 would never grow. */
    private static final double LEAST_MARGIN = 0x1p-60;

    /** A part of the mass under P and under Q. */
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
}
