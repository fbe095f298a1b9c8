package org.assay.accountant.lastiterate;

/**
 * One step of a walk on a line, before it is clamped: the place x moves to {@code slope x +
 * offset}, in one of several ways, each with a probability, and then normal noise is added.
 */
final class StepLaw {
  /** Ways and jumps of a smaller probability are left out. */
  static final double NEGLIGIBLE = 1e-60;

  private final double noise;
  private final double[] probabilities;
  private final double[] slopes;
  private final double[] offsets;

  /** With noise of a standard deviation; the probabilities may lack {@link #NEGLIGIBLE} ones. */
  StepLaw(double noise, double[] probabilities, double[] slopes, double[] offsets) {
    this.noise = noise;
    this.probabilities = probabilities;
    this.slopes = slopes;
    this.offsets = offsets;
  }

  /** In one way, with unit noise. */
  static StepLaw sure(double slope, double offset) {
    return new StepLaw(1, new double[] {1}, new double[] {slope}, new double[] {offset});
  }

  StepLaw withNoise(double other) {
    return new StepLaw(other, probabilities, slopes, offsets);
  }

  double noise() {
    return noise;
  }

  int ways() {
    return probabilities.length;
  }

  double probability(int way) {
    return probabilities[way];
  }

  double slope(int way) {
    return slopes[way];
  }

  double offset(int way) {
    return offsets[way];
  }

  /** Where a way leads before noise is added. */
  double mean(int way, double place) {
    return slopes[way] * place + offsets[way];
  }
}
