package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.List;
import java.util.Set;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask.Labels;

/** The registry's entries for norms other than the Euclidean one, numbers 21 to 24. */
public final class NonEuclideanEntries {
  private static final Set<Labels> BOTH = Labels.ofOnePrediction();
  private static final String PUBLIC =
      "assumed: schedule, set and starting point do not depend on the data";
  private static final String RECORDS =
      "checked: enough records, dimensions, and that the loss vouches for every record";
  private static final String SMOOTH = "checked: the loss has a Lipschitz gradient";
  private static final String EXACT_NUMBER = "checked: the number of records is the public one";

  private NonEuclideanEntries() {}

  /**
   * The entries.
   *
   * @return four, in the order of their numbers
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(polyhedral(), mechanism(), mirror(), frankWolfe());
  }

  private static AlgorithmEntry polyhedral() {
    return new AlgorithmEntry(
        "private-frank-wolfe",
        21,
        "Private polyhedral stochastic Frank-Wolfe",
        "[@BassilyGuzmanNandi2021], Algorithm 1 and Theorem 3",
        "Choices of vertices by discrete Laplace noise, each costing the range of its scores over"
            + " the scale; the larger composition of both places a record can be in. The paper's"
            + " noise exceeds what its claim needs.",
        List.of(SMOOTH, RECORDS, PUBLIC),
        BOTH,
        NonEuclideanSetups::polyhedral,
        NonEuclideanSetups::polyhedralOfPaper);
  }

  private static AlgorithmEntry mechanism() {
    return new AlgorithmEntry(
        "generalized-gaussian-mechanism",
        22,
        "Generalized Gaussian mechanism, on the mean gradient of a linear loss",
        "[@BassilyGuzmanNandi2021], Definition 7 and Proposition 8",
        "kappa s²/(2 sigma²)-zCDP for a query of sensitivity s. The paper's constant fails for an"
            + " epsilon above about 5; its event says what holds. mu is for up to 7 features.",
        List.of(EXACT_NUMBER, RECORDS, PUBLIC),
        BOTH,
        NonEuclideanSetups::mechanism,
        NonEuclideanSetups::mechanismOfPaper);
  }

  private static AlgorithmEntry mirror() {
    return new AlgorithmEntry(
        "noisy-mirror-descent",
        23,
        "Noisy stochastic mirror descent",
        "[@BassilyGuzmanNandi2021], Algorithm 2 and Theorem 10",
        "The composition of all steps, each generalized Gaussian noise on draws with replacement."
            + " The paper's noise lacks a factor √T and fails by far; its event says what holds. For"
            + " rho or mu the draws count for nothing, and the noise is that of steps on all"
            + " records: prefer an epsilon and a delta. mu is for up to 7 features.",
        List.of(EXACT_NUMBER, RECORDS, PUBLIC),
        BOTH,
        NonEuclideanSetups::mirror,
        NonEuclideanSetups::mirrorOfPaper);
  }

  private static AlgorithmEntry frankWolfe() {
    return new AlgorithmEntry(
        "noisy-frank-wolfe",
        24,
        "Noisy variance-reduced stochastic Frank-Wolfe",
        "[@BassilyGuzmanNandi2021], Algorithm 3 and Theorem 11",
        "Generalized Gaussian noise on disjoint batches, so the worst batch is what counts. The"
            + " paper's claim fails for an epsilon above about 5; its event says what holds. mu is"
            + " for up to 7 features.",
        List.of(SMOOTH, RECORDS, PUBLIC),
        BOTH,
        NonEuclideanSetups::frankWolfe,
        NonEuclideanSetups::frankWolfeOfPaper);
  }
}
