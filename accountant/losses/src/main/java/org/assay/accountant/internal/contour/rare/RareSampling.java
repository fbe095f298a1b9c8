package org.assay.accountant.internal.contour.rare;

import java.util.List;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.assay.accountant.internal.contour.ContourInversion;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;

/**
 * Delta and epsilon for many Gaussian steps with a small sampling probability, when a record is
 * removed. Nearly every privacy loss is tiny and a few are huge. So moments are finite near the
 * imaginary axis only, and integrals along contours there take long. Outputs beyond a cut are
 * therefore separated: the total loss exceeds epsilon after such an output, up to a proved
 * remainder. The contribution of these outputs to delta has a closed form; integrals for the other
 * outputs take short contours. The notation and the proof are in {@code
 * doc-files/rare-sampling.md}.
 */
public final class RareSampling {
  /**
   * Largest work for one contour, in evaluations as {@link CutFactor} counts them. Above this limit
   * a convolution is used; it takes about as long, and its enclosure is far wider. Not tuned.
   */
  private static final double MOST_WORK = 2e8;

  /**
   * Natural logarithm of the largest c of the searches for a saddle point. Not tuned: bounds the
   * search. Every c gives a valid enclosure.
   */
  private static final double LARGEST_LOG_C = 42;

  /** Relative width at which a result is accepted. Not tuned. */
  private static final double GOOD_WIDTH = 1e-9;

  /** Largest number of contours for one delta. Not tuned: bounds the time. */
  private static final int MOST_PLANS = 60;

  /**
   * Rounds of the fixed-point iteration for the cut. Not tuned: every cut gives a valid enclosure.
   */
  private static final int CUT_ROUNDS = 3;

  /**
   * Natural logarithm of the remainder that a cut aims at, relative to delta: e^-30 is about 1e-13.
   * Not tuned.
   */
  private static final double NEGLIGIBLE = -30;

  private final double q;
  private final double sigma;
  private final double count;

  /** Moments of small outputs without the record, which bound the lower tail of a sum of losses. */
  private final CutPair.Rough falling;

  public RareSampling(double q, double sigma, long count) {
    this.q = q;
    this.sigma = sigma;
    this.count = count;
    this.falling = new CutPair(q, sigma, 12).new Rough();
  }

  /** Estimate of {@code T log E_Q r^-c}. */
  private double logFall(double c) {
    return count * falling.logMoment(-c);
  }

  /** An enclosure of delta at an epsilon; wide if the contour would cost too much. */
  public Enclosure delta(double epsilon) {
    Enclosure best = Enclosure.of(0, 1);
    double scale = 1e-5;
    for (int i = 0; i < MOST_PLANS; i++) {
      Enclosure value = new Plan(epsilon, scale).delta(epsilon);
      boolean stalled = i > 4 && value.width() > 0.5 * best.width();
      best = best.intersect(value);
      if (best.relativeWidth() <= GOOD_WIDTH || stalled || best.upper() < Double.MIN_NORMAL) {
        return best;
      }
      double next = Math.max(Double.MIN_NORMAL, best.upper());
      if (next == scale) {
        // The same contour would give the same enclosure again.
        return best;
      }
      scale = next;
    }
    return best;
  }

  /** An enclosure of epsilon at a delta; the lower end is 0 if no larger one was proved. */
  public Enclosure epsilon(double delta) {
    Search search = new Search(delta);
    Enclosure atZero = search.at(0);
    return atZero.upper() <= delta ? Enclosure.ZERO : search.run(atZero);
  }

  /**
   * Finds epsilon by the method of false position, on logarithms of epsilon and of delta. A contour
   * is reused as long as its enclosures are narrow.
   */
  private final class Search {
    private final double delta;
    private Plan plan;

    Search(double delta) {
      this.delta = delta;
      this.plan = new Plan(0, delta);
    }

    Enclosure at(double epsilon) {
      if (!(plan.delta(epsilon).width() <= GOOD_WIDTH * delta)) {
        plan = new Plan(epsilon, delta);
      }
      return plan.delta(epsilon);
    }

    private double log(Enclosure value) {
      return Math.log(Math.max(value.midpoint(), 1e-12 * delta) / delta);
    }

    Enclosure run(Enclosure atZero) {
      double low = Math.log(Math.max(1e-300, 1e-6 * delta));
      double lowValue = log(atZero);
      double high = Math.log(q * Math.sqrt(count * Math.expm1(Math.min(40, 1 / (sigma * sigma)))));
      high = Math.max(low + 1, Math.min(0, high));
      double highValue = log(at(Math.exp(high)));
      while (highValue > 0 && high < 6 && plan.isAffordable()) {
        low = high;
        lowValue = highValue;
        high += 0.7;
        highValue = log(at(Math.exp(high)));
      }
      if (!plan.isAffordable()) {
        return Enclosure.of(0, Double.POSITIVE_INFINITY);
      }
      return certify(Math.exp(root(low, lowValue, high, highValue)));
    }

    private double root(double from, double fromValue, double to, double toValue) {
      double low = from;
      double lowValue = fromValue;
      double high = to;
      double highValue = toValue;
      double next = high;
      for (int i = 0; i < 40 && plan.isAffordable(); i++) {
        double share = Math.max(0.02, Math.min(0.98, lowValue / (lowValue - highValue)));
        next = low + (high - low) * share;
        double value = log(at(Math.exp(next)));
        if (Math.abs(value) < 1e-13) {
          break;
        }
        if (value > 0) {
          low = next;
          lowValue = value;
          highValue *= 0.5;
        } else {
          high = next;
          highValue = value;
          lowValue *= 0.5;
        }
      }
      return next;
    }

    private Enclosure certify(double guess) {
      Enclosure here = at(guess);
      double spread = here.relativeWidth();
      double margin = Math.max(Math.min(spread, 1) * guess * 0.05, 4e-16 * guess);
      double upper = LossComposition.provedEnd(guess, margin, x -> at(x).upper() <= delta);
      double lower = LossComposition.provedEnd(guess, -margin, x -> at(x).lower() >= delta);
      lower = lower > 0 ? lower : 0;
      return Enclosure.of(Math.min(lower, upper), upper);
    }
  }

  /** A cut and a contour for epsilons and deltas near given values. */
  private final class Plan {
    private final ContourInversion line;
    private final Enclosure beyond;
    private final Enclosure excess;
    private final Enclosure smallestLoss;
    private final double point;
    private final Enclosure logFall;

    Plan(double epsilon, double delta) {
      double logDelta = Math.log(delta);
      CutPair pair = new CutPair(q, sigma, cut(epsilon, logDelta));
      this.beyond = pair.beyond();
      this.excess = pair.excess();
      this.smallestLoss = pair.logRatio(Enclosure.exact(pair.cut()));
      double gap = gap(epsilon).lower();
      double guess =
          gap > 0 ? LossComposition.minimize(c -> logFall(c) - c * gap, LARGEST_LOG_C) : 1;
      // The order is rounded first, so that the moment's exponent is exact.
      double order = 1 + guess;
      this.point = order - 1;
      this.logFall = SampledGaussianMoment.logMoment(q, sigma, order, false).times(count);
      CutFactor factor = new CutFactor(pair, count);
      double c =
          LossComposition.minimize(
              s -> factor.roughLogMoment(s) - s * epsilon - Math.log(s) - Math.log1p(s),
              LARGEST_LOG_C);
      this.line = ContourInversion.prepare(List.of(factor), c, epsilon, logDelta, MOST_WORK);
    }

    boolean isAffordable() {
      return line.size() > 0;
    }

    /**
     * Amount by which the other losses must sum to less than 0, for a total of at most epsilon, if
     * one output is above the cut.
     */
    private Enclosure gap(double epsilon) {
      return smallestLoss.minus(epsilon);
    }

    /** The cut above which the remainder is negligible. */
    private double cut(double epsilon, double logDelta) {
      double wanted = logDelta + NEGLIGIBLE;
      double farthest = 1;
      while (Math.log(count) - 0.5 * farthest * farthest > wanted && farthest < 60) {
        farthest += 0.25;
      }
      double cut = farthest;
      double logMass = 0;
      for (int i = 0; i < CUT_ROUNDS; i++) {
        double need = Math.min(0, wanted - logMass);
        double gap = valueAt(c -> (logFall(c) - need) / c);
        double u = Math.log1p(Math.expm1(Math.max(epsilon + gap, q)) / q);
        cut = Math.min(farthest, Math.max(1, sigma * u + 0.5 / sigma));
        logMass = Math.log(count) - 0.5 * cut * cut - Math.log(cut + 1);
      }
      return cut;
    }

    private double valueAt(UnivariateFunction f) {
      return f.value(LossComposition.minimize(f, LARGEST_LOG_C));
    }

    Enclosure delta(double epsilon) {
      Enclosure all = line.delta(epsilon).plus(jumps(epsilon)).plus(remainder(epsilon));
      return all.max(Enclosure.ZERO).min(Enclosure.ONE);
    }

    /** {@code P(some output beyond the cut) - e^ε Q(some output beyond the cut)}. */
    private Enclosure jumps(double epsilon) {
      Enclosure inside = Enclosure.ONE.minus(beyond);
      Enclosure logKept = beyond.negate().log1p().times(count);
      Enclosure gained = excess.dividedBy(inside).negate().log1p().times(count).expm1().negate();
      Enclosure paid = logKept.expm1().negate().times(Enclosure.exact(epsilon).expm1());
      return logKept.exp().times(gained).minus(paid);
    }

    private Enclosure remainder(double epsilon) {
      // A union bound over the steps: several large outputs raise the loss together, so their
      // number counts.
      Enclosure mass = beyond.times(count);
      Enclosure payoff = Enclosure.exact(epsilon).exp();
      Enclosure gap = gap(epsilon);
      Enclosure probability =
          gap.lower() > 0
              ? logFall.minus(gap.times(point)).exp().min(Enclosure.ONE)
              : Enclosure.ONE;
      Enclosure reached = mass.times(probability).min(Enclosure.ONE);
      return Enclosure.of(0, payoff.times(reached).upper());
    }
  }

  /** Equal steps of a {@link CutPair}. */
  static final class CutFactor implements LossFactor {
    private final CutPair pair;
    private final double count;
    private final CutPair.Rough rough;

    CutFactor(CutPair pair, double count) {
      this.pair = pair;
      this.count = count;
      this.rough = pair.new Rough();
    }

    @Override
    public Enclosure logMoment(double c) {
      return pair.logMoment(c).times(count);
    }

    @Override
    public double roughLogMoment(double c) {
      return count * rough.logMoment(1 + c);
    }

    @Override
    public double largestLoss() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public LossTransform along(double c, double reach) {
      CutMoment moment = new CutMoment(pair, c, reach);
      CutDecay decay = new CutDecay(pair, c, moment.upperMomentMinusOne());
      return new Transform(moment, decay, count);
    }

    private record Transform(CutMoment moment, CutDecay decay, double count)
        implements LossTransform {
      @Override
      public double cost() {
        return 20.0 * moment.size();
      }

      @Override
      public void addTo(ContourNodes nodes) {
        for (int k = 0; k < nodes.wanted(); k++) {
          moment.evaluate(k * nodes.step);
          nodes.addPower(k, count, moment.real, moment.imaginary, moment.error);
        }
      }

      @Override
      public double logDecayBound(double t) {
        return count * decay.logBound(t);
      }
    }
  }
}
