package org.assay.verify.internal.log;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.log.Finding.Check;
import org.assay.verify.internal.log.StepPlan.Noise;
import org.assay.verify.internal.log.StepPlan.Placed;

/**
 * Checks whether the noise has at least the standard deviation of the event, by bets on the squares
 * of the noise. A bettor's factor is the density of Gaussian noise that is too small by a fixed
 * factor, over the density under the event. The expected factor is at most 1 for Gaussian noise of
 * at least the event's deviation around any centre. More noise therefore never refutes ({@code
 * doc-files/training-logs.md}).
 */
final class NoiseScaleCheck {
  /** The alternatives of the bettors: noise multiplied by these factors. Not tuned. */
  private static final double[] FACTORS = {0.02, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99};

  /** Largest relative shortfall of a scale computed in single precision. Not tuned. */
  private static final double TOLERANCE = 1e-6;

  /**
   * Largest relative difference of a logged scale from the scale that the other entries imply. Not
   * tuned.
   */
  private static final double AGREEMENT = 1e-4;

  /** Number of standard errors above which more noise than needed is reported. Not tuned. */
  private static final double NOTICED = 6;

  private final SharedBets bets;

  /**
   * Bets on noise of half the scale: shows whether the log has enough values to refute even such
   * noise.
   */
  private final SharedBets half;

  private double squares;
  private double values;
  private long settled;

  /** Number of steps whose noise is in the unit of the mean. */
  private long onMean;

  /** Number of steps in this unit that have no divisor. */
  private long undivided;

  /** Number of steps that do not name the Gaussian, of several, that their noise belongs to. */
  private long unnamed;

  /** Number of steps without any clipping norm to compare the scale with. */
  private long unclipped;

  private NoiseScaleCheck(double errorProbability) {
    bets = new SharedBets(FACTORS.length + 1, errorProbability);
    half = new SharedBets(FACTORS.length + 1, errorProbability);
  }

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    Optional<String> declared = declared(log, plan);
    if (declared.isPresent()) {
      return check.doesNotMatch(declared.get());
    }
    List<LoggedStep> logged =
        log.steps().stream().filter(step -> step.noiseSquares().isPresent()).toList();
    if (logged.isEmpty()) {
      return check.cannotTell("no step logs noise, or noise_squares with noise_dimension");
    }
    return new NoiseScaleCheck(check.errorProbability()).finding(log, plan, check);
  }

  /** A declared multiplier that is smaller than the event's. */
  private static Optional<String> declared(TrainingLog log, StepPlan plan) {
    OptionalDouble multiplier = log.declaration().noiseMultiplier();
    return plan.stretches().stream()
        .map(stretch -> stretch.noise().named(log.declaration().gaussian()))
        .filter(
            noise ->
                multiplier.isPresent()
                    && multiplier.getAsDouble() < needed(noise) * (1 - TOLERANCE))
        .findFirst()
        .map(
            noise ->
                "the log declares noise multiplier "
                    + Shown.number(multiplier.getAsDouble())
                    + ", and the event needs "
                    + inWords(noise));
  }

  private static double needed(Noise noise) {
    return noise.multiplier() * noise.sensitivity();
  }

  private static String inWords(Noise noise) {
    return noise.sensitivity() == 1
        ? Shown.number(noise.multiplier())
        : Shown.number(needed(noise))
            + " clipping norms, as a replaced record moves the sum by "
            + Shown.number(noise.sensitivity());
  }

  private Finding finding(TrainingLog log, StepPlan plan, Check check) {
    List<Placed> placed = plan.first(log.steps().size());
    LoggedStep last = log.steps().get(0);
    for (int i = 0; i < placed.size() && !bets.isRefuted(); i++) {
      LoggedStep step = log.steps().get(i);
      Noise noise = placed.get(i).stretch().noise().named(log.declaration().gaussian());
      if (step.noiseSquares().isPresent()) {
        if (!noise.independent()) {
          return check.cannotTell("the noise of a matrix mechanism depends on that of other steps");
        }
        OptionalDouble unit = unit(step, noise);
        if (unit.isEmpty()) {
          return check.cannotTell(
              step.place() + " has noise and neither clip_norm nor noise_scale");
        }
        unnamed += noise.isAmbiguous() ? 1 : 0;
        Optional<String> wrong = wrongScale(step, noise);
        if (wrong.isPresent()) {
          return check.doesNotMatch(wrong.get());
        }
        if (isBelowSum(step, noise)) {
          onMean++;
          undivided += step.inForce().divisor().isEmpty() ? 1 : 0;
        }
        unclipped += step.inForce().clipNorm().isEmpty() ? 1 : 0;
        settle(step, unit.getAsDouble());
        last = step;
      }
    }
    return verdict(placed.size(), last, check);
  }

  private static OptionalDouble unit(LoggedStep step, Noise noise) {
    OptionalDouble clipNorm = step.inForce().clipNorm();
    if (step.inForce().noiseScale().isPresent()) {
      return step.inForce().noiseScale();
    }
    return clipNorm.isPresent()
        ? OptionalDouble.of(clipNorm.getAsDouble() * needed(noise))
        : OptionalDouble.empty();
  }

  /**
   * Whether the logged scale is smaller than that of noise on the sum, and must therefore be that
   * of noise on the mean.
   */
  private static boolean isBelowSum(LoggedStep step, Noise noise) {
    double onSum = step.inForce().clipNorm().orElse(0) * needed(noise);
    return step.inForce().noiseScale().orElse(onSum) < onSum * (1 - AGREEMENT);
  }

  /**
   * A message if the logged scale is neither that of noise on the sum nor that of noise on the sum
   * over the divisor.
   */
  private static Optional<String> wrongScale(LoggedStep step, Noise noise) {
    OptionalDouble divisor = step.inForce().divisor();
    if (divisor.isEmpty() || noise.isAmbiguous() || !isBelowSum(step, noise)) {
      return Optional.empty();
    }
    double clipNorm = step.inForce().clipNorm().orElseThrow();
    double scale = step.inForce().noiseScale().orElseThrow();
    double onSum = clipNorm * needed(noise);
    double onMean = onSum / divisor.getAsDouble();
    return isNear(scale, onMean)
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%s has noise_scale %s: the event needs %s on the sum, or %s on the mean, which is"
                    + " clip_norm %s times %s",
                step.place(),
                Shown.number(scale),
                Shown.number(onSum),
                Shown.number(onMean),
                Shown.number(clipNorm),
                Shown.number(needed(noise))));
  }

  private static boolean isNear(double a, double b) {
    return Math.abs(a - b) <= AGREEMENT * b;
  }

  private void settle(LoggedStep step, double unit) {
    double least = Rounding.multiplyDown(unit, 1 - TOLERANCE);
    double variance = Rounding.multiplyDown(least, least);
    double sum =
        variance > 0
            ? Rounding.divideUp(step.noiseSquares().orElse(0), variance)
            : Double.POSITIVE_INFINITY;
    double dimension = step.noiseDimension();
    bets.settle(logRatios(sum, dimension));
    half.settle(logRatios(dimension / 4, dimension));
    squares += step.noiseSquares().orElse(0) / unit / unit;
    values += dimension;
    settled++;
  }

  /**
   * For each factor r a lower bound of {@code -d ln r - S/2 (1/r² - 1)}, the logarithm of the ratio
   * of the densities. It is 0 for the bettor who names the event's own density.
   */
  private static double[] logRatios(double sum, double dimension) {
    double[] ratios = new double[FACTORS.length + 1];
    Arrays.setAll(ratios, i -> i < FACTORS.length ? logRatio(FACTORS[i], sum, dimension) : 0);
    return ratios;
  }

  private static double logRatio(double factor, double sum, double dimension) {
    double inverse = Rounding.divideUp(1, Rounding.multiplyDown(factor, factor));
    double loss = Rounding.multiplyUp(sum / 2, Rounding.subtractUp(inverse, 1));
    double gain = Rounding.multiplyDown(dimension, -Rounding.logUp(factor));
    return Rounding.subtractDown(gain, loss);
  }

  private Finding verdict(int steps, LoggedStep last, Check check) {
    double ratio = Math.sqrt(squares / values);
    String described =
        String.format(
            "%s times the standard deviation that the event needs, in %.0f values",
            Shown.number(ratio), values);
    if (bets.isRefuted()) {
      return check.doesNotMatch("noise of " + described + ": refuted by " + last.place());
    }
    if (!half.isRefuted()) {
      return check.cannotTell(
          String.format(
              "%.0f values are too few: even half the noise could not be refuted", values));
    }
    if (unclipped > 0) {
      return check.cannotTell(
          "no clip_norm says what noise_scale should be in " + unclipped + " steps");
    }
    if (unnamed > 0) {
      return check.cannotTell(
          "each sample has several Gaussians, and the log does not say which one it shows: write"
              + " its place in the event, such as {\"run\": {\"gaussian\": 1}}");
    }
    if (undivided > 0) {
      return check.cannotTell(
          "noise_scale is smaller than the noise of the sum in "
              + undivided
              + " steps without a divisor");
    }
    if (settled < steps) {
      return check.cannotTell("only " + settled + " of " + steps + " steps log their noise");
    }
    boolean more = ratio > 1 + NOTICED / Math.sqrt(2 * values);
    return check.matches(
        "noise of "
            + described
            + (more ? ": more than needed" : "")
            + (onMean > 0 ? ", if " + onMean + " steps logged noise of the mean" : ""));
  }
}
