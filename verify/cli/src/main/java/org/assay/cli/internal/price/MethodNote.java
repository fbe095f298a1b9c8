package org.assay.cli.internal.price;

import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;

/**
 * The method of a guarantee.
 *
 * @param words the method
 * @param citation the source of its proof
 */
public record MethodNote(String words, Citation citation) {
  /**
   * The note on a bound.
   *
   * @param method its method
   * @return the method in words, and its source
   */
  public static MethodNote of(TightestBound.Method method) {
    return new MethodNote(inWords(method), method.citation());
  }

  /** The note on the result of a calibration. */
  static MethodNote of(DpEvent event, Guarantee target, TargetOptions.Method method) {
    return target.accept(new OfCalibration(event, method));
  }

  private static final class OfCalibration extends TargetVisitor<MethodNote> {
    private final DpEvent event;
    private final TargetOptions.Method method;

    OfCalibration(DpEvent event, TargetOptions.Method method) {
      this.event = event;
      this.method = method;
    }

    @Override
    public MethodNote visitApproximate(Guarantee.Approximate target) {
      return method == TargetOptions.Method.RENYI
          ? of(TightestBound.Method.RENYI)
          : of(
              TightestBound.of(event, target.adjacency())
                  .methodFor(target.epsilon(), target.delta()));
    }

    @Override
    public MethodNote visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      return new MethodNote(
          "lines through the origin that bound Rényi divergences at every order",
          new Citation("BunSteinke2016", "Lemma 1.7"));
    }

    @Override
    public MethodNote visitGaussian(Guarantee.Gaussian target) {
      return new MethodNote(
          "trade-offs of Gaussians, whose squared mu add up",
          new Citation("DongRothSu2022", "Corollary 3.3"));
    }
  }

  private static String inWords(TightestBound.Method method) {
    return switch (method) {
      case EXACT_GAUSSIAN -> "exact profile, as a composition of Gaussians is one Gaussian";
      case DOMINATING_GAUSSIAN -> "profile of one Gaussian that dominates the event";
      case ATTAINED_PAIR -> "profile of the pair of distributions that some neighbours attain";
      case CONTOUR, ALLOCATED_CONTOUR, ATTAINED_CONTOUR ->
          "exact inversion of the composition's moment generating function";
      case DOMINATING_CONTOUR -> "exact inversion for pairs that dominate the steps";
      case DOMINATING_LOSS_DISTRIBUTION ->
          "convolution of the privacy loss distributions of dominating pairs";
      case LOSS_DISTRIBUTION -> "convolution of privacy loss distributions";
      case SHUFFLED_BATCHES ->
          "from a test of shuffled batches to the one Gaussian that dominates them";
      case SELECTION -> "profile of a single run, for the best of a random number of runs";
      case TESTED_SELECTION ->
          "between a test of the best of a random number of runs and the bound of a single run";
      case ITERATION -> "amplification by iteration of the last iterate, with its certificate";
      case RENYI_ABOVE_LOSSES ->
          "Rényi divergences at the best real order, above what privacy loss distributions prove"
              + " from below";
      case PROGRAM_BELOW_RENYI ->
          "between what a program of the description loses and Rényi divergences at the best real"
              + " order";
      case RENYI -> "Rényi divergences at the best real order";
    };
  }
}
