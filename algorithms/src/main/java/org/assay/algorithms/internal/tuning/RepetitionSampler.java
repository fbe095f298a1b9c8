package org.assay.algorithms.internal.tuning;

import java.util.random.RandomGenerator;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Draws a number of runs K from the logarithmic distribution, {@code P(K = k) = (1 - γ)^k / (k
 * log(1/γ))} for k at least 1 ([@PapernotSteinke2022], Definition 1 with η = 0).
 *
 * <p>Of the named laws with the same mean, the best of so many runs costs less than with a
 * geometric or a Poisson number. Shapes η below 0 would cost less still, but their mean comes from
 * rare and very long tunings: with η = -1/2 and mean 10 most tunings are a single run.
 *
 * <p>The law is exact if the generator's bits are uniform and independent.
 *
 * @param successProbability γ, strictly between 0 and 1 and a multiple of 2^-53
 */
public record RepetitionSampler(double successProbability) {
  /** More expected runs than anybody trains. */
  private static final double LARGEST_MEAN = 1000;

  private static final double LOGARITHMIC = 0;
  private static final double GRID = 0x1p53;
  private static final int UNUSED_BITS = 11;

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if it is out of range or not on the grid
   */
  public RepetitionSampler {
    Parameters.requireOpenProbability("successProbability", successProbability);
    if (!(successProbability * GRID == Math.rint(successProbability * GRID))) {
      throw new InvalidParameterException(
          "successProbability",
          "was " + successProbability + ": it must be a multiple of 2^-53, so that it is exact");
    }
  }

  /**
   * The sampler whose mean is the largest that does not exceed a given one.
   *
   * @param mean expected number of runs, from 1.001 to 1000
   * @throws IllegalArgumentException if the mean is out of range
   */
  public static RepetitionSampler ofMean(double mean) {
    if (!(mean >= 1.001 && mean <= LARGEST_MEAN)) {
      throw new InvalidParameterException(
          "mean", "was " + mean + ": it must be from 1.001 to 1000, as one run needs no selection");
    }
    long more = 1;
    long fewer = (long) GRID - 1;
    while (fewer - more > 1) {
      long middle = more + (fewer - more) / 2;
      if (law(middle / GRID).expectation().upper() <= mean) {
        fewer = middle;
      } else {
        more = middle;
      }
    }
    return new RepetitionSampler(fewer / GRID);
  }

  private static NegativeBinomialRepetitions law(double successProbability) {
    return new NegativeBinomialRepetitions(LOGARITHMIC, successProbability);
  }

  /**
   * The law of the number, as the accountant knows it.
   *
   * @return the law
   */
  public NegativeBinomialRepetitions law() {
    return law(successProbability);
  }

  /**
   * The probability that there is one run only, {@code (1 - γ)/log(1/γ)}; rounded to nearest.
   *
   * @return the probability
   */
  public double probabilityOfOne() {
    return (1 - successProbability) / -Math.log(successProbability);
  }

  /**
   * Draws a number: a geometric one, of which k is kept with probability 1/k.
   *
   * @return at least 1
   */
  public long next(RandomGenerator random) {
    long number = geometric(random);
    while (random.nextLong(number) != 0) {
      number = geometric(random);
    }
    return number;
  }

  /** {@code γ (1 - γ)^(k - 1)}, k at least 1. */
  private long geometric(RandomGenerator random) {
    long threshold = (long) (successProbability * GRID);
    long number = 1;
    while (random.nextLong() >>> UNUSED_BITS >= threshold) {
      number++;
    }
    return number;
  }
}
