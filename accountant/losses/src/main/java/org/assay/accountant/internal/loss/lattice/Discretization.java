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
 * Two lattice laws around a pair. In any composition the pessimistic law raises the profile, and
 * the optimistic law lowers it.
 *
 * <p>The pessimistic law splits the mass of a cell onto its two ends and keeps the masses under P
 * and Q. The profile becomes piecewise linear between the lattice's points ([@DoroshenkoEtAl2022]).
 * The optimistic law merges neighbouring cells into groups whose likelihood ratio lies on the
 * lattice, which is post-processing. Both errors are of second order in the step. Proof: {@code
 * doc-files/lattice-laws.md}.
 */
public final class Discretization {
  /**
   * Distance of both lattices from the multiples of the step, in steps: the optimistic lattice is
   * lower, the pessimistic one higher. Losses on the lattice except for rounding then do not fall
   * to the wrong neighbour.
   */
  private static final double OFFSET = 0x1p-30;

  private Discretization() {}

  /** By how much optimistic losses are understated and pessimistic losses overstated. */
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
      if (atom.q().upper() == 0) {
        infinite = Rounding.addUp(infinite, atom.p().upper());
      } else if (atom.p().upper() > 0) {
        addAtom(masses, step, atom.p().upper(), atom.q().lower());
      }
    }
    // A law without finite losses could not be composed.
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
        parts.add(new Grouping.Part(atom.p().lower(), atom.q().upper()));
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
}
