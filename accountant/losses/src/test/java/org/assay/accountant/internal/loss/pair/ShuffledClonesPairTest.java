package org.assay.accountant.internal.loss.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffledClonesPairTest {
  private static ShuffledClonesPair general(long reports, double epsilon) {
    return ShuffledClonesPair.ofAny(reports, Enclosure.exact(epsilon));
  }

  private static ShuffledClonesPair response(long reports, double epsilon) {
    return ShuffledClonesPair.ofResponse(reports, Enclosure.exact(epsilon), 2);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1, .3, .0017183134641179027",
    "200, 1, .3, .00010825648536296831",
    "300, 2, .8, 8.2026312096013619e-5",
    "10, .3, 0, .043466154391467181",
    "20, 1, 0, .13445936312410533"
  })
  void deltasOfAnyRandomizer(long reports, double local, double epsilon, double delta) {
    Enclosure found = new DirectProfile(general(reports, local)).delta(epsilon);
    assertTrue(found.contains(Enclosure.of(delta * (1 - 2e-15), delta * (1 + 2e-15))));
    assertTrue(found.relativeWidth() < 1e-10);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1, .3, .00044109523600349592",
    "300, 2, .8, 8.0290774438904437e-7",
    "7, 1, 0, .18716295600420009"
  })
  void deltasOfRandomizedResponse(long reports, double local, double epsilon, double delta) {
    Enclosure found = new DirectProfile(response(reports, local)).delta(epsilon);
    assertTrue(found.contains(Enclosure.of(delta * (1 - 2e-15), delta * (1 + 2e-15))));
    assertTrue(found.relativeWidth() < 1e-10);
  }

  /** The double sum of the definition in thirty digits. */
  @ParameterizedTest
  @CsvSource({"60, 4, 1, .5, .00043005200175005426", "40, 3, 2, 1, .013541644182435106"})
  void deltasOfMoreAnswers(long reports, long answers, double local, double epsilon, double delta) {
    ShuffledClonesPair pair =
        ShuffledClonesPair.ofResponse(reports, Enclosure.exact(local), answers);
    Enclosure found = new DirectProfile(pair).delta(epsilon);
    assertTrue(found.contains(Enclosure.of(delta * (1 - 2e-15), delta * (1 + 2e-15))));
    assertTrue(found.relativeWidth() < 1e-10);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1, 1e-6, .18241234749", "3000, 2, 1e-6, .29693692812"})
  void epsilons(long reports, double local, double delta, double epsilon) {
    Enclosure found = new DirectProfile(general(reports, local)).epsilon(delta, 1e-11);
    assertTrue(found.lower() < epsilon * (1 + 1e-9));
    assertTrue(found.upper() > epsilon * (1 - 1e-9));
    assertTrue(found.relativeWidth() < 1e-9);
  }

  /** The double sum of the definition, number by number. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, .5", "3, 4", "7, .01", "12, 2", "40, 6", "60, .7"})
  void masses(int reports, double local) {
    ShuffledClonesPair pair = general(reports, local);
    for (double loss : new double[] {0, .01, .1, .3, .9, 1.7, 3.9, -.05, -.6, -1.9}) {
      double[] sums = sums(reports, Math.exp(-local), local, loss);
      LossTails tails = pair.tails(Enclosure.exact(loss));
      assertAbout(tails.pAbove(), sums[0]);
      assertAbout(tails.qAbove(), sums[1]);
      assertAbout(tails.pBelow(), 1 - sums[0]);
      assertAbout(tails.qBelow(), 1 - sums[1]);
    }
  }

  private static void assertAbout(Enclosure found, double value) {
    assertTrue(found.lower() <= value + 1e-13);
    assertTrue(found.upper() >= value - 1e-13);
  }

  private static double[] sums(int reports, double clone, double local, double loss) {
    double truth = 1 / (1 + Math.exp(-local));
    double[] above = new double[2];
    for (int c = 0; c < reports; c++) {
      double weight = binomial(reports - 1, c, clone);
      for (int x = 0; x <= c + 1; x++) {
        double one = binomial(c, x - 1, .5);
        double none = binomial(c, x, .5);
        double p = truth * one + (1 - truth) * none;
        double q = (1 - truth) * one + truth * none;
        if (Math.log(p / q) > loss + 1e-12) {
          above[0] += weight * p;
          above[1] += weight * q;
        }
      }
    }
    return above;
  }

  private static double binomial(int trials, int number, double hit) {
    if (number < 0 || number > trials) {
      return 0;
    }
    double mass = Math.pow(hit, number) * Math.pow(1 - hit, trials - number);
    for (int i = 0; i < number; i++) {
      mass = mass * (trials - i) / (i + 1);
    }
    return mass;
  }

  @Test
  void noLossExceedsTheLocalEpsilon() {
    DirectProfile profile = new DirectProfile(general(50, 1));
    assertEquals(Enclosure.ZERO, profile.delta(1));
    assertTrue(profile.delta(.999).lower() > 0);
  }

  @Test
  void manyReportsOfHighEpsilonStayEnclosed() {
    DirectProfile profile = new DirectProfile(general(1_000_000, 8));
    double last = 1;
    for (double epsilon : new double[] {.1, .5, 1, 2, 4, 7.9}) {
      Enclosure delta = profile.delta(epsilon);
      assertTrue(delta.upper() <= last);
      last = delta.upper();
    }
    assertTrue(last < 1e-60);
  }
}
