package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * Every divergence at a few points against the sum or integral that defines it, computed by
 * separate code in 30 digits and more. An enclosure that lost part of its error bound would still
 * contain the value, and so would one that counts too much. So widths are compared with the
 * recorded ones.
 */
class DivergenceValuesTest {
  private static Enclosure at(BoundRows row, int index) {
    return Enclosure.exact(row.arg(index));
  }

  static final Map<String, Function<BoundRows, Enclosure>> FUNCTIONS =
      Map.ofEntries(
          Map.entry(
              "sgm.forward",
              row -> SampledGaussian.renyiForward(row.arg(0), row.arg(1), row.arg(2))),
          Map.entry(
              "sgm.reverse",
              row -> SampledGaussian.renyiReverse(row.arg(0), row.arg(1), row.arg(2))),
          Map.entry(
              "fixed.gaussian",
              row -> ReplacedRecord.fixedSizeGaussian(at(row, 0), at(row, 1), row.arg(2))),
          Map.entry(
              "fixed.laplace",
              row -> ReplacedRecord.fixedSizeLaplace(at(row, 0), at(row, 1), row.arg(2))),
          Map.entry(
              "poisson.gaussian",
              row -> ReplacedRecord.poissonGaussian(row.arg(0), at(row, 1), row.arg(2))),
          Map.entry("sampled.laplace", DivergenceValuesTest::sampledLaplace),
          Map.entry("mixture.gaussian", DivergenceValuesTest::mixture),
          Map.entry(
              "discrete.gaussian",
              row -> DiscreteGaussian.renyi(row.arg(0), (long) row.arg(1), row.arg(2))),
          Map.entry("sampled.discrete", DivergenceValuesTest::sampledDiscreteGaussian),
          Map.entry(
              "fixed.discrete",
              row ->
                  FixedSizeDiscreteGaussian.renyi(
                      at(row, 0), row.arg(1), (long) row.arg(2), row.arg(3))),
          Map.entry("laplace", row -> LaplaceMechanism.renyi(at(row, 0), row.arg(1))),
          Map.entry("pure", row -> PureMechanism.renyi(at(row, 0), row.arg(1))),
          Map.entry("range", row -> BoundedRange.renyi(at(row, 0), row.arg(1))),
          Map.entry(
              "response",
              row -> RandomizedResponse.renyi((long) row.arg(0), row.arg(1), row.arg(2))),
          Map.entry(
              "discrete.laplace",
              row -> DiscreteLaplace.renyi(row.arg(0), (long) row.arg(1), row.arg(2))),
          Map.entry("draws.gaussian", row -> draws(row).gaussian(at(row, 2), row.arg(3))),
          Map.entry("draws.laplace", row -> draws(row).laplace(at(row, 2), row.arg(3))),
          Map.entry(
              "draws.discrete", row -> draws(row).discreteGaussian(row.arg(2), 1, row.arg(3))));

  private static SampledWithReplacement draws(BoundRows row) {
    return SampledWithReplacement.of((long) row.arg(0), (long) row.arg(1));
  }

  private static Enclosure sampledLaplace(BoundRows row) {
    return row.flag(3)
        ? SampledLaplace.renyiForward(row.arg(0), at(row, 1), row.arg(2))
        : SampledLaplace.renyiReverse(row.arg(0), at(row, 1), row.arg(2));
  }

  private static Enclosure sampledDiscreteGaussian(BoundRows row) {
    long shift = (long) row.arg(2);
    return row.flag(4)
        ? SampledDiscreteGaussian.renyiForward(row.arg(0), row.arg(1), shift, row.arg(3))
        : SampledDiscreteGaussian.renyiReverse(row.arg(0), row.arg(1), shift, row.arg(3));
  }

  private static Enclosure mixture(BoundRows row) {
    double p = row.arg(0);
    return GaussianMixture.renyi(
        List.of(Enclosure.exact(0.25), Enclosure.exact(p), Enclosure.exact(0.75 - p)),
        List.of(Enclosure.ZERO, at(row, 1), at(row, 2)),
        row.arg(3));
  }

  private static void check(String name) {
    for (BoundRows row : BoundRows.of(name)) {
      Enclosure found = Objects.requireNonNull(FUNCTIONS.get(name)).apply(row);
      BigDecimal value = new BigDecimal(row.value());
      // The row itself is rounded to thirty digits.
      BigDecimal slack = value.scaleByPowerOfTen(-28);
      assertTrue(new BigDecimal(found.lower()).compareTo(value.add(slack)) <= 0, row::point);
      assertTrue(new BigDecimal(found.upper()).compareTo(value.subtract(slack)) >= 0, row::point);
      double width = row.recorded("width." + name);
      double same = Math.max(0.003 * width, 3 * Math.ulp(row.number()));
      assertEquals(width, found.width(), same, row::point);
    }
  }

  @Test
  void sampledGaussianForward() {
    check("sgm.forward");
  }

  @Test
  void sampledGaussianReverse() {
    check("sgm.reverse");
  }

  /** Where the rule would need too many nodes the moment has no finite bound. */
  @Test
  void momentsOutOfReach() {
    Enclosure unknown = Enclosure.of(0, Double.POSITIVE_INFINITY);
    assertEquals(unknown, SampledGaussianMoment.logMoment(0.1, 3e-308, 64, true));
  }

  @Test
  void replacedRecordsUnderGaussianNoise() {
    check("fixed.gaussian");
    check("poisson.gaussian");
  }

  @Test
  void laplaceNoise() {
    check("laplace");
    check("sampled.laplace");
    check("fixed.laplace");
    check("discrete.laplace");
  }

  @Test
  void mixturesOfGaussians() {
    check("mixture.gaussian");
  }

  @Test
  void discreteGaussianNoise() {
    check("discrete.gaussian");
    check("sampled.discrete");
    check("fixed.discrete");
  }

  @Test
  void pureMechanisms() {
    check("pure");
    check("range");
    check("response");
  }

  @Test
  void drawsWithReplacement() {
    check("draws.gaussian");
    check("draws.laplace");
    check("draws.discrete");
  }
}
