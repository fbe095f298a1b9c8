package org.assay.accountant.internal.iteration.mixing;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.GaussLegendre;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds of the probability that the distance of two coupled runs on the same data is still
 * above 0. The distance is a walk on {@code (0, W]}. From r it goes to {@code min(W, x)}, x > 0,
 * with density {@code ½[φ((x − cr)/2) − φ((x + cr)/2)]}, and dies otherwise. The bound is the
 * smallest of four: the walk without the limit W, its powers over blocks, two sines for c ≤ 1, and
 * quadrature. Proofs: {@code doc-files/mixing-survival.md}.
 */
public final class MixingWalk {
  /** The smallest W, in noises of a step, for which the sines are proved. */
  private static final double SMALLEST_FOR_SINES = 50;

  /** Largest W, in noises of a step, for which the squares below stay exact integers. */
  private static final double LARGEST_FOR_SINES = 1e7;

  /** Length, in noises of a step, by which the top of the sines lies above W. */
  private static final double MARGIN = 1.26;

  /** Number of steps from which the sines are used, in units of the squared place of their top. */
  private static final double TAKE_OVER = 0.0385;

  /** Bound of the ratio of the survival to the sum of the sines, at the first step with sines. */
  private static final double SCALE = 1.067;

  /** Weight of the second sine at the first step with sines. */
  private static final double OVERTONE = 1.0 / 14;

  /** Bound of the relative rounding error of the sines. */
  private static final double SLACK = 1e-11;

  private final NoisySgdStep step;
  private final Enclosure diameter;
  private final double limit;
  private final double contractionMinusOne;
  private final MixingQuadrature quadrature;

  /**
   * The walk of a run.
   *
   * @param step the run's step
   */
  public MixingWalk(NoisySgdStep step) {
    this.step = step;
    this.diameter = step.settings().diameterOverNoise();
    this.limit = diameter.upper();
    this.contractionMinusOne = step.contractionMinusOne().upper();
    double farthest = step.distance((double) step.settings().steps()).upper();
    this.quadrature = new MixingQuadrature(limit, Math.min(limit, farthest), contractionMinusOne);
  }

  /**
   * Upper bound of the probability to be alive after a number of steps from any distance.
   *
   * @param steps number of steps, at least 1
   * @return at most 1
   */
  public double survival(long steps) {
    return survival(diameter, steps);
  }

  /**
   * Upper bound of the probability to be alive after a number of steps from a distance.
   *
   * @param distance in noises of a step, at least 0
   * @param steps number of steps, at least 1
   * @return at most 1
   */
  public double survival(Enclosure distance, long steps) {
    double start = Math.min(limit, distance.upper());
    if (start == 0) {
      return 0;
    }
    return Math.min(quickSurvival(distance, steps), quadrature.survival(start, steps));
  }

  /**
   * Twice the Rényi divergence, over its order, of two runs on the same data from two points at a
   * distance: {@code D_b ≤ b m/2}. The number m is the smaller of the squared mu that hides the
   * distance and {@code 8 log(1/(1 − β))}, β the probability that the runs have not met. Proof: the
   * section on divergences by reflection of {@code doc-files/mixing.md}.
   *
   * @param distance in noises of a step, at least 0
   * @param steps number of steps, at least 1
   * @return an enclosure of m
   */
  public Enclosure divergenceSquare(Enclosure distance, long steps) {
    Enclosure hidden = step.hiddenSquare(distance, (double) steps);
    double alive = survival(distance, steps);
    return alive < 1 ? hidden.min(reflectedSquare(alive)) : hidden;
  }

  /** {@code 8 log(1/(1 − β))} for a bound of β that is below 1. */
  static Enclosure reflectedSquare(double alive) {
    return Enclosure.exact(-alive).log1p().times(-8);
  }

  /**
   * The smallest of the bounds of {@link #survival(Enclosure, long)} that take little time.
   *
   * @param distance in noises of a step, at least 0
   * @param steps number of steps, at least 1
   * @return at most 1
   */
  public double quickSurvival(Enclosure distance, long steps) {
    double start = Math.min(limit, distance.upper());
    double free = unlimited(step.hiddenSquare(distance, (double) steps).upper());
    // The sines give smaller bounds than blocks at all steps for which they are proved.
    return Math.min(free, sinesApply(steps) ? sines(start, steps) : blocks(steps));
  }

  /** {@code 2Φ(m/2) − 1} for the mu whose square is given: the walk without the limit W. */
  private static double unlimited(double square) {
    if (square == Double.POSITIVE_INFINITY) {
      return 1;
    }
    Enclosure half = Enclosure.exact(square).sqrt().times(0.5);
    double outside = NormalTail.upperTail(Enclosure.exact(half.upper())).lower();
    // φ ≤ 1/√(2π) < 0.4 is better where the two tails nearly cancel.
    double chord = Rounding.multiplyUp(0.7978845608028655, half.upper());
    return Math.min(Rounding.subtractUp(1, 2 * outside), chord);
  }

  /** Survival over blocks of equal length, each from the worst start. */
  private double blocks(long steps) {
    double best = 1;
    for (long length = 1; length > 0 && length <= steps; length *= 2) {
      double one = unlimited(step.hiddenSquare(diameter, (double) length).upper());
      double bound = power(one, steps / length);
      best = Math.min(best, bound);
    }
    return best;
  }

  private static double power(double base, long exponent) {
    return Enclosure.exact(base).log().times((double) exponent).exp().upper();
  }

  private boolean sinesApply(long steps) {
    return limit >= SMALLEST_FOR_SINES
        && limit < LARGEST_FOR_SINES
        && contractionMinusOne <= 0
        && steps >= takeOver();
  }

  private double takeOver() {
    double top = (limit + MARGIN) * (1 + 0x1p-50);
    return Math.ceil(TAKE_OVER * top * top * (1 + 0x1p-50));
  }

  /** The bound by two sines, of which the second dies nine times as fast. */
  private double sines(double start, long steps) {
    double past = steps - takeOver();
    double top = (limit + MARGIN) * (1 + 0x1p-50);
    double theta = Math.PI / 2 / top;
    double rate = -2 * theta * theta * past * (1 - SLACK);
    double first = Math.exp(rate) * Math.sin(theta * start);
    double second = OVERTONE * Math.exp(9 * rate) * Math.sin(3 * theta * start);
    return SCALE * (first + second + SLACK * Math.exp(rate)) * (1 + SLACK);
  }

  /**
   * Survival of the walk of {@link MixingWalk} by Gauss-Legendre panels, rounded up: every step
   * multiplies by more than the relative rounding error and adds more than the quadrature error.
   * After the computed steps, survival over consecutive stretches multiplies. Proof: {@code
   * doc-files/mixing-survival.md}.
   *
   * <p>Values are computed when they are first asked for.
   */
  private static final class MixingQuadrature {
    private static final GaussLegendre RULE = GaussLegendre.withNodes(20);

    /** Largest limit; the panels of a larger one would cost too much. */
    private static final double LARGEST_LIMIT = 80;

    /** Largest width of a quadrature panel. Not tuned: the error of each panel is bounded. */
    private static final double PANEL = 6;

    /** Distance at which the kernel is truncated; {@link #CUT} bounds its mass there. */
    private static final double REACH = 18;

    /** Bound of the kernel's mass that truncation omits. */
    private static final double CUT = 3e-19;

    /**
     * Survival probability at which the walk ends: each step adds an error that would show below
     * it.
     */
    private static final double SMALLEST = 1e-12;

    /** Largest number of products in the walk. Not tuned: bounds the time. */
    private static final double BUDGET = 3e8;

    /** Half the standard Gaussian density at 0, rounded up. */
    private static final double HALF_DENSITY = 0.19947114020071635 * (1 + 0x1p-50);

    private final double limit;
    private final double start;
    private final double contraction;
    private final boolean usable;

    private double[] nodes = {};
    private double[] weights = {};
    private double[][] rows = {};
    private int[] firstColumns = {};
    private double[] survivals = {};
    private double inflation;
    private double error;
    private int mostSteps;

    /** Survival after 0, 1, … steps from the limit and from the start. */
    private double[] fromLimit = {1};

    private double[] fromStart = {1};
    private int computed;
    private boolean finished;

    MixingQuadrature(double limit, double start, double contractionMinusOne) {
      this.limit = limit;
      this.start = start;
      this.contraction = Rounding.addUp(1, contractionMinusOne);
      this.usable = limit <= LARGEST_LIMIT && contraction > 0 && contraction <= 2;
    }

    /** Upper bound of the survival probability for every start up to the given one. */
    synchronized double survival(double from, long steps) {
      if (!usable) {
        return 1;
      }
      if (rows.length == 0) {
        prepare();
      }
      while (!finished && computed < steps) {
        InterruptedComputationException.check();
        advance();
      }
      double[] survival = from <= start ? fromStart : fromLimit;
      if (steps <= computed) {
        return survival[(int) steps];
      }
      long stretches = steps / computed;
      double powers =
          Enclosure.exact(fromLimit[computed]).log().times(stretches - 1.0).exp().upper();
      double rest = fromLimit[(int) (steps % computed)];
      return Math.min(1, survival[computed] * powers * rest * (1 + 0x1p-50));
    }

    private void prepare() {
      int panels = (int) Math.ceil(limit / PANEL);
      double half = limit / (2 * panels);
      int count = panels * RULE.nodes();
      placeNodes(panels, half);
      rows = new double[count + 2][];
      firstColumns = new int[count + 2];
      for (int i = 0; i < count; i++) {
        InterruptedComputationException.check();
        fillRow(i, nodes[i], panels, half);
      }
      fillRow(count, limit, panels, half);
      fillRow(count + 1, start, panels, half);
      survivals = new double[count + 2];
      Arrays.fill(survivals, 1);
      double products = Arrays.stream(rows).mapToDouble(row -> row.length).sum();
      mostSteps = (int) (BUDGET / products);
      double wide = Math.max(1, contraction) * limit * limit;
      inflation = 1 + 0x1p-44 + (count + 32) * 0x1p-52 + (wide + 600) * 0x1p-50;
      error = panelError(half) * Math.min(panels, REACH / half + 4) + CUT;
    }

    /** Places the nodes from left to right; the rule lists its nodes from right to left. */
    private void placeNodes(int panels, double half) {
      int perPanel = RULE.nodes();
      nodes = new double[panels * perPanel];
      weights = new double[panels * perPanel];
      for (int i = 0; i < nodes.length; i++) {
        int panel = i / perPanel;
        double offset = 1 - RULE.point(i % perPanel).midpoint();
        nodes[i] = 2 * half * panel + half * offset;
        weights[i] = RULE.weight(i % perPanel).upper() * half * (1 + 0x1p-51);
      }
    }

    /**
     * Transitions to the nodes near c times a place; the last entry is the transition to the limit.
     */
    private void fillRow(int index, double place, int panels, double half) {
      double center = Rounding.multiplyUp(contraction, place);
      int first = (int) Math.max(0, Math.min(panels - 1, (center - REACH) / (2 * half) - 1));
      int last = (int) Math.min(panels, Math.max(0, (center + REACH) / (2 * half) + 2));
      int from = first * RULE.nodes();
      int to = last * RULE.nodes();
      double[] row = new double[to - from + 1];
      for (int j = from; j < to; j++) {
        row[j - from] = weights[j] * density(center, nodes[j]);
      }
      row[to - from] = beyondLimit(center);
      rows[index] = row;
      firstColumns[index] = from;
    }

    private static double density(double from, double to) {
      double gap = to - from;
      return HALF_DENSITY * Math.exp(-gap * gap / 8) * -Math.expm1(-from * to / 2);
    }

    private double beyondLimit(double center) {
      Enclosure exact = Enclosure.exact(center);
      Enclosure near = NormalTail.upperTail(Enclosure.exact(limit).minus(exact).times(0.5));
      Enclosure far = NormalTail.upperTail(Enclosure.exact(limit).plus(exact).times(0.5));
      return Math.max(0, near.minus(far).upper());
    }

    /** The least error bound of a Gauss-Legendre panel over a family of ellipses. */
    private double panelError(double half) {
      double best = Double.POSITIVE_INFINITY;
      for (double radius = 1.5; radius < 100; radius *= 1.1) {
        double height = half * (radius - 1 / radius) / 2;
        double growth = (1 + contraction * contraction) * height * height / 8;
        double logBound =
            Math.log(8 * half * 0.4 / (1 - 1 / radius))
                + growth
                - 2 * RULE.nodes() * Math.log(radius);
        best = Math.min(best, Math.exp(logBound) * (1 + 1e-9));
      }
      return best;
    }

    private void advance() {
      int count = nodes.length;
      double atLimit = survivals[count];
      double[] next = new double[count + 2];
      for (int i = 0; i < count + 2; i++) {
        double[] row = rows[i];
        int offset = firstColumns[i];
        int length = row.length - 1;
        double sum = row[length] * atLimit;
        for (int j = 0; j < length; j++) {
          sum += row[j] * survivals[offset + j];
        }
        next[i] = Math.min(survivals[i], sum * inflation + error);
      }
      survivals = next;
      computed++;
      store(next[count], next[count + 1]);
      finished = computed >= mostSteps || next[count] < SMALLEST;
    }

    private void store(double limitValue, double startValue) {
      if (computed >= fromLimit.length) {
        fromLimit = Arrays.copyOf(fromLimit, 2 * fromLimit.length);
        fromStart = Arrays.copyOf(fromStart, 2 * fromStart.length);
      }
      fromLimit[computed] = limitValue;
      fromStart[computed] = startValue;
    }
  }
}
