package org.assay.accountant.internal.iteration.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Certificates of random runs are not refused by their second evaluation. */
class SecondOpinionProperties {
  private static final long RECORDS = 1_000_000;
  private static final long MOST_STEPS = 100_000_000;

  @Tag("slow")
  @Property(tries = 8, seed = "20261123", shrinking = ShrinkingMode.OFF)
  void honestCertificatesAreAccepted(
      @ForAll("runs") NoisySgd run, @ForAll("questions") double question) {
    accepts(run, question);
  }

  @Tag("slow")
  @Property(tries = 24, seed = "20261123", shrinking = ShrinkingMode.OFF)
  void moreHonestCertificatesAreAccepted(
      @ForAll("runs") NoisySgd run, @ForAll("questions") double question) {
    accepts(run, question);
  }

  private static void accepts(NoisySgd run, double question) {
    NoisySgdBound bound = NoisySgdBound.of(run);
    NoisySgdCertificate certificate =
        question > 1 ? bound.certifyRenyi(question) : bound.certifyEpsilon(question);
    assertDoesNotThrow(() -> SecondOpinion.require(certificate));
  }

  /** A delta below 1 or an order above. */
  @Provide
  Arbitrary<Double> questions() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(2, 9).map(digits -> Math.pow(10, -digits)),
        Arbitraries.doubles().between(0, 1).map(part -> 1.2 + 30 * part * part));
  }

  /**
   * kappa from .1 to 10, sets of 2 to 1,000 noises, from a twentieth of the plateau to e² times.
   */
  @Provide
  Arbitrary<NoisySgd> runs() {
    Arbitrary<Double> kappas = Arbitraries.doubles().between(-2.3, 2.3).map(Math::exp);
    Arbitrary<Double> widths = Arbitraries.doubles().between(0.7, 6.9).map(Math::exp);
    Arbitrary<Double> lengths = Arbitraries.doubles().between(-3, 2).map(Math::exp);
    Arbitrary<Double> shares = Arbitraries.doubles().between(-8, 0).map(Math::exp);
    Arbitrary<Double> curvatures = Arbitraries.of(0.0, 0.0, 1.0, 6.0);
    return Combinators.combine(
            kappas, widths, lengths, shares, curvatures, Arbitraries.integers().between(0, 5))
        .as(SecondOpinionProperties::run);
  }

  private static NoisySgd run(
      double kappa, double width, double length, double share, double curvature, int kind) {
    double part = kind == 0 || kind > 3 ? 1 : share;
    long batch = Math.max(1, Math.round(part * RECORDS));
    boolean added = kind == 2 || kind == 4;
    double lipschitz = kappa / width * batch / (added ? 1 : 2);
    double steps = Math.min(MOST_STEPS, Math.max(1, width * width / part * length));
    return new NoisySgd(
        RECORDS,
        batch,
        1,
        lipschitz,
        width,
        1,
        (long) steps,
        0.5,
        Math.min(0.4, curvature / (width * width)),
        kind == 0
            ? NoisySgdSampling.FULL_BATCH
            : kind % 4 == 1 ? NoisySgdSampling.FIXED_SIZE : NoisySgdSampling.POISSON,
        added ? AdjacencyRelation.ADD_OR_REMOVE : AdjacencyRelation.REPLACE_ONE);
  }
}
