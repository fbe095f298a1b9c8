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
 * Rényi divergences of full batches far beyond the plateau, between the losses of clamped random
 * walks and the values when the bound was written. The auditor certifies the walks' losses for
 * kappa 1 and 4 (in {@code docs/reference/walk.md}), except order 8 at kappa 4. That case and kappa
 * 8 were computed once by independent code. There common losses are affine and change, errors are
 * not bounded, and two percent are subtracted.
 */
class SaturatedDivergencesTest {
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "4, 2, 4.92, 6.671",
    "8, 3, 15.2, 26.58",
    "1, 1.5, 0.256, 0.3982",
    "1, 4, 0.689, 1.069",
    "4, 32, 23.6, 36.07",
  })
  void staysBetween(int kappa, double order, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run(kappa)).certifyRenyi(order);
    double bound =
        ((Guarantee.Renyi) certificate.guarantee()).epsilonByOrder().firstEntry().getValue();
    assertTrue(bound >= lower, bound + " is below what a walk loses, " + lower);
    assertTrue(bound <= reached, bound + " against " + reached);
    LastIterateChecker.check(certificate);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "4, 1.5, 3.66, 5.026",
    "4, 4, 9.06, 12.42",
    "4, 8, 14.7, 19.63",
    "8, 1.5, 9.11, 14.73",
    "8, 2, 15.2, 19.14",
    "8, 8, 15.2, 46.79",
    "1, 2, 0.342, 0.5313",
    "1, 8, 1.379, 2.166",
    "1, 64, 4.52, 8.961",
  })
  void otherOrdersStayBetween(int kappa, double order, double lower, double reached) {
    staysBetween(kappa, order, lower, reached);
  }

  /** The column of {@code docs/reference/walk.md} for the smaller one of split noise and mixing. */
  @Tag("slow")
  @Test
  void whatIsProvedWithoutRecouplingIsStated() throws IOException {
    List<String[]> rows =
        Files.readAllLines(Path.of("..", "..", "docs", "reference", "walk.md")).stream()
            .filter(line -> line.matches("\\| [148] \\|.* of .*, W = .*"))
            .map(line -> line.split("\\s*\\|\\s*"))
            .toList();
    assertEquals(14, rows.size());
    for (String[] row : rows) {
      double order = Double.parseDouble(row[2]);
      double without = SampledDivergencesTest.without(run(Integer.parseInt(row[1])), order);
      double printed = Double.parseDouble(row[3]);
      assertTrue(printed >= without * (1 - 1e-9), without + " is more than " + printed);
      assertTrue(printed <= without * 1.001, without + " is less than " + printed);
    }
  }

  /** Orders outside the range of the profiles have the same bound as without profiles. */
  @Tag("slow")
  @Test
  void isNeverWorseThanSplitNoise() {
    NoisySgd run = run(4);
    NoisySgdStep step = NoisySgdStep.of(run);
    MixingWalk walk = new MixingWalk(step);
    NoisySgdBound bound = NoisySgdBound.of(run);
    double before = 0;
    for (double order : new double[] {1.0001, 1.1, 3, 8, 64, 1000}) {
      NoisySgdArgument split = new NoisySgdSearch(step, walk).splitNoise(order);
      double here = bound.renyi(order).upper();
      assertTrue(here <= NoisySgdEvaluation.of(step, walk, split).renyi(order).upper());
      assertTrue(here >= before, "order " + order);
      before = here;
    }
  }

  @Tag("slow")
  @Test
  void certificatesDoNotCoverBetterClaims() {
    NoisySgdCertificate proved = NoisySgdBound.of(run(1)).certifyRenyi(2);
    double value = ((Guarantee.Renyi) proved.guarantee()).epsilonByOrder().firstEntry().getValue();
    TreeMap<Double, Double> claim = new TreeMap<>();
    claim.put(2.0, 0.99 * value);
    NoisySgdCertificate better =
        new NoisySgdCertificate(
            proved.settings(),
            proved.argument(),
            new Guarantee.Renyi(claim, proved.settings().adjacency()));
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(better));
    NoisySgdArgument.RecoupledDivergence argument =
        (NoisySgdArgument.RecoupledDivergence) proved.argument();
    NoisySgdStep step = NoisySgdStep.of(proved.settings());
    NoisySgdEvaluation evaluation = NoisySgdEvaluation.of(step, new MixingWalk(step), argument);
    assertEquals(Double.POSITIVE_INFINITY, evaluation.renyi(argument.tailOrder()).upper());
    assertEquals(Double.POSITIVE_INFINITY, evaluation.epsilon(1e-5));
    Guarantee converted = new Guarantee.Approximate(100, 1e-5, proved.settings().adjacency());
    NoisySgdCertificate other = new NoisySgdCertificate(proved.settings(), argument, converted);
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(other));
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(other));
  }

  private static NoisySgd run(int kappa) {
    return switch (kappa) {
      case 1 -> fullBatch(1000, 0.1, 0.2);
      case 4 -> fullBatch(1000, 0.05, 0.2);
      default -> fullBatch(10_000, 0.01, 0.25);
    };
  }

  private static NoisySgd fullBatch(long records, double noise, double stepSize) {
    return NoisySgds.convex(
        records, records, noise, stepSize, 10_000_000, NoisySgdSampling.FULL_BATCH, false);
  }
}
