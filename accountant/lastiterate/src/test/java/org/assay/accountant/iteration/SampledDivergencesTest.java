package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.check.SecondOpinion;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rényi divergences of random batches far beyond the plateau. They lie between the losses of
 * clamped random walks with affine common losses at the same kappa, and the values when the bound
 * was written. Independent code computed the walks' losses once, without error bounds, and two
 * percent of them are subtracted.
 */
class SampledDivergencesTest {
  /** Number of columns of the table, the empty one before the first included. */
  private static final int COLUMNS = 8;

  /** Factor for four digits that are rounded up. */
  private static final double DIGITS = 1.001;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"R5, 8, 1.36, 2.249"})
  void staysBetween(String name, double order, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run(name)).certifyRenyi(order);
    double bound = claimed((Guarantee.Renyi) certificate.guarantee());
    assertTrue(bound >= lower, bound + " is below what a walk loses, " + lower);
    assertTrue(bound <= reached, bound + " against " + reached);
    LastIterateChecker.check(certificate);
  }

  /**
   * The table of {@code docs/reference/walk.md}: what is proved with and without re-coupling.
   * Certificates of large orders, whose profiles are the least distinct, are checked as well.
   */
  @Tag("slow")
  @Test
  void everyRowIsComputed() throws IOException {
    List<String[]> rows =
        Files.readAllLines(Path.of("..", "..", "docs", "reference", "walk.md")).stream()
            .filter(line -> line.matches("\\| [RP]\\d+ \\|.*"))
            .map(line -> line.split("\\s*\\|\\s*"))
            .filter(row -> row.length == COLUMNS)
            .toList();
    assertEquals(23, rows.size());
    for (String[] row : rows) {
      String what = row[1] + " at order " + row[2];
      double order = Double.parseDouble(row[2]);
      NoisySgd run = run(row[1]);
      LastIterateCertificate certificate = LastIterate.of(run).certifyRenyi(order);
      double bound = claimed((Guarantee.Renyi) certificate.guarantee());
      check(bound, row[4], what);
      check(without(run, order), row[3], what + " without");
      double lower = row[1].endsWith("4") ? 0 : order >= 8 ? lower(run, 8) : lower(run, order);
      assertTrue(bound >= lower, bound + " is below " + lower + ", " + what);
      if (order > 8) {
        LastIterateChecker.check(certificate);
      }
    }
  }

  /**
   * An argument that bounds an order bounds smaller ones: the search for these must find as small a
   * bound.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R4, 31.5, 20.16",
    "R4, 32, 20.94",
    "R4, 33, 22.44",
    "R4, 34, 22.44",
    "R3, 30, 88.41"
  })
  void smallerOrdersAreBoundedAsWell(String name, double order, double atALargerOrder) {
    Guarantee guarantee = LastIterate.of(run(name)).certifyRenyi(order).guarantee();
    double bound = claimed((Guarantee.Renyi) guarantee);
    assertTrue(bound <= atALargerOrder, bound + " at order " + order);
  }

  /** The figures for R4 in the text beside the table. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"33, 20.94", "34, 22.44"})
  void largerOrdersAreWhatIsStated(double order, String printed) {
    LastIterateCertificate certificate = LastIterate.of(run("R4")).certifyRenyi(order);
    check(claimed((Guarantee.Renyi) certificate.guarantee()), printed, "R4 at " + order);
    LastIterateChecker.check(certificate);
  }

  @Test
  void splitNoiseFeelsTheLeap() {
    NoisySgd run = run("R4");
    NoisySgdStep step = NoisySgdStep.of(run);
    NoisySgdArgument split = new NoisySgdSearch(step, new MixingWalk(step)).splitNoise(32);
    check(evaluation(run, split).renyi(32).upper(), "264.7", "split noise of R4 at 32");
  }

  /** The figure of the run whose walk the table names beside R4's bound. */
  @Tag("slow")
  @Test
  void aNarrowerRunThatLeapsAtTheSameOrder() {
    double noise = 2.0 * 55 / (500 * 2);
    NoisySgdSampling sampling = NoisySgdSampling.FIXED_SIZE;
    NoisySgd run = NoisySgds.convex(500, 52, noise, 1 / (55 * noise), 100_000_000, sampling, false);
    LastIterateCertificate certificate = LastIterate.of(run).certifyRenyi(32);
    check(claimed((Guarantee.Renyi) certificate.guarantee()), "22.66", "52 of 500");
    LastIterateChecker.check(certificate);
    sampling = NoisySgdSampling.POISSON;
    run = NoisySgds.convex(500, 52, noise, 1 / (55 * noise), 100_000_000, sampling, false);
    certificate = LastIterate.of(run).certifyRenyi(32);
    check(claimed((Guarantee.Renyi) certificate.guarantee()), "15.83", "Poisson samples");
    LastIterateChecker.check(certificate);
  }

  private static void check(double computed, String printed, String what) {
    double said = Double.parseDouble(printed);
    assertTrue(computed <= said && said <= DIGITS * computed, computed + " against " + said + what);
  }

  static double without(NoisySgd run, double order) {
    NoisySgdStep step = NoisySgdStep.of(run);
    MixingWalk walk = new MixingWalk(step);
    NoisySgdSearch search = new NoisySgdSearch(step, walk);
    double split = evaluation(run, search.splitNoise(order)).renyi(order).upper();
    return new MixingSearch(step, walk, search, order, split)
        .find()
        .map(mixing -> evaluation(run, mixing).renyi(order).upper())
        .filter(mixed -> mixed < split)
        .orElse(split);
  }

  /** The loss of walks at the kappa of a run, at orders up to the given one. */
  private static double lower(NoisySgd run, double order) {
    double spread = (double) run.records() * run.stepSize() * run.noise() * run.noise();
    return switch ((int) Math.round(2 / spread)) {
      case 1 -> order < 2 ? 0 : order < 8 ? 0.333 : 1.36;
      case 4 -> order < 2 ? 3.65 : order < 8 ? 4.9 : 14.7;
      case 8 -> order < 2 ? 0 : 15.2;
      default -> throw new IllegalArgumentException("" + run);
    };
  }

  private static double claimed(Guarantee.Renyi guarantee) {
    return guarantee.epsilonByOrder().firstEntry().getValue();
  }

  private static NoisySgd run(String name) {
    return switch (name) {
      case "P999" -> independent(999);
      case "P500" -> independent(500);
      case "P4" ->
          NoisySgds.convex(
              100_000, 1000, 0.004, 0.625, 100_000_000, NoisySgdSampling.POISSON, false);
      default -> SaturatedRunsTest.run(name, 100_000_000);
    };
  }

  /** R1 with Poisson samples. */
  private static NoisySgd independent(long batch) {
    return NoisySgds.convex(1000, batch, 0.05, 0.2, 100_000_000, NoisySgdSampling.POISSON, false);
  }

  private static NoisySgdEvaluation evaluation(NoisySgd run, NoisySgdArgument argument) {
    NoisySgdStep step = NoisySgdStep.of(run);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), argument);
  }

  /**
   * With smoothness 1 samples of more than eight times their mean are too large. Such samples are
   * so unlikely that they cost next to nothing. With smoothness 7 samples of 1.14 times their mean
   * are too large, and composing a block costs more than their small probability saves.
   */
  @Tag("slow")
  @Test
  void samplesThatMayBeTooLargeCostWhatTheyMust() {
    NoisySgd flat =
        NoisySgds.convex(10_000, 1000, 0.01, 0.25, 1_000_000, NoisySgdSampling.POISSON, false);
    NoisySgdCertificate proved = NoisySgdBound.of(flat).certifyRenyi(2);
    NoisySgdArgument argument = proved.argument();
    assertTrue(argument instanceof NoisySgdArgument.RecoupledDivergence);
    double free = evaluation(flat, argument).renyi(2).upper();
    assertTrue(free < 24, "" + free);
    NoisySgd smooth = NoisySgds.smooth(flat, 1, 0);
    assertTrue(NoisySgdStep.of(smooth).logExcess(1e6) < -9000);
    assertEquals(1, evaluation(smooth, argument).renyi(2).upper() / free, 1e-12);
    NoisySgd often = NoisySgds.smooth(flat, 7, 0);
    assertEquals(Double.POSITIVE_INFINITY, evaluation(often, argument).renyi(2).upper());
    NoisySgdCertificate wrong = new NoisySgdCertificate(often, argument, proved.guarantee());
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(wrong));
    NoisySgdArgument other = NoisySgdBound.of(often).certifyRenyi(2).argument();
    assertTrue(!(other instanceof NoisySgdArgument.RecoupledDivergence));
  }

  /** Shorter runs lose no more, and claims below the proved bound are refused. */
  @Tag("slow")
  @Test
  void certificatesCoverShorterRunsAndNoBetterClaims() {
    NoisySgd run = run("R5");
    NoisySgdCertificate proved = NoisySgdBound.of(run).certifyRenyi(2);
    NoisySgdArgument.RecoupledDivergence argument =
        (NoisySgdArgument.RecoupledDivergence) proved.argument();
    NoisySgd shorter = SaturatedRunsTest.run("R5", argument.profile().horizon() - 1);
    double bound = evaluation(run, argument).renyi(2).upper();
    assertEquals(1, evaluation(shorter, argument).renyi(2).upper() / bound, 1e-9);
    SecondOpinion.require(new NoisySgdCertificate(shorter, argument, proved.guarantee()));
    TreeMap<Double, Double> half = new TreeMap<>();
    half.put(2.0, 0.5 * claimed((Guarantee.Renyi) proved.guarantee()));
    NoisySgdCertificate better =
        new NoisySgdCertificate(run, argument, new Guarantee.Renyi(half, run.adjacency()));
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(better));
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(better));
  }
}
