package org.assay.algorithms.internal.optimize.onepass;

import java.util.List;
import java.util.Set;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask.Labels;

/** The registry's entries for algorithms that look at every record once, numbers 1 to 9. */
public final class OnePassEntries {
  private static final Set<Labels> ANY = Labels.all();

  private static final String PUBLIC =
      "assumed: schedule, set and starting point do not depend on the data";
  private static final String RECORDS =
      "checked: enough records, dimensions, and that the loss vouches for every record";
  private static final String CONVEX =
      "checked: the loss declares itself convex and does not clip its gradients";
  private static final String SHORT_STEPS = "checked: step sizes at most 2/smoothness";
  private static final String STRONGLY_CONVEX =
      "checked: the loss declares a strong convexity above 0";

  private OnePassEntries() {}

  /**
   * The entries.
   *
   * @return nine, in the order of their numbers
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(
        projectedNoisySgd(),
        snowball(),
        decayingSnowball(),
        phasedSgd(),
        phasedErm(),
        reduction(),
        stronglyConvexPhasedSgd(),
        stronglyConvexSnowball(),
        averagedIterate());
  }

  private static AlgorithmEntry projectedNoisySgd() {
    return new AlgorithmEntry(
        "projected-noisy-sgd",
        1,
        "Projected noisy SGD",
        "[@FeldmanKorenTalwar2020], Algorithm 1 and Theorem 3.1",
        "The last iterate is mu-GDP, mu = 2L max_t eta_t / (B_t sqrt(sum_{s >= t} eta_s² sigma_s²)),"
            + " because later steps contract and add noise. The paper's schedule adds the noise"
            + " outside the step size, as its listing prints it.",
        List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        DescentSetups::projected,
        DescentSetups::projectedAsPrinted);
  }

  private static AlgorithmEntry snowball() {
    return new AlgorithmEntry(
        "snowball-sgd",
        2,
        "Snowball-SGD, constant step",
        "[@FeldmanKorenTalwar2020], Theorem 3.5",
        "As projected noisy SGD, with batches that grow towards the end so that every record is"
            + " protected alike. The paper's schedule adds the noise outside the step size, as its"
            + " listing prints it.",
        List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        DescentSetups::snowball,
        DescentSetups::snowballAsPrinted);
  }

  private static AlgorithmEntry decayingSnowball() {
    return new AlgorithmEntry(
        "snowball-sgd-decaying",
        3,
        "Snowball-SGD, decaying step",
        "[@FeldmanKorenTalwar2020], Definition 3.3 and Theorem 3.6",
        "As projected noisy SGD, with steps that shrink and batches that grow towards the end. The"
            + " paper's noise exceeds what its claim needs; the calibrated one does not.",
        List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        DescentSetups::decaying,
        DescentSetups::decayingAsPrinted);
  }

  private static AlgorithmEntry phasedSgd() {
    return new AlgorithmEntry(
        "phased-sgd",
        4,
        "Phased SGD",
        "[@FeldmanKorenTalwar2020], Algorithm 2 and Theorem 4.4",
        "Gaussian noise on averages of sensitivity 2 L eta (n - 1)/n, on disjoint records: mu-GDP"
            + " with the worst phase's mu. The paper's noise is twice what its claim needs.",
        List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        PhasedSetups::sgd,
        PhasedSetups::sgdAsPrinted);
  }

  private static AlgorithmEntry phasedErm() {
    return new AlgorithmEntry(
        "phased-erm",
        5,
        "Phased empirical risk minimization",
        "[@FeldmanKorenTalwar2020], Algorithm 3 and Theorem 4.8",
        "Gaussian noise on certified approximate minimizers, on disjoint records: mu-GDP with the"
            + " worst phase's mu, without a probability of failure. The paper's claim for its own"
            + " noise fails above an epsilon of about 6; its event says what holds.",
        List.of(CONVEX, RECORDS, PUBLIC),
        Labels.ofOnePrediction(),
        PhasedSetups::erm,
        PhasedSetups::ermAsPrinted);
  }

  private static AlgorithmEntry reduction() {
    return new AlgorithmEntry(
        "strongly-convex-reduction",
        6,
        "Strongly convex losses by reduction to phased SGD",
        "[@FeldmanKorenTalwar2020], Theorem 5.1",
        "Runs of phased SGD on disjoint records, each from the result of the one before: mu-GDP"
            + " with the worst phase's mu, because every run is private from every start.",
        List.of(STRONGLY_CONVEX, CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        PhasedSetups::reduction,
        PhasedSetups::reductionAsPrinted);
  }

  private static AlgorithmEntry stronglyConvexPhasedSgd() {
    return new AlgorithmEntry(
        "strongly-convex-phased-sgd",
        7,
        "Strongly convex phased SGD",
        "[@FeldmanKorenTalwar2020], Lemma 5.2 and Theorem 5.3",
        "Gaussian noise on weighted averages, on disjoint records: mu-GDP with the worst phase's"
            + " mu. Contraction makes the averages up to e times less sensitive than 2 L eta.",
        List.of(
            STRONGLY_CONVEX,
            CONVEX,
            "checked: step sizes at most 2/smoothness and 1/(2 strong convexity)",
            RECORDS,
            PUBLIC),
        ANY,
        PhasedSetups::stronglyConvex,
        PhasedSetups::stronglyConvexAsPrinted);
  }

  private static AlgorithmEntry stronglyConvexSnowball() {
    return new AlgorithmEntry(
        "strongly-convex-snowball",
        8,
        "Strongly convex Snowball-SGD",
        "[@FeldmanKorenTalwar2020], Theorem 5.4",
        "As Snowball-SGD with a constant step.",
        List.of(STRONGLY_CONVEX, CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
        ANY,
        DescentSetups::stronglyConvex,
        DescentSetups::stronglyConvexAsPrinted);
  }

  private static AlgorithmEntry averagedIterate() {
    return new AlgorithmEntry(
        "averaged-iterate",
        9,
        "Averaged noisy SGD, a counterexample",
        "[@FeldmanKorenTalwar2020], section 6",
        "The average of the iterates gains nothing from later steps: a record costs its own step's"
            + " Gaussian. The paper's schedule takes Snowball-SGD's noise, as if the average were"
            + " as private as the last iterate, and its event says how much more it spends.",
        List.of(RECORDS, PUBLIC),
        ANY,
        DescentSetups::averaged,
        DescentSetups::averagedAsConjectured);
  }
}
