package org.assay.ledger.internal.paperb;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.Box;
import org.assay.algorithms.internal.optimize.perturbation.MinibatchNoisySgd;
import org.assay.algorithms.internal.optimize.perturbation.MinibatchSchedule;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.papere.ManyDrawnSteps;
import org.assay.verify.trial.AdjacentPair;

/** [@BassilyFeldmanTalwarThakurta2019], Sections 3 and 4: minibatch noisy SGD. */
final class MinibatchTheorem {
  private static final String SCHEDULE =
      "sigma² = 8 T L² ln(1/δ)/(n ε)² and m = max(n sqrt(ε/(4T)), 1) draws with replacement";

  /** The set and the step size of all instances, in words. */
  private static final String INSTANCE =
      "linear losses on a segment, so long (or steps so short) that no walk meets its ends with"
          + " probability above 1e-300: all records have slope -L, one of them L on the one"
          + " dataset";

  /** Number of steps from which on the theorem is certified. */
  private static final int MANY = 256;

  /** Largest epsilon up to which the theorem is certified. */
  private static final double USUAL_EPSILON = 0.1;

  private static final String RANGE = ", ε from 0.02 to 0.1 and δ from 1e-9 to 1e-3";

  private MinibatchTheorem() {}

  static List<LedgerClaim> claims() {
    return List.of(theorem(1), manySteps(1), prox(1));
  }

  /** The claim with the printed standard deviation times a factor. */
  static LedgerClaim theorem(double noiseFactor) {
    return LedgerClaim.of(
            Paper.B,
            "B-T3.1",
            "Theorem 3.1",
            "A_NSGD, T points averaged, T-1 steps with "
                + SCHEDULE
                + ", is (ε, δ)-DP (constants recalled; the text lost its formulas)",
            () -> judge(noiseFactor))
        .assuming("convex L-Lipschitz β-smooth losses; any T and step size; m rounded down")
        .about("minibatch-noisy-sgd", "noisy-prox-gradient")
        .because(
            "One step with linear losses is a binomial mixture of Gaussians, and every half line is"
                + " a lower bound on its delta; the moments accountant's constants need many steps",
            new Citation("AbadiEtAl2016", "Theorem 1"))
        .attackedBy(
            new EmpiricalCheck(
                "the paper's schedule for 16 records on a segment, T = 2, ε = 3, δ = 1e-3, with a"
                    + " short step",
                4131,
                20_000_000,
                () -> attack(noiseFactor)));
  }

  private static Judgement judge(double noiseFactor) {
    Family family =
        Family.of(
                "delta at ε",
                p ->
                    new Comparison(
                        Enclosure.of(draws(p, noiseFactor).delta().lower(), 1),
                        Enclosure.exact(p.get("δ"))),
                Parameter.count("T", 2, 16, 4),
                Parameter.count("n", 100, 10_000, 3),
                Parameter.positive("δ", 1e-9, 1e-3, 5),
                Parameter.positive("ε", 0.1, 1, 4))
            .where(p -> p.get("δ") * p.get("n") <= 1)
            .recheckedBy(
                p -> Recheck.of(draws(p, noiseFactor).preciseDelta(), new BigDecimal(p.get("δ"))))
            .toldAs(p -> INSTANCE);
    Judgement judged = Judgement.of(family);
    return judged
        .corrected(
            "noise by the accountant's composition of T-1 draws with replacement, as"
                + " minibatch-noisy-sgd does; at T = 2, n = 1000, ε = 1, δ = 1e-6 the linear losses"
                + " alone need "
                + Numbers.about(needed(noiseFactor))
                + " times the printed sigma")
        .explained(explanation(noiseFactor));
  }

  private static String explanation(double noiseFactor) {
    Map<String, Double> usual = Map.of("n", 1000.0, "ε", 1.0, "δ", 1e-6);
    StringBuilder words = new StringBuilder();
    for (int points : new int[] {2, 3, 4, 6, 8, 16}) {
      Enclosure delta = draws(new Point(usual).with("T", points), noiseFactor).delta();
      words.append(words.isEmpty() ? "" : ", ").append(Numbers.atMost(delta.lower()));
      words.append(" at T = ").append(points);
    }
    Point smaller = new Point(usual).with("δ", 1e-9).with("T", 8);
    return "With few steps a batch holds a good part of the records, several copies of one record"
        + " are likely, and the small-share expansion behind the moments accountant's constants"
        + " fails. At n = 1000, ε = 1, δ = 1e-6 linear losses alone have a delta of at least "
        + words
        + "; at T = 8 and δ = 1e-9 they have "
        + Numbers.atMost(draws(smaller, noiseFactor).delta().lower())
        + ". The theorem restricts neither T nor ε.";
  }

  /** The factor of the noise with which linear losses have the claimed delta. */
  private static double needed(double noiseFactor) {
    Point p = new Point(Map.of("n", 1000.0, "ε", 1.0, "δ", 1e-6, "T", 2.0));
    double low = 0.1;
    double high = 10;
    for (int i = 0; i < 30; i++) {
      double middle = Math.sqrt(low * high);
      boolean enough = draws(p, noiseFactor * middle).delta().lower() <= p.get("δ");
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return low;
  }

  private static AveragedDraws draws(Point p, double noiseFactor) {
    int points = p.whole("T");
    int records = p.whole("n");
    double epsilon = p.get("ε");
    double noise = noise(points, records, epsilon, p.get("δ")) * noiseFactor;
    return new AveragedDraws(points, records, batch(points, records, epsilon), noise, epsilon);
  }

  /** sigma/L, as a double that counts as exact. */
  private static double noise(int points, int records, double epsilon, double delta) {
    return Math.sqrt(-8 * points * Math.log(delta)) / (records * epsilon);
  }

  private static int batch(int points, int records, double epsilon) {
    return (int) Math.max(1, Math.floor(records * Math.sqrt(epsilon / (4 * points))));
  }

  private static Experiment<Dataset> attack(double noiseFactor) {
    Guarantee.Approximate claim = new Guarantee.Approximate(3, 1e-3, AdjacencyRelation.REPLACE_ONE);
    Box segment = Box.interval(-1, 1);
    LinearPredictionLoss loss = LinearPredictionLoss.linear(1, 1);
    MinibatchSchedule paper = MinibatchNoisySgd.paperSchedule(16, loss, segment, claim);
    MinibatchSchedule shortSteps =
        new MinibatchSchedule(
            paper.steps(), paper.batchSize(), 0.01, paper.noiseStandardDeviation() * noiseFactor);
    MinibatchNoisySgd algorithm = MinibatchNoisySgd.of(shortSteps, 16, loss, segment);
    double[][] features = new double[16][1];
    double[] labels = new double[16];
    Arrays.fill(labels, 1);
    Arrays.stream(features).forEach(row -> row[0] = -1);
    Dataset left = Dataset.of(features, labels);
    Dataset right = left.withRecord(0, new double[] {1}, 1);
    return Experiment.on(
        algorithm,
        claim,
        AdjacentPair.of(
                "all 16 slopes have one sign, or one has the other",
                left,
                right,
                AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(1));
  }

  /** The claim for many steps, with the printed standard deviation times a factor. */
  static LedgerClaim manySteps(double noiseFactor) {
    return LedgerClaim.of(
            Paper.B,
            "B-T3.1-steps",
            "Theorem 3.1, many steps",
            "A_NSGD with " + SCHEDULE + " is (ε, δ)-DP if T ≥ " + MANY + RANGE,
            () -> judgeMany(noiseFactor))
        .assuming("those of Theorem 3.1, n ≥ 8T")
        .about("minibatch-noisy-sgd", "noisy-prox-gradient")
        .because(
            "papere/doc-files/drawn-steps.md: moments of draws with replacement, with steps in"
                + " which a record is drawn often as failures; the least T and n = 8T are the"
                + " worst",
            new Citation("CanonneKamathSteinke2020", "Proposition 12"));
  }

  private static Judgement judgeMany(double noiseFactor) {
    Judgement judged = Judgement.of(bounded(1, noiseFactor, MANY, 1024));
    Point tight = new Point(Map.of("T", 256.0, "δ", 1e-9, "ε", USUAL_EPSILON));
    Point wide = new Point(Map.of("T", 1024.0, "δ", 1e-3, "ε", 1.0));
    return judged.explained(
        "All releases together, of which the average is a function, cost at most "
            + Numbers.atLeast(judged.ratio().upper())
            + " of the claimed delta. The accountant's composition of the pairs that dominate the"
            + " steps gives "
            + Numbers.atLeast(composed(tight, noiseFactor).upper() / tight.get("δ"))
            + " of it at T = 256, ε = 0.1, δ = 1e-9, where the moments give "
            + Numbers.atLeast(bound(tight, 1, noiseFactor))
            + ", and at T = 1024, ε = 1, δ = 1e-3 a delta of "
            + Numbers.atLeast(composed(wide, noiseFactor).upper())
            + ". That pair reveals how often the record was drawn, so it cannot certify ε = 1 at"
            + " small δ, where nothing refutes the claim either.");
  }

  private static Family bounded(double sensitivityFactor, double noiseFactor, double... points) {
    return Family.of(
        "a proved bound on delta at ε",
        p ->
            new Comparison(
                Enclosure.of(0, p.get("δ") * bound(p, sensitivityFactor, noiseFactor)),
                Enclosure.exact(p.get("δ"))),
        Parameter.choice("T", points),
        Parameter.positive("δ", 1e-9, 1e-3, 4),
        Parameter.positive("ε", 0.02, USUAL_EPSILON, 3));
  }

  /** An upper bound of delta, divided by the claimed delta. */
  private static double bound(Point p, double sensitivityFactor, double noiseFactor) {
    double points = p.get("T");
    double factor = noiseFactor / sensitivityFactor;
    return ManyDrawnSteps.at(points, 8 * points, p.get("ε"), p.get("δ"), factor * factor).ratio();
  }

  private static Enclosure composed(Point p, double noiseFactor) {
    int points = p.whole("T");
    int records = 8 * points;
    double epsilon = p.get("ε");
    int batch = batch(points, records, epsilon);
    double noise = noise(points, records, epsilon, p.get("δ")) * noiseFactor;
    double multiplier = noise * batch / 2;
    DpEvent event =
        DpEvent.gaussian(multiplier, Sensitivity.unit(AdjacencyRelation.REPLACE_ONE))
            .sampledWithReplacement(batch, records)
            .times(points - 1L);
    Enclosure delta =
        Steps.of(event, AdjacencyRelation.REPLACE_ONE).losses().delta(epsilon, Accuracy.of(1e-2));
    // The delta of the dominating pair need not be the delta of any mechanism.
    return Enclosure.of(0, delta.upper());
  }

  /** The claim of section 4, whose gradients may be longer by one n-th. */
  static LedgerClaim prox(double noiseFactor) {
    return LedgerClaim.of(
            Paper.B,
            "B-S4-prox",
            "section 4, Privacy",
            "Gradients of the Moreau envelope that are computed to L/n have norm at most L(1 +"
                + " 1/n), so that \"the same privacy guarantee holds\" with the unchanged sigma, T"
                + " ≥ "
                + MANY
                + RANGE,
            () -> judgeProx(noiseFactor))
        .assuming("those of Theorem 3.1 for the envelope; accuracy L/n recalled")
        .about("noisy-prox-gradient")
        .because(
            "The bound of B-T3.1-steps with sensitivity 2L(1 + 1/n)/m",
            new Citation("CanonneKamathSteinke2020", "Proposition 12"));
  }

  private static Judgement judgeProx(double noiseFactor) {
    return Judgement.of(bounded(1 + 1 / (8.0 * MANY), noiseFactor, MANY, 1024))
        .explained(
            "The longer gradients are inside the slack that the theorem has with many steps; with"
                + " few steps the theorem itself fails (B-T3.1).");
  }
}
