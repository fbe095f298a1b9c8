package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.commons.math3.special.Erf;
import org.assay.accountant.internal.divergence.GaussianSparseVector.StoppingMoment;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianSparseVectorTest {
  @ParameterizedTest
  @CsvSource({
    "5, 10, 1, 2, 0.15664217044491902",
    "5, 10, 100, 2, 0.52406669804776061",
    "5, 10, 100, 8, 0.68169670418182225",
    "20, 40, 1000, 32, 0.20236770436267313"
  })
  void enclosesTheRecursionInFortyDigits(
      double threshold, double query, long queries, double order, double value) {
    Enclosure bound = bound(threshold, query, queries, order, false);

    assertTrue(
        bound.lower() <= value * (1 + 2e-16) && bound.upper() >= value * (1 - 2e-16),
        bound::toString);
    assertTrue(bound.relativeWidth() < 1e-9, bound::toString);
  }

  private static Enclosure bound(
      double threshold, double query, long queries, double order, boolean monotone) {
    return GaussianSparseVector.renyi(
        Enclosure.ONE.dividedBy(threshold),
        Enclosure.exact(monotone ? 1 : 2).dividedBy(query),
        queries,
        1,
        order);
  }

  /** Exact divergences of random streams, by quadrature over the threshold's noise. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noStreamIsWorse(boolean monotone) {
    Random random = new Random(71);
    double worst = 0;
    for (int trial = 0; trial < 300; trial++) {
      double order = 1.2 + 6 * random.nextDouble();
      double threshold = 0.7 + 3 * random.nextDouble();
      double query = 0.7 + 3 * random.nextDouble();
      int queries = 1 + random.nextInt(4);
      double[] one = new double[queries];
      double[] other = new double[queries];
      double direction = random.nextBoolean() ? 1 : -1;
      boolean alike = random.nextBoolean();
      double level = -3 * random.nextDouble();
      for (int i = 0; i < queries; i++) {
        one[i] = alike ? level : 4 * random.nextGaussian();
        double other1 = monotone ? direction * step(random) : 2 * step(random) - 1;
        other[i] = one[i] + (alike ? direction : other1);
      }
      double exact = divergence(one, other, threshold, query, order);
      double bound = bound(threshold, query, queries, order, monotone).upper();
      worst = Math.max(worst, exact / bound);
    }
    double largest = worst;
    assertTrue(largest < 1, () -> "ratio " + largest);
    // The theorem adds the costs of the threshold's noise and the query's, so no stream comes very
    // near.
    assertTrue(largest > 0.2, () -> "a bound that nothing comes near tests little: " + largest);
  }

  private static double step(Random random) {
    return random.nextInt(3) == 0 ? random.nextDouble() : random.nextInt(2);
  }

  private static double divergence(
      double[] one, double[] other, double threshold, double query, double order) {
    double[] p = law(one, threshold, query);
    double[] q = law(other, threshold, query);
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.pow(p[i], order) * Math.pow(q[i], 1 - order);
    }
    return Math.log(sum) / (order - 1);
  }

  private static double[] law(double[] queries, double threshold, double query) {
    double[] law = new double[queries.length + 1];
    int nodes = 4_000;
    double width = 20 * threshold / nodes;
    for (int node = 0; node <= nodes; node++) {
      double noise = -10 * threshold + node * width;
      double weight =
          Math.exp(-noise * noise / (2 * threshold * threshold))
              / (threshold * Math.sqrt(2 * Math.PI))
              * width;
      for (int i = 0; i < queries.length; i++) {
        law[i] += weight * upperTail((noise - queries[i]) / query);
        weight *= upperTail((queries[i] - noise) / query);
      }
      law[queries.length] += weight;
    }
    return law;
  }

  @Test
  void takesManyQueriesAtOnce() {
    Enclosure beta = Enclosure.exact(0.7);
    double moment = 1;
    long queries = 60_000;
    for (long i = 0; i < queries; i++) {
      double u = Math.log(moment) / 0.7 + 0.35;
      moment += upperTail(u - 0.7) - upperTail(u) * moment;
    }
    Enclosure bound = StoppingMoment.of(beta, queries);
    double loop = moment;

    assertTrue(bound.lower() <= loop && loop <= bound.upper(), () -> bound + " " + loop);
    assertTrue(bound.relativeWidth() < 1e-3, bound::toString);
    assertTrue(StoppingMoment.of(beta, Long.MAX_VALUE).upper() < 1e19);
  }

  private static double upperTail(double u) {
    return 0.5 * Erf.erfc(u / Math.sqrt(2));
  }
}
