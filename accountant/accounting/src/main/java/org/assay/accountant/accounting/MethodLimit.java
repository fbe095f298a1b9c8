package org.assay.accountant.accounting;

/** What keeps the ends of a method's intervals apart, in words. */
final class MethodLimit {
  private MethodLimit() {}

  static String of(TightestBound.Method method) {
    return switch (method) {
      case EXACT_GAUSSIAN, DOMINATING_GAUSSIAN ->
          "the Gaussian is known from both sides only, as where the worst steps of a matrix are"
              + " bounded and not found, or rounding decides at numbers this small";
      case CONTOUR, ALLOCATED_CONTOUR, ATTAINED_CONTOUR, DOMINATING_CONTOUR ->
          "the integral would take too many nodes to be narrower, or rounding decides at numbers"
              + " this small";
      case ATTAINED_PAIR, LOSS_DISTRIBUTION, DOMINATING_LOSS_DISTRIBUTION ->
          "losses are rounded to a lattice, and a finer one would cost more than is allowed";
      case SHUFFLED_BATCHES ->
          "no better guarantee is known for shuffled batches than that of one Gaussian, and no"
              + " better test than the largest coordinate";
      case SELECTION ->
          "the bound has no lower end: what the best run reveals at least is not known";
      case TESTED_SELECTION ->
          "no better guarantee is known for the best of several runs, and no better test than one"
              + " of single runs that puts likely outputs first or last";
      case ITERATION -> "a guarantee without a lower end; 'assay walk' looks for one";
      case RENYI_ABOVE_LOSSES ->
          "the guarantee is that of Rényi divergences, which loses something in the conversion;"
              + " the lattice of losses that proves the lower end loses more from above";
      case PROGRAM_BELOW_RENYI ->
          "the guarantee is that of Rényi divergences, which loses something in the conversion;"
              + " no program is known that loses more than a Gaussian beside randomized response";
      case RENYI ->
          "no pair of distributions that dominates the event is known or within reach, and its"
              + " bound over orders is not known from below";
    };
  }
}
