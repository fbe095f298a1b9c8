package org.assay.accountant.internal.divergence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences of a mechanism on records drawn with replacement when one record is replaced:
 * {@code log(1 + Σ_k (p_k/q) I_k)/(a - 1)}. Here {@code p_k} is the probability that the record is
 * drawn k times, and {@code q = 1 - p_0}. {@code I_k} is the moment minus one of a sample of fixed
 * size with share q and k times the sensitivity. The formula follows from
 * [@BalleBartheGaboardi2018], Theorem 10; proof in {@code doc-files/sampled-with-replacement.md}.
 *
 * <p>The largest terms are enclosed one by one until the bounds of all others are negligible. A
 * high order makes many draws dominate although they are rare, and the divergence large.
 */
public final class SampledWithReplacement {
  /** Largest number of draws that is summed. Not tuned: bounds the time. */
  public static final long LARGEST_SAMPLE = 1 << 20;

  /** Terms below e to minus this number of the largest term are only bounded. Not tuned. */
  private static final double DEPTH = 80;

  /** Largest number of terms that are enclosed one by one. Not tuned: bounds the time. */
  private static final int MOST_TERMS = 64;

  /**
   * Bound of the remaining terms, relative to the sum, at which no further term is enclosed. Not
   * tuned.
   */
  private static final double NEGLIGIBLE = 1e-12;

  private final Enclosure share;

  /** Ends of {@code log(p_k/q)}, at index k - 1. */
  private final double[] lower;

  private final double[] upper;

  private SampledWithReplacement(Enclosure share, double[] lower, double[] upper) {
    this.share = share;
    this.lower = lower;
    this.upper = upper;
  }

  /**
   * The distribution of the number of times that one record is drawn.
   *
   * @param draws number of draws, from 1 to {@link #LARGEST_SAMPLE}
   * @param population number of records, from 2 to 2^53
   * @return the distribution
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SampledWithReplacement of(long draws, long population) {
    if (!(draws >= 1 && draws <= LARGEST_SAMPLE)) {
      throw new IllegalArgumentException(
          "draws was " + draws + ": it must be from 1 to " + LARGEST_SAMPLE);
    }
    if (!(population >= 2 && population <= 1L << 53)) {
      throw new IllegalArgumentException(
          "population was " + population + ": it must be from 2 to 2^53");
    }
    Enclosure size = Enclosure.ofCount(population);
    Enclosure logMiss = Enclosure.ONE.dividedBy(size).negate().log1p();
    Enclosure share = logMiss.times((double) draws).expm1().negate();
    Enclosure first = Enclosure.exact((double) draws).dividedBy(size).log();
    Enclosure log = first.plus(logMiss.times(draws - 1.0)).minus(share.log());
    double[] low = new double[(int) draws];
    double[] high = new double[(int) draws];
    for (int k = 1; k <= draws; k++) {
      low[k - 1] = log.lower();
      high[k - 1] = log.upper();
      if (k < draws) {
        Enclosure pairs = Enclosure.exact(k + 1.0).times(size.minus(1));
        log = log.plus(Enclosure.exact((double) draws - k).dividedBy(pairs).log());
      }
    }
    return new SampledWithReplacement(share, low, high);
  }

  /**
   * Gaussian noise.
   *
   * @param mu an enclosure of the sensitivity under replace-one over the standard deviation
   * @param order Rényi order, above 1
   * @return an enclosure of the bound, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure gaussian(Enclosure mu, double order) {
    double rate = GaussianMechanism.renyi(mu, Parameters.requireOrder(order)).upper();
    return bound(
        order,
        k -> rate * k * k,
        k -> ReplacedRecord.fixedSizeGaussian(share, mu.times((double) k), order));
  }

  /**
   * Laplace noise.
   *
   * @param t an enclosure of the sensitivity under replace-one over the scale
   * @param order Rényi order, above 1
   * @return an enclosure of the bound, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure laplace(Enclosure t, double order) {
    double rate = t.square().times(0.5).times(Parameters.requireOrder(order)).upper();
    return bound(
        order,
        // Pure privacy: at most t, and at most order · t²/2 ([@BunSteinke2016], Proposition 1.4).
        k -> Math.min(t.upper() * k, rate * k * k),
        k -> ReplacedRecord.fixedSizeLaplace(share, t.times((double) k), order));
  }

  /**
   * Discrete Gaussian noise.
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param shift the sensitivity under replace-one, from 1 to 2^53
   * @param order Rényi order, above 1
   * @return an enclosure of the bound, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure discreteGaussian(double sigma, long shift, double order) {
    Parameters.requirePositive("sigma", sigma);
    Enclosure mu = Enclosure.exact((double) shift).dividedBy(sigma);
    double rate = GaussianMechanism.renyi(mu, Parameters.requireOrder(order)).upper();
    return bound(
        order,
        k -> rate * k * k,
        k ->
            shift <= (1L << 53) / k
                ? FixedSizeDiscreteGaussian.renyi(share, sigma, shift * k, order)
                : Enclosure.of(0, Double.POSITIVE_INFINITY));
  }

  /** Index of a term and the logarithm of a bound of it. */
  private record Term(int k, double logBound) {}

  /**
   * The sum over k.
   *
   * @param unsampled an upper bound of the unsampled divergence with k times the sensitivity, up to
   *     a relative rounding of 1e-12
   * @param sampled the divergence of the sample of fixed size with k times the sensitivity
   */
  private Enclosure bound(
      double order, LongToDoubleFunction unsampled, LongFunction<Enclosure> sampled) {
    double b = order - 1;
    double[] logBounds = logBounds(b, unsampled);
    double peak = Arrays.stream(logBounds).max().orElseThrow();
    double whole = unsampled.applyAsDouble(upper.length) * (1 + 1e-11);
    double most = Math.max(whole, Double.MIN_NORMAL);
    if (!(peak < 0x1p60)) {
      return Enclosure.of(0, most);
    }
    Term[] terms = largest(logBounds, peak);
    double[] rest = remainders(logBounds, terms, peak);
    MomentSum sum = new MomentSum(order, peak);
    Enclosure peakSize = Enclosure.exact(peak).minus(sum.logScale()).exp();
    double found = 0;
    int i = 0;
    while (i < terms.length && rest[i] * peakSize.upper() > NEGLIGIBLE * found) {
      Term term = terms[i++];
      Enclosure size = term(b, term.k(), sum.logScale(), sampled.apply(term.k()));
      double limit = Enclosure.exact(term.logBound()).minus(sum.logScale()).exp().upper();
      double high = Math.min(size.upper(), limit);
      sum.addScaled(Enclosure.of(Math.min(size.lower(), high), high));
      found = Rounding.addDown(found, size.lower());
    }
    sum.addScaled(Enclosure.of(0, Rounding.multiplyUp(rest[i], peakSize.upper())));
    Enclosure value = sum.renyi();
    double high = Math.min(value.upper(), most);
    return Enclosure.of(Math.min(value.lower(), high), high);
  }

  /**
   * Logarithms of bounds of all terms from the unsampled log moment {@code x = b D}: {@code I_k} is
   * at most {@code q (e^x - 1)} and at most {@code (1 - q + q e^(x/a))^a}.
   */
  private double[] logBounds(double b, LongToDoubleFunction unsampled) {
    double q = share.upper();
    double logShare = Math.log(q);
    double[] result = new double[upper.length];
    for (int i = 0; i < result.length; i++) {
      double exponent = Math.max(Double.MIN_NORMAL, b * unsampled.applyAsDouble(i + 1L));
      double rise = exponent > 40 ? exponent : Math.log(Math.expm1(exponent));
      double power = (1 + b) * PairIntegrand.logMixture(q, exponent / (1 + b));
      double slack = 1e-9 + 1e-11 * (Math.abs(upper[i]) + exponent + Math.abs(rise) + b);
      result[i] = upper[i] + Math.min(logShare + rise, power) + slack;
    }
    return result;
  }

  private static Term[] largest(double[] logBounds, double peak) {
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < logBounds.length; i++) {
      if (logBounds[i] > peak - DEPTH) {
        terms.add(new Term(i + 1, logBounds[i]));
      }
    }
    terms.sort(Comparator.comparingDouble(Term::logBound).reversed());
    return terms.subList(0, Math.min(MOST_TERMS, terms.size())).toArray(new Term[0]);
  }

  /** Bounds, over {@code e^peak}, of all terms but the i largest. */
  private static double[] remainders(double[] logBounds, Term[] terms, double peak) {
    double smallest = terms[terms.length - 1].logBound();
    double others = 0;
    int tied = 0;
    for (double logBound : logBounds) {
      if (logBound < smallest) {
        others += Math.exp(logBound - peak);
      } else {
        tied++;
      }
    }
    others += (tied - terms.length) * Math.exp(smallest - peak);
    double[] rest = new double[terms.length + 1];
    // The last summand covers terms that underflow.
    rest[terms.length] = others * (1 + 1e-9) + Double.MIN_NORMAL;
    for (int i = terms.length - 1; i >= 0; i--) {
      rest[i] = rest[i + 1] + Math.exp(terms[i].logBound() - peak) * (1 + 1e-9);
    }
    return rest;
  }

  private Enclosure term(double b, int k, double logScale, Enclosure divergence) {
    Enclosure weight = Enclosure.of(lower[k - 1], upper[k - 1]).minus(logScale);
    Enclosure exponent = divergence.times(b);
    return exponent.lower() > 30
        ? weight.plus(exponent).exp().times(exponent.negate().expm1().negate())
        : weight.exp().times(exponent.expm1());
  }
}
