package org.assay.verify.internal.log;

import java.util.function.LongFunction;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/** The laws of batch sizes and overlaps under different samplers. */
final class CountLaws {
  /**
   * Relative half-width of the interval that stands for a sampling probability, since a fraction
   * such as 256/60000 has been rounded to a double. Not tuned.
   */
  private static final double RATE_ERROR = 0x1p-40;

  /** Masses below this multiple of the largest one share one bound. Not tuned. */
  private static final double NEGLIGIBLE = 1e-60;

  private CountLaws() {}

  /** Independent trials with one probability in [0, 1]. */
  static CountLaw binomial(long trials, double rate) {
    if (rate == 0 || trials == 0) {
      return new Certain(0);
    }
    return rate == 1 ? new Certain(trials) : new Binomial(trials, around(rate));
  }

  /** The law of {@link #binomial}, with counts above {@code most} replaced by {@code most}. */
  static CountLaw truncated(long trials, double rate, long most) {
    CountLaw whole = binomial(trials, rate);
    return most >= trials ? whole : new Truncated(whole, BinomialTails.of(trials, rate), most);
  }

  /** The law of the number of marked records in a uniform choice without replacement. */
  static CountLaw hypergeometric(long population, long marked, long drawn) {
    return new Hypergeometric(population, marked, drawn);
  }

  /** The law with one possible count. */
  static CountLaw certain(long count) {
    return new Certain(count);
  }

  private static Enclosure around(double rate) {
    double lower = Rounding.multiplyDown(rate, 1 - RATE_ERROR);
    double below1 = Math.min(1 - (1 - rate) / 2, Math.nextDown(1.0));
    double upper = Math.min(Rounding.multiplyUp(rate, 1 + RATE_ERROR), below1);
    return Enclosure.of(lower, upper);
  }

  private record Certain(long only) implements CountLaw {
    @Override
    public Enclosure mass(long count) {
      return count == only ? Enclosure.ONE : Enclosure.ZERO;
    }

    @Override
    public double rate() {
      return 1;
    }

    @Override
    public long trials() {
      return only;
    }

    @Override
    public double logRatioAtRate(double rate, long count) {
      return 0;
    }
  }

  /**
   * A binomial law. The masses are computed when the first mass without a closed form is asked for.
   */
  private static final class Binomial implements CountLaw {
    private final long trials;
    private final Enclosure hit;
    private final Enclosure logHit;
    private final Enclosure logMiss;
    private BinomialWindow window = BinomialWindow.of(0, Enclosure.ONE, 1);
    private boolean counted;

    Binomial(long trials, Enclosure hit) {
      this.trials = trials;
      this.hit = hit;
      this.logHit = hit.log();
      this.logMiss = hit.negate().log1p();
    }

    @Override
    public Enclosure mass(long count) {
      if (!(count >= 0 && count <= trials)) {
        return Enclosure.ZERO;
      }
      if (count == 0) {
        return logMiss.times(Enclosure.ofCount(trials)).exp();
      }
      if (count == trials) {
        return logHit.times(Enclosure.ofCount(trials)).exp();
      }
      if (!counted) {
        window = BinomialWindow.of(trials, hit, NEGLIGIBLE);
        counted = true;
      }
      return window.massOfAny(count);
    }

    @Override
    public double rate() {
      return hit.midpoint();
    }

    @Override
    public long trials() {
      return trials;
    }

    @Override
    public double logRatioAtRate(double rate, long count) {
      Enclosure other = Enclosure.exact(rate);
      Enclosure hits = other.log().minus(logHit).times(Enclosure.ofCount(count));
      Enclosure misses =
          other.negate().log1p().minus(logMiss).times(Enclosure.ofCount(trials - count));
      return hits.plus(misses).lower();
    }
  }

  /**
   * The probability that at least a number of trials succeed, at the rate of the law or another
   * rate.
   */
  private record BinomialTails(long trials, double rate) {
    static LongFunction<Enclosure> of(long trials, double rate) {
      return new BinomialTails(trials, rate)::from;
    }

    Enclosure from(long count) {
      if (rate == 0 || rate == 1) {
        return (rate == 0 ? 0 : trials) >= count ? Enclosure.ONE : Enclosure.ZERO;
      }
      return BinomialWindow.of(trials, around(rate), NEGLIGIBLE).from(count);
    }
  }

  /** A law in which larger counts are cut down to {@code most}. */
  private static final class Truncated implements CountLaw {
    private final CountLaw whole;
    private final long most;
    private final Enclosure full;

    Truncated(CountLaw whole, LongFunction<Enclosure> tail, long most) {
      this.whole = whole;
      this.most = most;
      this.full = tail.apply(most);
    }

    @Override
    public Enclosure mass(long count) {
      if (count > most) {
        return Enclosure.ZERO;
      }
      return count == most ? full : whole.mass(count);
    }

    @Override
    public double rate() {
      return whole.rate();
    }

    @Override
    public long trials() {
      return whole.trials();
    }

    @Override
    public double logRatioAtRate(double rate, long count) {
      if (count < most) {
        return whole.logRatioAtRate(rate, count);
      }
      double tail = new BinomialTails(whole.trials(), rate).from(most).lower();
      return tail == 0
          ? Double.NEGATIVE_INFINITY
          : Rounding.subtractDown(Rounding.logDown(tail), Rounding.logUp(full.upper()));
    }
  }

  /** A hypergeometric law. A mass is a product of as many fractions as records are drawn. */
  private record Hypergeometric(long population, long marked, long drawn) implements CountLaw {
    @Override
    public Enclosure mass(long count) {
      long others = population - marked;
      if (!(count >= 0 && count <= Math.min(marked, drawn) && drawn - count <= others)) {
        return Enclosure.ZERO;
      }
      Enclosure mass = Enclosure.ONE;
      for (long i = 0; i < count; i++) {
        mass = mass.times(quotient(drawn - i, i + 1)).times(quotient(marked - i, population - i));
      }
      for (long i = 0; i < drawn - count; i++) {
        mass = mass.times(quotient(others - i, population - count - i));
      }
      return mass.min(Enclosure.ONE);
    }

    private static Enclosure quotient(long numerator, long denominator) {
      return Enclosure.ofCount(numerator).dividedBy(Enclosure.ofCount(denominator));
    }

    @Override
    public double rate() {
      return (double) marked / population;
    }

    @Override
    public long trials() {
      return drawn;
    }

    @Override
    public double logRatioAtRate(double rate, long count) {
      return 0;
    }
  }
}
