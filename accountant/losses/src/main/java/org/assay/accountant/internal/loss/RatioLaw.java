package org.assay.accountant.internal.loss;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.LossAtom;

/**
 * The distribution under Q of the likelihood ratio {@code X = dP/dQ} of a pair: its masses in the
 * cells of a lattice and prices of options on X. A call {@code E (X - k)_+} counts the mass of P
 * that Q cannot produce as an excess over every k. Proof: {@code doc-files/random-allocation.md}.
 */
final class RatioLaw {
  /** Prices at 0: the mean is at most 1. */
  private static final Price NOTHING = new Price(0, 1, 0);

  private final OrderedPair pair;

  /** Outcomes that Q may produce. */
  private final List<LossAtom> atoms = new ArrayList<>();

  private final Enclosure revealed;
  private final double omittedP;
  private final double omittedQ;
  private final Excesses overP;
  private final Excesses overQ;

  RatioLaw(OrderedPair pair) {
    this.pair = pair;
    Enclosure infinite = Enclosure.ZERO;
    for (LossAtom atom : pair.atoms()) {
      if (atom.q().upper() == 0) {
        infinite = infinite.plus(atom.p());
      } else {
        atoms.add(atom);
      }
    }
    if (pair.neutral().upper() > 0) {
      atoms.add(new LossAtom(pair.neutral(), pair.neutral()));
    }
    LossTails omitted = pair.omitted();
    this.revealed = infinite;
    this.omittedP = Rounding.addUp(omitted.pBelow().upper(), omitted.pAbove().upper());
    this.omittedQ = Rounding.addUp(omitted.qBelow().upper(), omitted.qAbove().upper());
    this.overP = new Excesses(atoms);
    this.overQ = new Excesses(atoms.stream().map(LossAtom::reversed).toList());
  }

  /** The mass under P that Q cannot produce. */
  Enclosure revealed() {
    return revealed;
  }

  /** The masses of the part without atoms below and above a ratio above 0. */
  private LossTails tails(double ratio) {
    return pair.continuous() ? pair.tails(Enclosure.exact(ratio).log()) : LossTails.NONE;
  }

  /** An enclosure of {@code E (X - k)_+}, k above 0. */
  Enclosure call(double k) {
    LossTails tails = tails(k);
    Enclosure sum = revealed.plus(excess(tails.pAbove(), tails.qAbove(), k));
    for (LossAtom atom : atoms) {
      sum = sum.plus(excess(atom.p(), atom.q(), k));
    }
    return Enclosure.of(sum.lower(), callBound(k, tails));
  }

  private static Enclosure excess(Enclosure p, Enclosure q, double k) {
    return p.minus(q.times(k)).max(Enclosure.ZERO);
  }

  /** An upper bound of {@code E (X - k)_+}, k above 0. */
  double callBound(double k) {
    return callBound(k, tails(k));
  }

  private double callBound(double k, LossTails tails) {
    double sum = Rounding.addUp(overP.above(k), Rounding.addUp(revealed.upper(), omittedP));
    return Rounding.addUp(sum, excess(tails.pAbove(), tails.qAbove(), k).upper());
  }

  private double putBound(double k, LossTails tails) {
    double ofAtoms = Rounding.addUp(overQ.above(Rounding.divideDown(1, k)), omittedQ);
    Enclosure rest = tails.qBelow().times(k).minus(tails.pBelow()).max(Enclosure.ZERO);
    return Rounding.addUp(Rounding.multiplyUp(k, ofAtoms), rest.upper());
  }

  /** An upper bound of {@code E (k - X)_+}, k above 0. */
  double putBound(double k) {
    return putBound(k, tails(k));
  }

  Cells cells(Lattice lattice) {
    return new Cells(lattice);
  }

  /**
   * Points from a first one to a last one.
   *
   * @param first the smallest point, at least 0
   * @param step the distance of neighbouring points; all points are doubles
   * @param count index of the largest point
   * @param dense number of steps after which a cell is longer than a step: it starts as many times
   *     its length after the first point
   */
  record Lattice(double first, double step, int count, int dense) {
    double point(int index) {
      return first + index * step;
    }

    /** The index of the last point up to a ratio, at least 0. */
    private int below(double ratio) {
      return (int) Math.max(0, Math.min(count, Math.floor((ratio - first) / step)));
    }

    /**
     * The end of the cell that starts at a point; cells grow with the distance from the first
     * point.
     */
    private int after(int index) {
      return Math.min(count, index + Math.max(1, index / dense));
    }
  }

  /** Masses of ratios between two points of a lattice, or of one ratio. */
  record Part(int from, int to, Enclosure p, Enclosure q) {}

  /** Upper bounds of the prices of a call and a put at a point of a lattice. */
  record Price(int index, double call, double put) {}

  /** The distribution cut at points of a lattice: parts, and prices at the ends of the parts. */
  final class Cells {
    final List<Part> parts = new ArrayList<>();
    final List<Price> prices = new ArrayList<>();

    private Cells(Lattice lattice) {
      TreeSet<Integer> ends = new TreeSet<>(List.of(0, lattice.count));
      for (LossAtom atom : atoms) {
        int from = lattice.below(atom.p().midpoint() / atom.q().midpoint());
        int to = Math.min(lattice.count, from + 1);
        parts.add(new Part(from, to, atom.p(), atom.q()));
        ends.add(from);
        ends.add(to);
      }
      if (pair.continuous()) {
        for (int at = 0; at < lattice.count; at = lattice.after(at)) {
          ends.add(at);
        }
      }
      int before = 0;
      LossTails low = LossTails.NONE;
      for (int end : ends) {
        InterruptedComputationException.check();
        double k = lattice.point(end);
        LossTails high = k > 0 ? tails(k) : LossTails.NONE;
        boolean whole = end == 0 || (before == 0 && lattice.first == 0);
        add(
            before,
            end,
            whole ? high.pBelow() : low.pUntil(high),
            whole ? high.qBelow() : low.qUntil(high));
        prices.add(k > 0 ? new Price(end, callBound(k, high), putBound(k, high)) : NOTHING);
        before = end;
        low = high;
      }
      add(lattice.count, lattice.count, low.pAbove(), low.qAbove());
    }

    private void add(int from, int to, Enclosure p, Enclosure q) {
      if (q.upper() > 0) {
        parts.add(new Part(from, to, p, q));
      }
    }
  }

  /** Sums of {@code (p - k q)_+} over atoms, rounded up. */
  private static final class Excesses {
    /** Relative distance of a ratio above k from k at which a difference may be rounded below 0. */
    private static final double NEAR = 0x1p-50;

    private final LossAtom[] sorted;

    /** Upper bounds of the atoms' ratios, in increasing order. */
    private final double[] ratios;

    /** Sums of p, rounded up, and of q, rounded down, from an atom on. */
    private final double[] p;

    private final double[] q;

    Excesses(List<LossAtom> atoms) {
      this.sorted =
          atoms.stream()
              .sorted(Comparator.comparingDouble(Excesses::largestRatio))
              .toArray(LossAtom[]::new);
      this.ratios = Arrays.stream(sorted).mapToDouble(Excesses::largestRatio).toArray();
      this.p = new double[sorted.length + 1];
      this.q = new double[sorted.length + 1];
      for (int i = sorted.length - 1; i >= 0; i--) {
        p[i] = Rounding.addUp(p[i + 1], sorted[i].p().upper());
        q[i] = Rounding.addDown(q[i + 1], sorted[i].q().lower());
      }
    }

    private static double largestRatio(LossAtom atom) {
      return atom.q().lower() > 0
          ? Rounding.divideUp(atom.p().upper(), atom.q().lower())
          : Double.POSITIVE_INFINITY;
    }

    double above(double k) {
      int from = firstAbove(k * (1 + NEAR));
      double sum = Rounding.subtractUp(p[from], Rounding.multiplyDown(k, q[from]));
      for (int i = from - 1; i >= 0 && ratios[i] > k; i--) {
        sum = Rounding.addUp(sum, excess(sorted[i].p(), sorted[i].q(), k).upper());
      }
      return Math.max(0, sum);
    }

    private int firstAbove(double ratio) {
      int low = 0;
      int high = ratios.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ratios[middle] > ratio) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }
}
