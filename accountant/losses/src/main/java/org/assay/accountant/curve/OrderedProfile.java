package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.UnionBound;
import org.assay.accountant.internal.loss.lattice.Discretization;
import org.assay.accountant.internal.loss.lattice.LatticeBracket;
import org.assay.accountant.internal.loss.lattice.LatticeLaw;
import org.assay.accountant.internal.loss.lattice.LossCells;
import org.assay.accountant.internal.loss.lattice.SaddlePoint;
import org.assay.accountant.internal.loss.lattice.ScoreTest;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;

/**
 * The profile of a composition of ordered pairs by convolution on a lattice. Mesh and tilt are
 * estimates, and the result is an enclosure for any of them. The estimates are improved until the
 * enclosure is narrow enough or the work reaches its limit.
 */
final class OrderedProfile {
  /** Number of rough convolutions that locate the tilt first. Not tuned. */
  private static final int ROUGH_PASSES = 3;

  /** Largest width of a cell, times one plus the tilt, if there is one pass only. Not tuned. */
  private static final double SWEEPING_SPREAD = 0.1;

  /**
   * Smallest mesh; for smaller ones rounding hides the difference between neighbouring likelihood
   * ratios.
   */
  private static final double SMALLEST_STEP = 0x1p-40;

  /** Largest number of composed losses; convolution needs powers below 2^40. */
  private static final double MOST_COMPOSED = 0x1p39;

  /** Mass at infinity from which the finite losses prove nothing. Not tuned. */
  private static final double MOST_LEAKED = 2;

  /** Epsilon if outcomes of more than delta reveal everything. */
  private static final Enclosure UNBOUNDED =
      Enclosure.of(Double.MAX_VALUE, Double.POSITIVE_INFINITY);

  /**
   * Largest product of tilt and wanted width of epsilon. Tilted masses change by at most about the
   * product's exponential. Not tuned.
   */
  private static final double STEEPEST = 10;

  /** Relative width at which the answer is accurate enough to choose a tilt by it. Not tuned. */
  private static final double NEAR = 0.05;

  /** Tail mass for the truncation of rough convolutions. Not tuned. */
  private static final double FAR_TAIL = 1e-40;

  /**
   * Largest factor of the wanted number of points for a lattice that holds all losses of a periodic
   * pair. Not tuned.
   */
  private static final double MOST_FINER = 4;

  private final List<OrderedPair> pairs;
  private final long[] counts;

  OrderedProfile(List<OrderedPair> pairs, long[] counts) {
    this.pairs = pairs;
    this.counts = counts;
  }

  /**
   * An enclosure of the profile at an epsilon, to an accuracy or until the profile is proved to be
   * at most {@code enough}.
   */
  Enclosure delta(double epsilon, Accuracy accuracy, double enough) {
    if (total() == 1) {
      return new DirectProfile(pairs.get(0)).delta(epsilon);
    }
    UnionBound union = new UnionBound(pairs, counts);
    Enclosure quick = Enclosure.of(0, union.delta(epsilon));
    double least = Math.max(enough, 2 * union.beyondLattice());
    return quick.upper() <= least || total() > MOST_COMPOSED
        ? quick
        : ofLaws(convolvedDelta(quick, epsilon, accuracy, enough));
  }

  /** Removes the lower end for dominating pairs, whose loss distributions prove none. */
  private Enclosure ofLaws(Enclosure convolved) {
    return pairs.stream().allMatch(OrderedPair::hasOwnLaws)
        ? convolved
        : Enclosure.of(0, convolved.upper());
  }

  /** Upper bounds at epsilons in increasing order, to an approximate accuracy. */
  double[] deltaBounds(double[] epsilons, double accuracy, double negligible) {
    if (total() == 1 || total() > MOST_COMPOSED) {
      DirectProfile single = new DirectProfile(pairs.get(0));
      DoubleUnaryOperator bound =
          total() == 1
              ? single::bound
              : epsilon -> delta(epsilon, Accuracy.of(accuracy), negligible).upper();
      double[] bounds = new double[epsilons.length];
      double last = 1;
      for (int i = 0; i < bounds.length; i++) {
        last = last < negligible ? last : Math.min(last, bound.applyAsDouble(epsilons[i]));
        bounds[i] = last;
      }
      return bounds;
    }
    UnionBound union = new UnionBound(pairs, counts);
    return new ProfileSweep(this, union, accuracy).bounds(epsilons, negligible);
  }

  /** Upper bounds of the profile from one convolution. */
  DoubleUnaryOperator upper(double theta, double delta, double accuracy) {
    double step = Math.sqrt(2 * accuracy / (total() * theta * (theta + 1)));
    return bracket(step, theta, delta, accuracy, SWEEPING_SPREAD, false).upperOfMany();
  }

  private Enclosure convolvedDelta(
      Enclosure quick, double epsilon, Accuracy accuracy, double enough) {
    double theta = 2;
    double guess = 1;
    for (int pass = 0; pass < ROUGH_PASSES; pass++) {
      SaddlePoint rough = rough(theta);
      theta = rough.tiltForEpsilon(epsilon);
      guess = Math.exp(Math.max(-690, rough.logDelta(theta)));
    }
    Enclosure best = quick;
    double step = Math.sqrt(2 * accuracy.needed() / (total() * theta * (theta + 1)));
    Refinement mesh = refinement(accuracy, step, enough);
    Enclosure previous;
    LatticeBracket bracket;
    do {
      bracket = bracket(mesh.step(), theta, guess, mesh.aim(), mesh.spread(), mesh.tests());
      if (best.relativeWidth() < NEAR) {
        bracket = bracket.tiltedFor(epsilon, best.midpoint(), mesh.aim());
      }
      if (bracket.leak() >= MOST_LEAKED) {
        return best.intersect(Enclosure.of(bracket.revealed(), 1));
      }
      previous = best;
      best = best.intersect(bracket.delta(epsilon));
      theta = bracket.saddlePoint().tiltForEpsilon(epsilon);
      guess = best.lower() > 0 ? Math.min(guess, best.lower()) : guess * 1e-6;
    } while (mesh.continues(previous, best, bracket.work()));
    return best;
  }

  /**
   * An enclosure of the smallest epsilon at which the profile is at most delta, to an accuracy or
   * until epsilon is proved to be at most {@code enough}.
   */
  Enclosure epsilon(double delta, Accuracy accuracy, double enough) {
    if (total() == 1) {
      return new DirectProfile(pairs.get(0)).epsilon(delta, accuracy.needed());
    }
    UnionBound union = new UnionBound(pairs, counts);
    Enclosure quick = Enclosure.of(0, union.epsilon(delta));
    boolean settled = quick.upper() <= enough || union.beyondLattice() >= delta;
    return settled || total() > MOST_COMPOSED
        ? quick
        : ofLaws(convolvedEpsilon(quick, delta, accuracy, enough));
  }

  private Enclosure convolvedEpsilon(
      Enclosure quick, double delta, Accuracy accuracy, double enough) {
    double theta = 2;
    double guess = 1;
    for (int pass = 0; pass < ROUGH_PASSES; pass++) {
      SaddlePoint rough = rough(theta);
      theta = rough.tiltForDelta(delta);
      guess = Math.max(rough.epsilon(theta), 1 / (1 + theta) * 1e-3);
    }
    guess = Math.min(guess, quick.upper());
    theta = Math.min(theta, STEEPEST / (accuracy.needed() * guess));
    Enclosure best = quick;
    double step = Math.sqrt(2 * accuracy.needed() * guess / (total() * (theta + 1)));
    Refinement mesh = refinement(accuracy, step, enough);
    Enclosure previous;
    LatticeBracket bracket;
    do {
      theta = Math.min(theta, STEEPEST / (mesh.aim() * guess));
      double relative = Math.min(1, mesh.aim() * guess * theta);
      bracket = bracket(mesh.step(), theta, delta, relative, mesh.spread(), mesh.tests());
      if (best.relativeWidth() < NEAR) {
        bracket = bracket.tiltedFor(guess, delta, relative);
      }
      if (bracket.leak() >= delta) {
        boolean unbounded = bracket.revealed() > delta;
        return unbounded ? UNBOUNDED : best;
      }
      previous = best;
      best = best.intersect(bracket.epsilon(delta, guess, mesh.aim()));
      guess = best.upper() < Double.POSITIVE_INFINITY ? best.midpoint() : guess;
      theta = bracket.saddlePoint().tiltForEpsilon(guess);
    } while (mesh.continues(previous, best, bracket.work()));
    return best;
  }

  private Refinement refinement(Accuracy accuracy, double step, double enough) {
    boolean even = pairs.stream().allMatch(pair -> pair.atoms().isEmpty());
    return new Refinement(accuracy, step, pairs.size(), even, enough);
  }

  private double total() {
    double sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** An approximate saddle point; no bound depends on it. */
  SaddlePoint rough(double theta) {
    double step = Double.POSITIVE_INFINITY;
    for (OrderedPair pair : pairs) {
      step = Math.min(step, pair.scale() / 4);
    }
    return bracket(step, theta, FAR_TAIL, 0.1, Refinement.WIDEST, false).saddlePoint();
  }

  private LatticeBracket bracket(
      double wanted, double theta, double delta, double relative, double spread, boolean tests) {
    double step = aligned(Math.max(SMALLEST_STEP, wanted));
    double part = 0.02 * relative / total();
    LossCells.Plan plan = new LossCells.Plan(step, theta, part, part * delta, spread);
    List<LatticeLaw> above = new ArrayList<>();
    List<LossCells> all = new ArrayList<>();
    List<ScoreTest.Laws> scores = new ArrayList<>();
    for (OrderedPair pair : pairs) {
      LossCells cells = LossCells.of(pair, plan);
      all.add(cells);
      above.add(Discretization.pessimistic(pair, cells, step));
      if (tests) {
        scores.add(ScoreTest.Laws.of(pair, cells, step));
      }
    }
    LatticeBracket bracket =
        new LatticeBracket(above, () -> below(all, step), counts, theta, 1e-3 * relative);
    return tests ? bracket.testing(scores) : bracket;
  }

  private List<LatticeLaw> below(List<LossCells> cells, double step) {
    return IntStream.range(0, pairs.size())
        .mapToObj(i -> Discretization.optimistic(pairs.get(i), cells.get(i), step))
        .toList();
  }

  /**
   * A mesh of at most about the wanted width that divides the losses of a periodic pair. If the
   * period is not much smaller than the wanted width, the period is the mesh.
   */
  private double aligned(double wanted) {
    for (OrderedPair pair : pairs) {
      double period = pair.period();
      if (period * MOST_FINER >= wanted) {
        return period / Math.max(1, Math.ceil(period / wanted));
      }
    }
    return wanted;
  }
}
