package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.log;
import static org.assay.ledger.internal.claim.Precise.sqrt;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.GaussianCost;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.claim.Witness;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** [@BassilyGuzmanNandi2021], Section 4: the generalized Gaussian mechanism. */
final class GeneralizedGaussianClaims {
  /** The lemma that the accountant proves, for noise of a smooth norm. */
  static final String LEMMA =
      "D_α ≤ α κ s²/(2 sigma²) by convexity and smoothness of the squared norm"
          + " (the accountant has the proof); for κ = 1 the mechanism is Gaussian";

  static final Citation CONVERSION = new Citation("CanonneKamathSteinke2020", "Proposition 12");

  private static final Citation MIRONOV = new Citation("Mironov2017", "Proposition 3");

  private GeneralizedGaussianClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(mechanism(2), proof(1), divergence(1), printedDeviation());
  }

  /** The claim with another constant in place of 2. */
  static LedgerClaim mechanism(double constant) {
    return LedgerClaim.of(
            Paper.E,
            "E-P8b",
            "Proposition 8 (b)",
            "The generalized Gaussian mechanism with sigma² = 2 κ ln(1/δ) s²/ε² is (ε, δ)-DP",
            () -> judgeMechanism(constant))
        .assuming("a κ-regular norm, a query of sensitivity s in it")
        .about("generalized-gaussian-mechanism", "noisy-frank-wolfe")
        .because(LEMMA, CONVERSION)
        .attackedBy(
            new EmpiricalCheck(
                "the mechanism with the paper's sigma for ε = 6, δ = 0.2, Euclidean norm in the"
                    + " plane (a larger ε with a smaller δ would take e^ε runs)",
                4208,
                20_000_000,
                () -> {
                  Sensitivity sensitivity = unit();
                  return attack(
                      GeneralizedGaussianMechanism.paperSchedule(2, 2, sensitivity, 6, 0.2),
                      6,
                      0.2);
                }));
  }

  private static Judgement judgeMechanism(double constant) {
    Judgement everywhere = Judgement.of(family(constant, 30));
    double usual = usualEpsilon(constant);
    Judgement judged =
        usual > 1
            ? everywhere.exceptIn(
                Judgement.of(family(constant, usual)), "ε up to " + limits(constant) + ", any κ")
            : everywhere;
    return judged
        .corrected(
            "sigma² = κ s²/(2ρ) with the largest ρ whose ρ-zCDP implies (ε, δ)-DP; for the"
                + " Euclidean norm sigma = s/mu(ε, δ)")
        .explained(
            "The printed proof does not give it (E-P8b-proof). A sharper bound on D_α does, by the"
                + " best conversion, for ε up to "
                + limits(constant)
                + ". For larger ε the Euclidean case, κ = 1, is exactly a Gaussian of mu = ε/sqrt(2"
                + " ln(1/δ)), whose delta exceeds δ by up to a factor of "
                + Numbers.about(everywhere.ratio().lower())
                + " for ε up to 30.");
  }

  /** Between the Gaussian, which is κ = 1, and the bound for every κ, from which κ cancels. */
  static Comparison bounds(Point p, double constant) {
    Enclosure mu = mu(p, constant);
    double gaussian = GaussianCost.delta(mu, p.get("ε")).lower();
    double multiplier = Enclosure.ONE.dividedBy(mu).lower();
    GeneralizedGaussianEvent event = new GeneralizedGaussianEvent(multiplier, 1, unit());
    double upper =
        Accountant.rdp(AdjacencyRelation.REPLACE_ONE).compose(event).deltaAt(p.get("ε")).upper();
    return new Comparison(
        Enclosure.of(gaussian, Math.max(gaussian, upper)), Enclosure.exact(p.get("δ")));
  }

  /** {@code ε/√(constant ln(1/δ))}. */
  static Enclosure mu(Point p, double constant) {
    Enclosure root = Enclosure.exact(p.get("δ")).log().negate().times(constant).sqrt();
    return Enclosure.exact(p.get("ε")).dividedBy(root);
  }

  static BigDecimal preciseMu(Point p, double constant) {
    BigDecimal root = sqrt(log(exactly(p.get("δ"))).negate().multiply(exactly(constant)));
    return divide(exactly(p.get("ε")), root);
  }

  private static Family family(double constant, double largest) {
    return Family.of(
            "delta at ε",
            p -> bounds(p, constant),
            Parameter.positive("ε", 0.01, largest, 17),
            Parameter.positive("δ", 1e-9, 1e-3, 7))
        .recheckedBy(
            p ->
                Recheck.of(
                    Precise.gaussianDelta(preciseMu(p, constant), p.get("ε")), exactly(p.get("δ"))))
        .toldAs(p -> "the Euclidean norm, which is 1-regular; a query that moves by s");
  }

  static Sensitivity unit() {
    return Sensitivity.unit(AdjacencyRelation.REPLACE_ONE);
  }

  /** The largest epsilon at which every delta of the range is certified. */
  static double usualEpsilon(double constant) {
    double least = Double.POSITIVE_INFINITY;
    for (double delta : Parameter.positive("δ", 1e-9, 1e-3, 7).grid()) {
      least = Math.min(least, largestEpsilon(delta, constant));
    }
    return Rounding.multiplyDown(least, 0.999);
  }

  static String limits(double constant) {
    StringBuilder text = new StringBuilder();
    for (double delta : new double[] {1e-3, 1e-5, 1e-6, 1e-9}) {
      text.append(text.isEmpty() ? "" : ", ");
      text.append(Numbers.atMost(largestEpsilon(delta, constant)));
      text.append(" at δ = ").append(Numbers.shortest(delta));
    }
    return text.toString();
  }

  private static double largestEpsilon(double delta, double constant) {
    double low = 0.01;
    double high = 30;
    for (int i = 0; i < 30; i++) {
      double middle = Math.sqrt(low * high);
      Point p = new Point(java.util.Map.of("ε", middle, "δ", delta));
      boolean holds = bounds(p, constant).obeys();
      low = holds ? middle : low;
      high = holds ? high : middle;
    }
    return low;
  }

  /** The claim with another multiple of ε. */
  static LedgerClaim proof(double multiple) {
    return LedgerClaim.of(
            Paper.E,
            "E-P8b-proof",
            "Proposition 8 (b), last step of the proof",
            "D_α ≤ κ α² s²/(2 sigma² (α-1)) with sigma² = 2 κ ln(1/δ) s²/ε² gives (ε, δ)-DP by"
                + " Mironov's conversion",
            () -> judgeProof(multiple))
        .about("generalized-gaussian-mechanism")
        .because("The best order is α = 1 + sqrt((A + l)/A), l = ln(1/δ), A = ε²/(4l)", MIRONOV)
        .notAttackedBecause(
            () -> "it is a step of arithmetic; its conclusion is attacked in E-P8b");
  }

  private static Judgement judgeProof(double multiple) {
    Family family =
        Family.of(
                "least ε that the conversion gives",
                p -> converted(p, multiple),
                Parameter.positive("ε", 0.01, 10, 13),
                Parameter.positive("δ", 1e-9, 1e-3, 7))
            .recheckedBy(
                p -> {
                  BigDecimal log = log(exactly(p.get("δ"))).negate();
                  BigDecimal a = divide(exactly(p.get("ε")).pow(2), log.multiply(exactly(4)));
                  BigDecimal root = sqrt(a.multiply(a.add(log)));
                  return Recheck.of(
                      a.add(root).multiply(exactly(2)),
                      exactly(p.get("ε")).multiply(exactly(multiple)));
                })
            .toldAs(p -> "every order α is optimized over; it is arithmetic");
    Judgement judged = Judgement.of(family);
    Point usual = new Point(java.util.Map.of("ε", 1.0, "δ", 1e-6));
    return judged
        .corrected("D_α ≤ α κ s²/(2 sigma²) and the conversion of E-P8b")
        .explained(
            "The conversion gives 2A + 2 sqrt(A(A + l)) > 2 sqrt(Al) = ε: at ε = 1, δ = 1e-6 it is "
                + Numbers.about(converted(usual, 1).exact())
                + ", at worst in the range "
                + Numbers.about(judged.ratio())
                + " times ε.");
  }

  private static Comparison converted(Point p, double multiple) {
    Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
    Enclosure a = Enclosure.exact(p.get("ε")).square().dividedBy(log.times(4));
    Enclosure least = a.plus(a.times(a.plus(log)).sqrt()).times(2);
    return new Comparison(least, Enclosure.exact(p.get("ε")).times(multiple));
  }

  /** The claim with its divergence times a factor. */
  static LedgerClaim divergence(double factor) {
    return LedgerClaim.of(
            Paper.E,
            "E-C16-RDP",
            "Corollary 16, first part",
            "The generalized Gaussian mechanism is (α, κ α² s²/(2 sigma² (α-1)))-RDP",
            () -> {
              Judgement judged =
                  Judgement.of(
                      Family.of(
                          "D_α",
                          p -> {
                            // In the unit κ s²/(2 sigma²): the upper bound α, attained for κ = 1.
                            double order = p.get("α");
                            Enclosure claimed =
                                Enclosure.exact(order)
                                    .square()
                                    .dividedBy(Enclosure.exact(order).minus(1));
                            return new Comparison(Enclosure.exact(order), claimed.times(factor));
                          },
                          Parameter.positive("α", 1.0001, 10_000, 17)));
              return judged.explained(
                  "It is (α, α κ s²/(2 sigma²))-RDP, tight for κ = 1: the claim is loose by"
                      + " α/(α-1), without bound as α approaches 1, and at best "
                      + Numbers.about(judged.ratio())
                      + " of it is attained in the range.");
            })
        .about("generalized-gaussian-mechanism")
        .because(LEMMA);
  }

  private static LedgerClaim printedDeviation() {
    return LedgerClaim.of(
            Paper.E,
            "E-C16",
            "Corollary 16, second part",
            "Noise sigma = 2 κ ln(1/δ) s²/ε² for sensitivity s is (ε, δ)-DP",
            GeneralizedGaussianClaims::judgePrintedDeviation)
        .assuming("a κ-regular norm; κ = 1 is the Euclidean one")
        .about("generalized-gaussian-mechanism")
        .attackedBy(
            new EmpiricalCheck(
                "the mechanism in the plane with the printed sigma for ε = 1, δ = 1e-6, s = 0.01,"
                    + " in the unit of s",
                4216,
                1_000_000,
                () -> attack(printedMechanism(0.01, 1, 1e-6), 1, 1e-6)));
  }

  private static Judgement judgePrintedDeviation() {
    Family family =
        Family.of(
                "delta at epsilon",
                GeneralizedGaussianClaims::printed,
                Parameter.positive("s", 0.001, 1, 7),
                Parameter.positive("ε", 0.1, 4, 5),
                Parameter.positive("δ", 1e-9, 1e-3, 7))
            .recheckedBy(GeneralizedGaussianClaims::recheck)
            .toldAs(p -> "a one-dimensional query of sensitivity s, Euclidean norm, κ = 1");
    Judgement judged = Judgement.of(family);
    return judged
        .asPrinted()
        .corrected("sigma² in place of sigma, as Proposition 8 has it")
        .explained(
            "The units do not fit: halving s divides sigma by four. "
                + judged.witness().map(Witness::words).orElse("No violation was found."));
  }

  private static Comparison printed(Point p) {
    double epsilon = p.get("ε");
    Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
    Enclosure mu = Enclosure.exact(epsilon).square().dividedBy(log.times(2).times(p.get("s")));
    Enclosure exact = GaussianCost.delta(mu, epsilon);
    return new Comparison(exact, Enclosure.exact(p.get("δ")));
  }

  private static Recheck recheck(Point p) {
    var log = log(exactly(p.get("δ"))).negate();
    var mu =
        divide(exactly(p.get("ε")).pow(2), log.multiply(exactly(2)).multiply(exactly(p.get("s"))));
    return Recheck.of(Precise.gaussianDelta(mu, p.get("ε")), exactly(p.get("δ")));
  }

  /** The printed mechanism with all lengths divided by s. */
  private static GeneralizedGaussianMechanism printedMechanism(
      double s, double epsilon, double delta) {
    double sigma = 2 * Math.log(1 / delta) * s / (epsilon * epsilon);
    return new GeneralizedGaussianMechanism(
        new GeneralizedGaussianNoise(SmoothNorm.smallest(2, 2), sigma), unit());
  }

  private static Experiment<Double> attack(
      GeneralizedGaussianMechanism mechanism, double epsilon, double delta) {
    return new Experiment<>(
        (answer, random) -> Outcome.of(mechanism.release(new double[] {answer, 0}, random)),
        new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE),
        AdjacentPair.of("the query is 0 against 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(1, 0));
  }
}
