package org.assay.algorithms.internal.optimize.perturbation;

import java.util.List;
import java.util.Set;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask.Labels;

/**
 * The registry's entries for sampling with replacement and perturbed objectives, numbers 10 to 13.
 */
public final class PerturbationEntries {
  private static final Set<Labels> BOTH = Labels.ofOnePrediction();
  private static final String PUBLIC =
      "assumed: schedule, set and starting point do not depend on the data";
  private static final String RECORDS =
      "checked: dimensions, and that the loss vouches for every record";
  private static final String EXACT_NUMBER = "checked: the number of records is the public one";
  private static final String RANK =
      "checked: the loss is a convex function of one linear prediction, with a Lipschitz gradient";

  private PerturbationEntries() {}

  /**
   * The entries.
   *
   * @return four, in the order of their numbers
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(minibatch(), prox(), exact(), approximate());
  }

  private static AlgorithmEntry minibatch() {
    return new AlgorithmEntry(
        "minibatch-noisy-sgd",
        10,
        "Minibatch noisy SGD with replacement",
        "[@BassilyFeldmanTalwarThakurta2019], Algorithm 1 and Theorem 3.1",
        "The composition of all steps, each a Gaussian on draws with replacement, since the average"
            + " depends on all. The paper's constants fail with two points and hold with many. For"
            + " rho or mu the draws count for nothing, and the noise is that of steps on all"
            + " records: prefer an epsilon and a delta.",
        List.of(EXACT_NUMBER, RECORDS, PUBLIC),
        Labels.all(),
        PerturbationSetups::minibatch,
        PerturbationSetups::minibatchOfPaper);
  }

  private static AlgorithmEntry prox() {
    return new AlgorithmEntry(
        "noisy-prox-gradient",
        11,
        "Minibatch noisy SGD on the Moreau envelope",
        "[@BassilyFeldmanTalwarThakurta2019], Section 4",
        "As minibatch noisy SGD, for losses with kinks: proximal slopes never exceed the loss's own"
            + " bound, whatever the solver's error. Prefer an epsilon and a delta as well.",
        List.of(EXACT_NUMBER, RECORDS, PUBLIC),
        BOTH,
        PerturbationSetups::prox,
        PerturbationSetups::proxOfPaper);
  }

  private static AlgorithmEntry exact() {
    return new AlgorithmEntry(
        "objective-perturbation",
        12,
        "Objective perturbation",
        "[@BassilyFeldmanTalwarThakurta2019], Algorithm 2 and Theorem 5.2; [@KiferSmithThakurta2012]",
        "The exact profile and a Rényi curve of the minimizer, proved for noise that the gradient"
            + " difference may depend on, and a little output noise that hides the solver's"
            + " certified error. For the paper's noise up to 1.11 times its epsilon is certified."
            + " The regularization is chosen from what is public and the target.",
        List.of(RANK, RECORDS, PUBLIC),
        BOTH,
        PerturbationSetups::exact,
        PerturbationSetups::exactOfPaper);
  }

  private static AlgorithmEntry approximate() {
    return new AlgorithmEntry(
        "approximate-objective-perturbation",
        13,
        "Approximate objective perturbation by SVRG",
        "[@BassilyFeldmanTalwarThakurta2019], Algorithm 3 and Theorem 5.6",
        "As objective perturbation, with SVRG stopped at a certified distance from the minimizer"
            + " and output noise that hides it.",
        List.of(RANK, RECORDS, PUBLIC),
        BOTH,
        PerturbationSetups::approximate,
        PerturbationSetups::approximateOfPaper);
  }
}
