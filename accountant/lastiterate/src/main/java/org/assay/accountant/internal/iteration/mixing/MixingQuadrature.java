package org.assay.accountant.internal.iteration.mixing;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.GaussLegendre;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * Survival of the walk of {@link MixingWalk} by Gauss-Legendre panels, rounded up: every step
 * multiplies by more than the relative rounding error and adds more than the quadrature error.
 * Beyond the computed steps, survival over consecutive stretches multiplies. Proof: {@code
 * doc-files/mixing-survival.md}.
 *
 * <p>Values are computed when they are first asked for.
 */
final class MixingQuadrature {
  /** Beyond this limit the panels would cost too much. */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(20);

  private static final double LARGEST_LIMIT = 80;

  private static final double PANEL = 6;

  /** Farther than this the kernel is cut; it holds less than 3e-19 there. */
  private static final double REACH = 18;

  private static final double CUT = 3e-19;

  /** Below this the error that every step adds would start to show. */
  private static final double SMALLEST = 1e-12;

  /** How many products to spend at most. */
  private static final double BUDGET = 3e8;

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

  /** Upper bound for every start up to the given one. */
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
    double powers = Enclosure.exact(fromLimit[computed]).log().times(stretches - 1.0).exp().upper();
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

  /** Left to right; the rule lists its nodes from right to left. */
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

  /** Transitions to the nodes near c times a place, and as the last entry to the limit. */
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

  /** The error bound of a Gauss-Legendre panel with the best of some ellipses. */
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
