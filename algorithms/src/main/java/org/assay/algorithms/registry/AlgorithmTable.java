package org.assay.algorithms.registry;

import java.util.List;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl;
import org.assay.algorithms.internal.optimize.clipped.DpGradientDescent;
import org.assay.algorithms.internal.optimize.clipped.DpSgd;
import org.assay.algorithms.internal.optimize.kl.KlSetups;
import org.assay.algorithms.internal.optimize.multipass.MultipassSetups;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyMirrorDescent;
import org.assay.algorithms.internal.optimize.noneuclidean.NonEuclideanSetups;
import org.assay.algorithms.internal.optimize.onepass.OnePassSetups;
import org.assay.algorithms.internal.optimize.onepass.PhasedErm;
import org.assay.algorithms.internal.optimize.onepass.PhasedSgd;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.internal.optimize.onepass.StronglyConvexPhasedSgd;
import org.assay.algorithms.internal.optimize.onepass.StronglyConvexReduction;
import org.assay.algorithms.internal.optimize.perturbation.MinibatchNoisySgd;
import org.assay.algorithms.internal.optimize.perturbation.NoisyProxGradient;
import org.assay.algorithms.internal.optimize.perturbation.PerturbationSetups;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask.Labels;

/** All algorithms, one row each: what is known of them, and how they are set up for a task. */
final class AlgorithmTable {
  private static final String PUBLIC =
      "assumed: schedule, set and starting point do not depend on the data";
  private static final String PUBLIC_STEPS =
      "assumed: steps, clip norm and step size do not depend on the data";
  private static final String FIXED_SCHEDULE =
      "step size, batches and noise are fixed before the data are seen (by construction)";
  private static final String LAST_ITERATE_ONLY =
      "only the last iterate is released (by construction)";
  private static final String RECORDS =
      "checked: enough records, dimensions, and that the loss accepts every record";
  private static final String KNOWN_RECORDS =
      "checked: dimensions, and that the loss accepts every record";
  private static final String EXACT_NUMBER = "checked: the number of records is the public one";
  private static final String EXACT_RECORDS =
      "checked: exactly the public number of records, dimensions, and that the loss knows every"
          + " record";
  private static final String CONVEX =
      "checked: the loss declares itself convex and does not clip its gradients";
  private static final String CONVEX_ON_SET =
      "the loss is convex with gradients bounded on the set (records checked, convexity proved for"
          + " the losses that ship)";
  private static final String STRONGLY_CONVEX =
      "checked: the loss declares a strong convexity above 0";
  private static final String SHORT_STEPS = "checked: step sizes at most 2/smoothness";
  private static final String SMOOTH = "checked: the loss has a Lipschitz gradient";
  private static final String SMOOTH_AS_STATED =
      "the loss is smooth with the constant it states (proved)";
  private static final String GRADIENTS =
      "gradients of the loss are bounded on the set (records checked, proved for the losses that"
          + " ship)";
  private static final String RANK =
      "checked: the loss is a convex function of one linear prediction, with a Lipschitz gradient";
  private static final String CLIPPED =
      "the gradient of every record is clipped (by construction); convexity and the step size do"
          + " not matter";

  private static final String BALL =
      " The set is the ball of the p-norm, p = 1.5 for records of Euclidean norm 1; --ball-index"
          + " takes another p from 1.01 to 2. With 2, mu is for any number of features.";

  private AlgorithmTable() {}

  /** In the order of their numbers. */
  static final List<AlgorithmEntry> ROWS =
      List.of(
          new AlgorithmEntry(
              "projected-noisy-sgd",
              1,
              "Projected noisy SGD",
              "[@FeldmanKorenTalwar2020], Algorithm 1 and Theorem 3.1",
              "The last iterate is mu-GDP, mu = 2L max_t eta_t / (B_t sqrt(sum_{s >= t} eta_s²"
                  + " sigma_s²)), because later steps contract and add noise. The paper's schedule"
                  + " adds noise that is not multiplied by the step size, as the paper's listing"
                  + " prints it.",
              List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.projected()),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.projectedAsPrinted())),
          new AlgorithmEntry(
              "snowball-sgd",
              2,
              "Snowball-SGD, constant step",
              "[@FeldmanKorenTalwar2020], Theorem 3.5",
              "As projected noisy SGD, with batches that grow towards the end so that every record"
                  + " is protected alike. The paper's schedule adds noise that is not multiplied"
                  + " by the step size, as the paper's listing prints it.",
              List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.snowball()),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.snowballAsPrinted())),
          new AlgorithmEntry(
              "snowball-sgd-decaying",
              3,
              "Snowball-SGD, decaying step",
              "[@FeldmanKorenTalwar2020], Definition 3.3 and Theorem 3.6",
              "As projected noisy SGD, with steps that shrink and batches that grow towards the"
                  + " end. The paper's noise exceeds what its claim needs; the calibrated one does"
                  + " not.",
              List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.decaying()),
              TaskProblem.solvedBy(
                  TaskProblem::smooth, TaskProblem.ofRho(SnowballSgd::decayingStepFor))),
          new AlgorithmEntry(
              "phased-sgd",
              4,
              "Phased SGD",
              "[@FeldmanKorenTalwar2020], Algorithm 2 and Theorem 4.4",
              "Gaussian noise on averages of sensitivity 2 L eta (n - 1)/n, on disjoint records:"
                  + " mu-GDP with the worst phase's mu. The paper's noise is twice what its claim"
                  + " needs.",
              List.of(CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, TaskProblem.ofMu(PhasedSgd::calibrated)),
              TaskProblem.solvedBy(
                  TaskProblem::smooth, TaskProblem.ofRho(PhasedSgd::paperSchedule))),
          new AlgorithmEntry(
              "phased-erm",
              5,
              "Phased empirical risk minimization",
              "[@FeldmanKorenTalwar2020], Algorithm 3 and Theorem 4.8",
              "Gaussian noise on certified approximate minimizers, on disjoint records: mu-GDP"
                  + " with the worst phase's mu, without a probability of failure. The paper's"
                  + " claim for its own noise is false above an epsilon of about 6. The printed"
                  + " event of a run has the true cost.",
              List.of(CONVEX, RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(TaskProblem::withKinks, TaskProblem.ofMu(PhasedErm::calibrated)),
              TaskProblem.solvedBy(TaskProblem::withKinks, OnePassSetups::ermAsPrinted)),
          new AlgorithmEntry(
              "strongly-convex-reduction",
              6,
              "Strongly convex losses by reduction to phased SGD",
              "[@FeldmanKorenTalwar2020], Theorem 5.1",
              "Several runs of phased SGD on disjoint records. Each run starts from the result of"
                  + " the one before, and is private for every start. So all runs together are"
                  + " mu-GDP with the worst phase's mu.",
              List.of(STRONGLY_CONVEX, CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(
                  TaskProblem::stronglyConvex,
                  TaskProblem.ofMu(StronglyConvexReduction::calibrated)),
              TaskProblem.solvedBy(
                  TaskProblem::stronglyConvex,
                  TaskProblem.ofRho(StronglyConvexReduction::paperSchedule))),
          new AlgorithmEntry(
              "strongly-convex-phased-sgd",
              7,
              "Strongly convex phased SGD",
              "[@FeldmanKorenTalwar2020], Lemma 5.2 and Theorem 5.3",
              "Gaussian noise on weighted averages, on disjoint records: mu-GDP with the worst"
                  + " phase's mu. Contraction makes the averages up to e times less sensitive than"
                  + " 2 L eta.",
              List.of(
                  STRONGLY_CONVEX,
                  CONVEX,
                  "checked: step sizes at most 2/smoothness and 1/(2 strong convexity)",
                  RECORDS,
                  PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(
                  TaskProblem::stronglyConvex,
                  TaskProblem.ofMu(StronglyConvexPhasedSgd::calibrated)),
              TaskProblem.solvedBy(
                  TaskProblem::stronglyConvex,
                  TaskProblem.ofRho(StronglyConvexPhasedSgd::paperSchedule))),
          new AlgorithmEntry(
              "strongly-convex-snowball",
              8,
              "Strongly convex Snowball-SGD",
              "[@FeldmanKorenTalwar2020], Theorem 5.4",
              "As Snowball-SGD with a constant step.",
              List.of(STRONGLY_CONVEX, CONVEX, SHORT_STEPS, RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::stronglyConvex, OnePassSetups.stronglyConvex()),
              TaskProblem.solvedBy(
                  TaskProblem::stronglyConvex, OnePassSetups.stronglyConvexAsPrinted())),
          new AlgorithmEntry(
              "averaged-iterate",
              9,
              "Averaged noisy SGD, a counterexample",
              "[@FeldmanKorenTalwar2020], section 6",
              "Later steps do not hide a record in the average of the iterates, so a record costs"
                  + " as much as the Gaussian noise of its own step. The paper's schedule takes"
                  + " the noise of Snowball-SGD, as if the average were as private as the last"
                  + " iterate. The printed event of a run says how much more it spends.",
              List.of(RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.averaged()),
              TaskProblem.solvedBy(TaskProblem::smooth, OnePassSetups.averagedAsConjectured())),
          new AlgorithmEntry(
              "minibatch-noisy-sgd",
              10,
              "Minibatch noisy SGD with replacement",
              "[@BassilyFeldmanTalwarThakurta2019], Algorithm 1 and Theorem 3.1",
              "The composition of all steps, because the released average depends on all iterates."
                  + " Each step is Gaussian noise on draws with replacement. The paper's constants"
                  + " are refuted for few steps, such as two averaged points, and hold for many."
                  + " For a target of rho or mu, random batches save no noise; prefer an epsilon"
                  + " and a delta.",
              List.of(EXACT_NUMBER, KNOWN_RECORDS, PUBLIC),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, MinibatchNoisySgd::calibrated),
              TaskProblem.solvedBy(TaskProblem::smooth, PerturbationSetups::minibatchOfPaper)),
          new AlgorithmEntry(
              "noisy-prox-gradient",
              11,
              "Minibatch noisy SGD on the Moreau envelope",
              "[@BassilyFeldmanTalwarThakurta2019], Section 4",
              "As minibatch noisy SGD, for losses that are not smooth. Proximal gradients are"
                  + " never longer than the loss's own bound, whatever the solver's error. As"
                  + " there, prefer an epsilon and a delta to a rho or mu.",
              List.of(EXACT_NUMBER, KNOWN_RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(TaskProblem::withKinks, NoisyProxGradient::calibrated),
              TaskProblem.solvedBy(TaskProblem::withKinks, PerturbationSetups::proxOfPaper)),
          new AlgorithmEntry(
              "objective-perturbation",
              12,
              "Objective perturbation",
              "[@BassilyFeldmanTalwarThakurta2019], Algorithm 2 and Theorem 5.2;"
                  + " [@KiferSmithThakurta2012]",
              "The exact profile and a Rényi curve of the minimizer, proved for gradient"
                  + " differences that may depend on the noise. A little output noise hides the"
                  + " solver's certified error. For the paper's noise, up to 1.11 times its"
                  + " epsilon is certified. The regularization depends on public facts and the"
                  + " target only.",
              List.of(RANK, KNOWN_RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(TaskProblem::linear, PerturbationSetups::exact),
              TaskProblem.solvedBy(TaskProblem::linear, PerturbationSetups::exactOfPaper)),
          new AlgorithmEntry(
              "approximate-objective-perturbation",
              13,
              "Approximate objective perturbation by SVRG",
              "[@BassilyFeldmanTalwarThakurta2019], Algorithm 3 and Theorem 5.6",
              "As objective perturbation. SVRG stops at a certified distance from the minimizer,"
                  + " and output noise hides this distance.",
              List.of(RANK, KNOWN_RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(TaskProblem::linear, PerturbationSetups::approximate),
              TaskProblem.solvedBy(TaskProblem::linear, PerturbationSetups::approximateOfPaper)),
          new AlgorithmEntry(
              "noisy-sgd",
              14,
              "Noisy SGD on a bounded set",
              "[@AltschulerTalwar2022], Algorithm 1 and Theorem 3.1",
              "The last iterate after many epochs costs the smaller of two bounds: composition over"
                  + " all steps, and amplification by iteration. The second bound stops growing"
                  + " with the number of steps. The paper's proof takes a divergence in the wrong"
                  + " direction; the bound used here is repaired. Batches are samples of fixed"
                  + " size; --sampling takes Poisson samples or disjoint batches in turn.",
              List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX_ON_SET),
              Labels.all(),
              TaskProblem.solvedBy(TaskProblem::smooth, MultipassSetups::calibrated),
              TaskProblem.solvedBy(TaskProblem::smooth, MultipassSetups::paperSchedule)),
          new AlgorithmEntry(
              "strongly-convex-noisy-sgd",
              15,
              "Noisy SGD for strongly convex losses",
              "[@AltschulerTalwar2022], Algorithm 1 and Theorem 5.1",
              "As noisy-sgd, with steps that contract by max(|1 - eta m|, |1 - eta M|), so that"
                  + " early steps are forgotten; any step size. A regularizer makes the loss"
                  + " strongly convex.",
              List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX_ON_SET),
              Labels.all(),
              TaskProblem.solvedBy(MultipassSetups::regularized, MultipassSetups::calibrated),
              TaskProblem.solvedBy(MultipassSetups::regularized, MultipassSetups::paperSchedule)),
          new AlgorithmEntry(
              "random-walk",
              16,
              "Noisy SGD on linear losses: the walks of the lower bound",
              "[@AltschulerTalwar2022], Theorem 4.1",
              "As noisy-sgd. Its bounds are nearly attained by linear losses, whose runs are"
                  + " clamped random walks with and without a push. The theorem's printed proof"
                  + " has a gap; another proof, with drifting losses, shows the theorem.",
              List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, "linear losses (by construction)"),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(MultipassSetups::linear, MultipassSetups::calibrated),
              TaskProblem.solvedBy(MultipassSetups::linear, MultipassSetups::paperSchedule)),
          new AlgorithmEntry(
              "kl-spider",
              17,
              "KL Spider",
              "[@MenartEtAl2023], Algorithm 1 and Theorem 1",
              "The composition of all gradients and differences that a run can measure. The"
                  + " paper's rho is refuted: replacing a record moves gradients by 2L/n, and a"
                  + " run costs up to 2.25 rho. If records are few, the starting point is"
                  + " released, and the printed line schedule: says so.",
              List.of(GRADIENTS, SMOOTH_AS_STATED),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(KlSetups::regularized, KlSetups.calibrated(KlSetups::spider)),
              TaskProblem.solvedBy(KlSetups::regularized, KlSetups.asPrinted(KlSetups::spider))),
          new AlgorithmEntry(
              "proximal-point",
              18,
              "Private proximal point method",
              "[@MenartEtAl2023], Algorithm 2",
              "Composition of all gradients of all rounds: at most half of the paper's rho. A round"
                  + " has at most 20 iterates; the line schedule: says how many the theorem asks"
                  + " for.",
              List.of(GRADIENTS),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(
                  KlSetups::regularized, KlSetups.calibrated(KlSetups::proximalPoint)),
              TaskProblem.solvedBy(
                  KlSetups::regularized, KlSetups.asPrinted(KlSetups::proximalPoint))),
          new AlgorithmEntry(
              "regularized-noisy-gd",
              19,
              "Noisy gradient descent for regularized Lipschitz losses",
              "[@MenartEtAl2023], Algorithm 4 and Theorem 9",
              "Composition of all gradients: about half of the paper's rho. At most 100 iterates"
                  + " are made; the line schedule: says how many the theorem asks for.",
              List.of(GRADIENTS),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(
                  TaskProblem::smooth, KlSetups.calibrated(KlSetups::regularizedDescent)),
              TaskProblem.solvedBy(
                  TaskProblem::smooth, KlSetups.asPrinted(KlSetups::regularizedDescent))),
          new AlgorithmEntry(
              "adaptive-noisy-gd",
              20,
              "Adaptive noisy gradient descent",
              "[@MenartEtAl2023], Algorithm 3 and Theorem 3",
              "A privacy filter refuses measurements beyond the budget. The paper's rho is refuted"
                  + " for the paper's own stopping rule, which spends up to 3 rho/2 + 2 √rho/n. The"
                  + " last iterate is released; --select-iterate releases the one that the"
                  + " exponential mechanism of Theorem 5 chooses, within the target.",
              List.of(GRADIENTS, SMOOTH_AS_STATED),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(KlSetups::regularized, KlSetups.calibrated(KlSetups::adaptive)),
              TaskProblem.solvedBy(
                  KlSetups::regularized, KlSetups.asPrinted(KlSetups::adaptiveAsPrinted))),
          new AlgorithmEntry(
              "private-frank-wolfe",
              21,
              "Private polyhedral stochastic Frank-Wolfe",
              "[@BassilyGuzmanNandi2021], Algorithm 1 and Theorem 3",
              "Vertices are chosen by discrete Laplace noise. Each choice costs the range of its"
                  + " scores over the scale of the noise. A record is in the first batch or in a"
                  + " later step; the bound is the larger of these two compositions. The paper's"
                  + " noise exceeds what its claim needs.",
              List.of(SMOOTH, RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(NonEuclideanSetups::onL1Ball, NonEuclideanSetups::polyhedral),
              TaskProblem.solvedBy(
                  NonEuclideanSetups::onL1Ball, NonEuclideanSetups::polyhedralOfPaper)),
          new AlgorithmEntry(
              "generalized-gaussian-mechanism",
              22,
              "Generalized Gaussian mechanism, on the mean gradient of a linear loss",
              "[@BassilyGuzmanNandi2021], Definition 7 and Proposition 8",
              "kappa s²/(2 sigma²)-zCDP for a query of sensitivity s. The paper's constant fails"
                  + " for an epsilon above about 5. The printed event of a run has the true cost."
                  + " A target of mu is possible for up to 7 features."
                  + BALL,
              List.of(EXACT_NUMBER, RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(NonEuclideanSetups::linear, NonEuclideanSetups::mechanism),
              TaskProblem.solvedBy(
                  NonEuclideanSetups::linear, NonEuclideanSetups::mechanismOfPaper)),
          new AlgorithmEntry(
              "noisy-mirror-descent",
              23,
              "Noisy stochastic mirror descent",
              "[@BassilyGuzmanNandi2021], Algorithm 2 and Theorem 10",
              "The composition of all steps, each generalized Gaussian noise on draws with"
                  + " replacement. The paper's noise lacks a factor √T, so its claim is false by"
                  + " far. The printed event of a run has the true cost. For a target of rho or"
                  + " mu, random batches save no noise; prefer an epsilon and a delta. A target of"
                  + " mu is possible for up to 7 features. At most 10000 steps are made; the"
                  + " line schedule: says how many the theorem asks for."
                  + BALL,
              List.of(EXACT_NUMBER, RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(NonEuclideanSetups::onLpBall, NoisyMirrorDescent::calibrated),
              TaskProblem.solvedBy(
                  NonEuclideanSetups::onLpBall, NonEuclideanSetups::mirrorOfPaper)),
          new AlgorithmEntry(
              "noisy-frank-wolfe",
              24,
              "Noisy variance-reduced stochastic Frank-Wolfe",
              "[@BassilyGuzmanNandi2021], Algorithm 3 and Theorem 11",
              "Generalized Gaussian noise on disjoint batches, so the worst batch decides. The"
                  + " paper's claim fails for an epsilon above about 5. The printed event of a run"
                  + " has the true cost. A target of mu is possible for up to 7 features."
                  + BALL,
              List.of(SMOOTH, RECORDS, PUBLIC),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(NonEuclideanSetups::onLpBall, NoisyFrankWolfe::calibrated),
              TaskProblem.solvedBy(
                  NonEuclideanSetups::onLpBall, NonEuclideanSetups::frankWolfeOfPaper)),
          new AlgorithmEntry(
              "multipass-noisy-sgd-lp",
              25,
              "Multipass noisy SGD on lp balls, p above 2",
              "[@BassilyGuzmanNandi2021], section 6 and Proposition 13",
              "As noisy-sgd, on the ball of the lp norm. Its diameter in the Euclidean norm is"
                  + " d^(1/2 - 1/p) times that in the lp norm. The index p is 4; --ball-index"
                  + " takes another p above 2, up to 100.",
              List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX_ON_SET),
              Labels.ofOnePrediction(),
              TaskProblem.solvedBy(MultipassSetups::onLpBall, MultipassSetups::calibrated),
              TaskProblem.solvedBy(MultipassSetups::onLpBall, MultipassSetups::paperSchedule)),
          new AlgorithmEntry(
              "dp-gradient-descent",
              26,
              "DP gradient descent",
              "[@AbadiEtAl2016], Algorithm 1 with all records in every batch; [@BunSteinke2016],"
                  + " Proposition 1.3",
              "The composition of all steps, exactly: T Gaussians of sensitivity 2C/n for clip norm"
                  + " C cost as much as one of √T 2C/n. Steps, their size, momentum and clip norm"
                  + " follow from the numbers of records and features, the radius and the budget."
                  + " The paper's schedule takes the textbook's conversion from zCDP, which adds"
                  + " more noise than an epsilon and a delta need.",
              List.of(CLIPPED, EXACT_RECORDS, PUBLIC_STEPS),
              Labels.all(),
              ClippedSetups.onAll(DpGradientDescent::calibrated),
              ClippedSetups.onAll(DpGradientDescent::paperSchedule)),
          new AlgorithmEntry(
              "dp-sgd",
              27,
              "DP-SGD on Poisson batches",
              "[@AbadiEtAl2016], Algorithm 1",
              "The composition of all steps, for a record that is replaced. Each step is Gaussian"
                  + " noise on a Poisson sample of a tenth of the records. The paper's schedule"
                  + " calibrates the noise for a record that is present or absent, as the paper"
                  + " does, and spends more if a record is replaced. For a target of rho or mu,"
                  + " sampling saves no noise.",
              List.of(
                  CLIPPED, EXACT_RECORDS, PUBLIC_STEPS, "batches and their sizes are not released"),
              Labels.all(),
              ClippedSetups.onSamples(DpSgd::calibrated),
              ClippedSetups.onSamples(DpSgd::paperSchedule)),
          new AlgorithmEntry(
              "dp-ftrl",
              28,
              "DP-FTRL with correlated noise",
              "[@KairouzEtAl2021], Algorithm 1, with the matrix of"
                  + " [@FichtenbergerHenzingerUpadhyay2023]; [@BunSteinke2016], Proposition 1.3",
              "One Gaussian, exactly: a matrix mechanism on the gradients of batches, in the same"
                  + " order in every epoch. A batch has a tenth of the records, and no sample has"
                  + " to be kept secret. The paper's schedule takes the textbook's conversion from"
                  + " zCDP, which adds more noise than an epsilon and a delta need.",
              List.of(CLIPPED, EXACT_RECORDS, PUBLIC_STEPS),
              Labels.all(),
              ClippedSetups.inEpochs(DpFtrl::calibrated),
              ClippedSetups.inEpochs(DpFtrl::paperSchedule)));
}
