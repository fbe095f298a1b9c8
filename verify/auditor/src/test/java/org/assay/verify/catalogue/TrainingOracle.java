package org.assay.verify.catalogue;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The law of a linear training's final parameters along the canary, in units of a clipped gradient:
 * how often the canary was drawn, less how often others that oppose it were, and noise of all steps
 * together. Where others have gradients of 0 this is all that the parameters show.
 *
 * @param training what is trained, and how
 * @param opposed how many records oppose the canary at full length
 */
record TrainingOracle(NoisyTraining training, int opposed) {
  private static final int CELLS = 4000;
  private static final double REACH = 8;
  private static final double NEGLIGIBLE = 1e-15;

  ExactLaw law() {
    int draws = training.steps() * training.flaw().batches();
    double[] with = differences(draws, training.rate());
    double[] without = differences(draws, 0);
    double sigma = sigma();
    int least = -draws * opposed;
    double[] cuts = ExactLaw.cuts(least - REACH * sigma, draws + REACH * sigma, CELLS);
    return ExactLaw.ofNumber(
        cuts,
        x -> cdf(x, with, least, sigma),
        x -> cdf(x, without, least, sigma),
        ExactLaw::onlyCoordinate);
  }

  /** How likely the canary is drawn so much more often than those that oppose it. */
  private double[] differences(int draws, double canaryRate) {
    BinomialDistribution canary = BinomialDistribution.of(draws, canaryRate);
    BinomialDistribution others = BinomialDistribution.of(draws * opposed, training.rate());
    double[] masses = new double[draws * (opposed + 1) + 1];
    for (int i = 0; i <= draws; i++) {
      for (int j = 0; j <= draws * opposed; j++) {
        masses[draws * opposed + i - j] += canary.probability(i) * others.probability(j);
      }
    }
    return masses;
  }

  private double sigma() {
    double variance = 0;
    for (int step = 0; step < training.steps(); step++) {
      variance += Math.pow(training.multiplier() * training.flaw().noise(step), 2);
    }
    return Math.sqrt(variance);
  }

  private static double cdf(double x, double[] masses, int least, double sigma) {
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      sum += masses[i] > NEGLIGIBLE ? masses[i] * GaussianLaw.cdf(x, least + i, sigma) : 0;
    }
    return sum;
  }
}
