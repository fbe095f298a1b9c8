package org.assay.accountant.internal.loss.lattice;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.ContradictionException;

/**
 * A pessimistic and an optimistic composition around the true one, at one step and tilt. Each is
 * convolved at its first use. The optimistic distributions are computed only then, as upper ends do
 * not need them.
 */
public final class LatticeBracket {
  private final List<LatticeLaw> above;
  private final Supplier<List<LatticeLaw>> below;
  private final List<ScoreTest.Laws> scores;
  private final long[] counts;
  private final double theta;
  private final double tail;

  public LatticeBracket(
      List<LatticeLaw> above,
      Supplier<List<LatticeLaw>> below,
      long[] counts,
      double theta,
      double tail) {
    this(above, below, List.of(), counts, theta, tail);
  }

  private LatticeBracket(
      List<LatticeLaw> above,
      Supplier<List<LatticeLaw>> below,
      List<ScoreTest.Laws> scores,
      long[] counts,
      double theta,
      double tail) {
    this.above = above;
    this.below = below;
    this.scores = scores;
    this.counts = counts.clone();
    this.theta = theta;
    this.tail = tail;
  }

  /**
   * The same bracket with the tilt that has the shortest window for one point of the profile.
   *
   * @param epsilon approximate epsilon at which the profile is wanted
   * @param delta approximate value of the profile there
   * @param relative wanted relative width of the profile
   */
  public LatticeBracket tiltedFor(double epsilon, double delta, double relative) {
    TiltChoice saddle = new TiltChoice(theta, tail);
    TiltChoice chosen = TiltChoice.of(above, counts, saddle, epsilon, delta, relative);
    return new LatticeBracket(above, below, scores, counts, chosen.theta(), chosen.tail());
  }

  /**
   * The same bracket with lower ends from a test of scores, if all pairs have scores. A test takes
   * two convolutions and gives larger lower ends where losses are isolated.
   *
   * @param tested the scores of each pair
   */
  public LatticeBracket testing(List<ScoreTest.Laws> tested) {
    boolean known = tested.stream().allMatch(laws -> laws.underP().size() > 0);
    return known ? new LatticeBracket(above, below, tested, counts, theta, tail) : this;
  }

  public SaddlePoint saddlePoint() {
    return new SaddlePoint(above, counts);
  }

  /** Number of lattice points of one composition. */
  public long work() {
    int logSize = LatticeWindow.of(above, counts, theta, tail, 62).logSize();
    return 1L << Math.min(LatticeComposition.LARGEST_LOG_SIZE, logSize);
  }

  /**
   * The sum of the pessimistic masses at infinity; from about 1 on the finite losses do not matter.
   */
  public double leak() {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i] * above.get(i).infinite();
    }
    return sum;
  }

  /** Lower bound of the composed mass at infinity. */
  public double revealed() {
    return LatticeComposition.infinite(below.get(), counts).lower();
  }

  public Enclosure delta(double epsilon) {
    return between(
        lower().applyAsDouble(epsilon), upper().applyAsDouble(epsilon), "epsilon " + epsilon);
  }

  /** Encloses the smallest epsilon of at least 0 at which the profile is at most delta. */
  public Enclosure epsilon(double delta, double guess, double accuracy) {
    double[] high = Crossing.of(upper(), delta, guess, accuracy / 50);
    boolean helps = high[0] > 0 && high[1] < Double.POSITIVE_INFINITY;
    double[] low = Crossing.of(lower(), delta, helps ? high[0] : guess, accuracy / 50);
    // The upper profile is at most delta at high[1], the lower one above it at low[0].
    return between(low[0], high[1], "delta " + delta);
  }

  private Enclosure between(double low, double high, String question) {
    ContradictionException.requireOrdered(
        low, high, Arrays.toString(counts) + " lattice laws at " + question);
    return Enclosure.of(low, high);
  }

  /**
   * Upper bound of the profile at any epsilon of at least 0, smallest near the epsilon of the tilt.
   */
  DoubleUnaryOperator upper() {
    LatticeComposition composition = new LatticeComposition(above, counts, theta, tail);
    double shift = shift();
    return epsilon -> composition.delta(Math.nextDown(epsilon - shift)).upper();
  }

  /** Upper bounds of delta at many epsilons, each of which takes little time. */
  public DoubleUnaryOperator upperOfMany() {
    LatticeComposition composition = new LatticeComposition(above, counts, theta, tail);
    double shift = shift();
    return epsilon -> composition.deltaOfMany(Math.nextDown(epsilon - shift)).upper();
  }

  private DoubleUnaryOperator lower() {
    if (!scores.isEmpty()) {
      return ScoreTest.of(scores, counts, theta, tail)::delta;
    }
    List<LatticeLaw> laws = below.get();
    if (laws.stream().anyMatch(law -> law.size() == 0)) {
      return epsilon -> 0;
    }
    LatticeComposition composition = new LatticeComposition(laws, counts, theta, tail);
    double shift = shift();
    return epsilon -> composition.delta(Math.nextUp(epsilon + shift)).lower();
  }

  /** Upper bound of the sum of the offsets of all steps. */
  private double shift() {
    double sum = 0;
    for (long count : counts) {
      sum += count * Discretization.offset(above.get(0).step());
    }
    return sum * (1 + 0x1p-40);
  }

  /**
   * The tilt of a convolution, and the tilted mass that may lie outside its window. A tilt at the
   * saddle point keeps the most digits, but it also raises rare outcomes with large losses. Such
   * outcomes add little to the profile, yet the window must include them. A smaller tilt that still
   * keeps enough digits then has a shorter window. No bound depends on the choice.
   *
   * @param theta the tilt, above 0
   * @param tail wanted bound of the tilted mass outside the window
   */
  record TiltChoice(double theta, double tail) {
    /** Ratio of one tilt that is tried to the previous one. Not tuned. */
    private static final double STRIDE = Math.sqrt(0.5);

    /** Largest number of further tilts that are tried. Not tuned: bounds the time. */
    private static final int MOST_TRIALS = 16;

    /**
     * Number of lattice points of all distributions from which further tilts cost more than they
     * save. Not tuned.
     */
    private static final int MANY_POINTS = 30_000;

    /**
     * Length of a window, over the lattice points of all distributions, up to which a transform
     * costs less than the search for a shorter window. Tuned by the risk of 5 binomial mechanisms
     * beside others; at 64 an answer of LatticeWidthsTest is no longer narrow.
     */
    private static final int SHORT = 8;

    /**
     * Share of the wanted width of delta for the mass outside the window, and for rounding. Not
     * tuned.
     */
    private static final double SHARE = 0.01;

    /** Approximate error of a transform for each composed loss, relative to the tilted mass. */
    private static final double ROUNDING = 2e-13;

    /**
     * The tilt with the shortest window.
     *
     * @param saddle the tilt at the saddle point, with its tail
     * @param epsilon approximate epsilon at which the profile is wanted
     * @param delta approximate value of the profile there
     * @param relative wanted relative width of the profile
     */
    static TiltChoice of(
        List<LatticeLaw> laws,
        long[] counts,
        TiltChoice saddle,
        double epsilon,
        double delta,
        double relative) {
      int points = laws.stream().mapToInt(LatticeLaw::size).sum();
      long least = points > MANY_POINTS ? 0 : saddle.length(laws, counts);
      if (least <= (long) SHORT * points) {
        return saddle;
      }
      TiltChoice best = saddle;
      double theta = saddle.theta;
      for (int i = 0; i < MOST_TRIALS; i++) {
        theta *= STRIDE;
        double[] moments = SaddlePoint.moments(laws, counts, theta);
        double raised = Math.exp(moments[0] - theta * epsilon) / delta;
        double rounding =
            total(counts) * ROUNDING * raised / (Math.sqrt(moments[2]) * theta * (theta + 1));
        double tail = SHARE * relative * (1 + theta) / raised;
        if (!(rounding <= SHARE * relative && tail > 0)) {
          break;
        }
        TiltChoice trial = new TiltChoice(theta, Math.min(tail, saddle.tail));
        long length = trial.length(laws, counts);
        if (length < least) {
          least = length;
          best = trial;
        }
      }
      return best;
    }

    private long length(List<LatticeLaw> laws, long[] counts) {
      return LatticeWindow.of(laws, counts, theta, tail, 62).length();
    }

    private static double total(long[] counts) {
      double sum = 0;
      for (long count : counts) {
        sum += count;
      }
      return sum;
    }
  }
}
