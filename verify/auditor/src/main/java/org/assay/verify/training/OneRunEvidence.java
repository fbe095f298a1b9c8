package org.assay.verify.training;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;

/**
 * A test of a privacy claim from one run. Each of m canaries is included by a fair coin of its own.
 * An auditor who sees the result guesses r of the coins. The test counts v right guesses, or v
 * wrong ones: guesses that are wrong too often are equally strong evidence.
 *
 * <p>Hypotheses. The coins are independent and fair and affect only the inclusion of their
 * canaries. Whatever the other coins, turning one coin is one step of the claim's adjacency
 * relation. (Add-remove: the canary is there or not. Zero-out: it contributes or not. Replace-one:
 * it or a fixed other record is there.) At most r guesses are made, and m and r do not depend on
 * the run. A true claim then gives a p-value of at most alpha with probability at most alpha, for
 * every alpha: {@code doc-files/one-run-audits.md}. The auditor may use everything that the run
 * released.
 *
 * <p>Pure and approximate claims are tested by the exact worst case ([@SteinkeNasrJagielski2023]
 * for delta 0), other claims by their trade-off curve ([@MahloujifarMelisChaudhuri2024]). Profiles
 * and trade-off curves given by points are also tested line by line, as approximate claims.
 */
public final class OneRunEvidence {
  /**
   * Largest number of lines of a curve that are tested; the tested lines are spread over all lines.
   * Not tuned.
   */
  private static final int MOST_LINES = 256;

  private final TailBound tail;
  private final int guesses;

  private OneRunEvidence(TailBound tail, int guesses) {
    this.tail = tail;
    this.guesses = guesses;
  }

  /**
   * A test of a guarantee.
   *
   * @param claim any guarantee
   * @param canaries m, at least 1
   * @param guesses r, from 1 to m
   * @return the test
   * @throws IllegalArgumentException if a count is out of range
   */
  public static OneRunEvidence of(Guarantee claim, int canaries, int guesses) {
    requireCounts(canaries, guesses);
    return new OneRunEvidence(tail(claim, canaries, guesses), guesses);
  }

  /**
   * A test of a trade-off curve.
   *
   * @param curve the claim, for both orders of any two neighbours
   * @param canaries m, at least 1
   * @param guesses r, from 1 to m
   * @return the test
   * @throws IllegalArgumentException if a count is out of range
   */
  public static OneRunEvidence of(TradeoffCurve curve, int canaries, int guesses) {
    requireCounts(canaries, guesses);
    return new OneRunEvidence(TradeoffTail.of(curve, canaries, guesses), guesses);
  }

  /**
   * The p-value.
   *
   * @param alike the number v of right guesses, or of wrong ones if larger, from 0 to r
   * @return an upper bound of the probability that a true claim gives to at least v right or at
   *     least v wrong guesses
   * @throws IllegalArgumentException if correct is out of range
   */
  public double pValue(int alike) {
    requireAlike(alike, guesses);
    return tail.pValue(alike);
  }

  /**
   * Whether the claim is refuted. For curves this is faster than {@link #pValue}.
   *
   * @param alike the number v of right guesses, or of wrong ones if larger, from 0 to r
   * @param alpha largest probability of refuting a true claim, strictly between 0 and 1
   * @return whether the p-value is at most alpha
   * @throws IllegalArgumentException if an argument is out of range
   */
  public boolean refutes(int alike, double alpha) {
    requireAlike(alike, guesses);
    Parameters.requireOpenProbability("alpha", alpha);
    return tail.refutes(alike, alpha);
  }

  /**
   * The largest claim of the same form that the guesses refute: epsilon at the same delta, mu, rho,
   * or the scale of the Rényi bounds.
   *
   * @param claim a claim of the form, at which the search starts
   * @param canaries m, at least 1
   * @param guesses r, from 1 to m
   * @param alike the number v of right guesses, or of wrong ones if larger, from 0 to r
   * @param alpha probability that the bound exceeds the truth, strictly between 0 and 1
   * @return a lower confidence bound, rounded down; 0 if nothing was shown
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double lowerBound(
      Guarantee claim, int canaries, int guesses, int alike, double alpha) {
    requireCounts(canaries, guesses);
    requireAlike(alike, guesses);
    Parameters.requireOpenProbability("alpha", alpha);
    return LargestRefuted.of(
        claim, member -> tail(member, canaries, guesses).refutes(alike, alpha));
  }

  /**
   * The epsilon of a Gaussian lower bound.
   *
   * @param mu a lower bound of mu, finite and at least 0
   * @param delta strictly between 0 and 1
   * @return a lower bound of the epsilon at delta, for mechanisms whose trade-off curve is that of
   *     a Gaussian, and no others
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double gaussianEpsilon(double mu, double delta) {
    Parameters.requireNonNegative("mu", mu);
    Parameters.requireOpenProbability("delta", delta);
    return mu == 0 ? 0 : GaussianMechanism.epsilon(mu, delta).lower();
  }

  private static TailBound tail(Guarantee claim, int canaries, int guesses) {
    return claim.accept(new Tails(canaries, guesses));
  }

  /** The test for each kind of claim. */
  private static final class Tails extends DefaultGuaranteeVisitor<TailBound> {
    private final int canaries;
    private final int guesses;

    Tails(int canaries, int guesses) {
      this.canaries = canaries;
      this.guesses = guesses;
    }

    @Override
    public TailBound visitPure(Guarantee.Pure claim) {
      return new ApproximateTail(canaries, guesses, claim.epsilon(), 0);
    }

    @Override
    public TailBound visitApproximate(Guarantee.Approximate claim) {
      return new ApproximateTail(canaries, guesses, claim.epsilon(), claim.delta());
    }

    @Override
    public TailBound visitGaussian(Guarantee.Gaussian claim) {
      return new TradeoffTail(canaries, guesses, new GaussianTail(claim.mu()));
    }

    @Override
    public TailBound visitProfile(Guarantee.Profile claim) {
      return byLines(claim);
    }

    @Override
    public TailBound visitTradeoff(Guarantee.Tradeoff claim) {
      return byLines(claim);
    }

    /**
     * The test of a curve that consists of lines. Each line is an approximate claim with an exact
     * tail; all lines together are a curve.
     */
    private TailBound byLines(Guarantee claim) {
      List<SupportingLine> lines = SupportingLines.ifAny(claim, MOST_LINES);
      List<TailBound> tails = new ArrayList<>();
      lines.forEach(
          line -> tails.add(new ApproximateTail(canaries, guesses, line.epsilon(), line.delta())));
      tails.add(new TradeoffTail(canaries, guesses, new LineTail(lines)));
      return new StrongestTail(tails);
    }

    @Override
    protected TailBound visitOther(Guarantee claim) {
      return TradeoffTail.of(TradeoffCurve.of(claim), canaries, guesses);
    }
  }

  static void requireCounts(int canaries, int guesses) {
    if (!(guesses >= 1 && guesses <= canaries)) {
      throw new IllegalArgumentException(
          String.format(
              "guesses were %s of %s canaries: there must be at least 1 and at most one for each"
                  + " canary",
              guesses, canaries));
    }
  }

  static void requireAlike(int alike, int guesses) {
    if (!(alike >= 0 && alike <= guesses)) {
      throw new IllegalArgumentException(
          "alike was " + alike + " of " + guesses + " guesses: it must be within [0, guesses]");
    }
  }

  /**
   * The smallest of several upper bounds of one probability.
   *
   * @param bounds at least one, all of the same claim and number of guesses
   */
  private record StrongestTail(List<TailBound> bounds) implements TailBound {
    StrongestTail {
      bounds = List.copyOf(bounds);
    }

    @Override
    public double pValue(int correct) {
      return bounds.stream().mapToDouble(bound -> bound.pValue(correct)).min().orElse(1);
    }

    @Override
    public boolean refutes(int correct, double alpha) {
      return bounds.stream().anyMatch(bound -> bound.refutes(correct, alpha));
    }
  }

  /**
   * Lower bounds of {@code Φ(Φ⁻¹(x) - mu)}, the least probability that mu-Gaussian differential
   * privacy leaves to an event of probability x. A library estimates the quantile; the estimate is
   * lowered until an enclosure of the distribution function proves that the estimate is low enough.
   */
  static final class GaussianTail implements DoubleUnaryOperator {
    private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

    /** Relative amount by which an estimate is lowered at first. Not tuned. */
    private static final double MARGIN = 1e-13;

    private final Enclosure mu;

    GaussianTail(double mu) {
      this.mu = Enclosure.exact(mu);
    }

    @Override
    public double applyAsDouble(double probability) {
      if (probability <= 0) {
        return 0;
      }
      return probability >= 1
          ? 1
          : NormalTail.upperTail(mu.minus(quantileBelow(probability))).lower();
    }

    private static double quantileBelow(double probability) {
      double guess = STANDARD.inverseCumulativeProbability(probability);
      double margin = MARGIN * (1 + Math.abs(guess));
      double low = guess - margin;
      while (NormalTail.upperTail(Enclosure.exact(-low)).upper() > probability) {
        margin *= 4;
        low = guess - margin;
      }
      return low;
    }
  }

  /**
   * Lower bounds of the probability of an event under one dataset, given its probability x under
   * the other. Each line {@code P φ ≤ E Q φ + δ}, which also holds with P and Q exchanged, leaves
   * at least {@code (x - δ)/E} and {@code 1 - δ - E (1 - x)}. The largest of these numbers is the
   * bound, rounded down.
   *
   * @param lines lines of a claim; without any the bound is 0
   */
  record LineTail(List<SupportingLine> lines) implements DoubleUnaryOperator {
    LineTail {
      lines = List.copyOf(lines);
    }

    @Override
    public double applyAsDouble(double probability) {
      double other = Rounding.subtractUp(1, probability);
      double least = 0;
      for (SupportingLine line : lines) {
        double event =
            Rounding.divideDown(Rounding.subtractDown(probability, line.delta()), line.odds());
        double rest =
            Rounding.subtractDown(
                Rounding.subtractDown(1, line.delta()),
                Rounding.multiplyUp(line.odds(), Math.max(0, other)));
        least = Math.max(least, Math.max(event, rest));
      }
      return least;
    }
  }

  /**
   * Bounds the probability of many right or many wrong guesses under a trade-off curve f, by the
   * recursion of [@MahloujifarMelisChaudhuri2024] for both ends at once. Let an event have
   * probability at least x with a canary's true coin. With the coin turned, the event has
   * probability at least {@code f(1 - x)} under the claim. Suppose "at least v right, or at least v
   * wrong" has probability τ. Then more and more guesses of the minority are forced at the levels
   * below v, down to one half. If majority and minority together exceed the number of guesses, the
   * probability is below τ.
   *
   * <p>Proof, with the direction in which each number is rounded: {@code
   * doc-files/one-run-audits.md}.
   */
  static final class TradeoffTail implements TailBound {
    /** The search for τ begins at this logarithm, near that of the smallest double. */
    private static final double SMALLEST_LOGARITHM = -690;

    /** Number of bisections for the logarithm of τ. Not tuned. */
    private static final int BISECTIONS = 40;

    private final int canaries;
    private final int guesses;
    private final DoubleUnaryOperator leastWithCoinTurned;

    /**
     * A bound.
     *
     * @param leastWithCoinTurned lower bounds of {@code f(1 - x)} for x above 0
     */
    TradeoffTail(int canaries, int guesses, DoubleUnaryOperator leastWithCoinTurned) {
      this.canaries = canaries;
      this.guesses = guesses;
      this.leastWithCoinTurned = leastWithCoinTurned;
    }

    /** A curve that holds for both orders of neighbours. */
    static TradeoffTail of(TradeoffCurve curve, int canaries, int guesses) {
      return new TradeoffTail(
          canaries, guesses, x -> curve.at(Math.max(0, Rounding.subtractUp(1, x))).lower());
    }

    @Override
    public double pValue(int correct) {
      if (!refutes(correct, 1)) {
        return 1;
      }
      double unproved = SMALLEST_LOGARITHM;
      double proved = 0;
      for (int i = 0; i < BISECTIONS; i++) {
        double middle = (unproved + proved) / 2;
        if (refutes(correct, Math.exp(middle))) {
          proved = middle;
        } else {
          unproved = middle;
        }
      }
      return Math.exp(proved);
    }

    @Override
    public boolean refutes(int correct, double alpha) {
      double right = Rounding.divideDown(Rounding.multiplyDown(alpha, correct), canaries);
      double wrong = Rounding.divideUp(Rounding.multiplyUp(alpha, guesses - correct), canaries);
      double made = Rounding.divideUp(guesses, canaries);
      for (int level = correct - 1; 2L * level >= guesses; level--) {
        double needed = leastWithCoinTurned.applyAsDouble(right);
        if (Rounding.addDown(right, needed) > made) {
          return true;
        }
        if (!(needed > wrong)) {
          return false;
        }
        double share = Rounding.divideDown(level, guesses - level);
        double more = Rounding.multiplyDown(share, Rounding.subtractDown(needed, wrong));
        right = Rounding.addDown(right, more);
        wrong = needed;
      }
      return false;
    }
  }
}
