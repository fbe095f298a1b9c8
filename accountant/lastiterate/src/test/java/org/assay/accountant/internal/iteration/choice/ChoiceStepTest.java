package org.assay.accountant.internal.iteration.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.assay.accountant.internal.iteration.choice.ChosenCompositions.TriangleChiSquare;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One step of the game against the loss of single pairs, by plain sums over the plane. */
class ChoiceStepTest {
  private static final NormalDistribution NORMAL = new NormalDistribution();

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.5, 12, 0.97",
    "0.1, 0.2, 8, 0.97",
    "0.3, 0.8, 8, 0.74",
    "0.02, 1.2, 4, 0.75",
    "0.01, 0.3, 2.5, 0.97"
  })
  void noPairLosesMore(double share, double mu, double resolution, double tight) {
    double chiSquare = TriangleChiSquare.largest(share, mu);
    double spacing = (float) (Math.sqrt(chiSquare) / resolution);
    ChoiceProfile one = oneStep(share, mu, spacing);
    ChoiceStep step = ChoiceStep.of(one, chiSquare);
    ChoiceProfile rest = ChoiceProfile.ofEqualLaws(spacing, one.last());
    List<PlainTriangle> triangles =
        List.of(
            PlainTriangle.oneSided(share, mu),
            PlainTriangle.otherSided(share, mu),
            PlainTriangle.inscribed(share, mu),
            new PlainTriangle(share, mu, mu * 0.64, mu * 0.48));
    for (int count = 1; count <= 40; count++) {
      ChoiceProfile all = step.before(rest);
      if (count == 1 || count == 4 || count == 40) {
        compare(rest, all, triangles, resolution, count == 40 ? tight : 0.4);
      }
      rest = all;
    }
  }

  /** Compares the contribution of a step, at losses of up to three of its deviations. */
  private static void compare(
      ChoiceProfile rest,
      ChoiceProfile all,
      List<PlainTriangle> triangles,
      double resolution,
      double tight) {
    double best = 0;
    for (int point = 0; point <= 3 * resolution; point += Math.max(1, (int) (resolution / 2))) {
      double gamma = Math.exp(point * rest.spacing());
      double bound = all.value(point) - rest.value(point);
      for (PlainTriangle triangle : triangles) {
        double exact = triangle.mean(ratio -> value(rest, gamma * ratio)) - value(rest, gamma);
        assertTrue(exact <= bound * (1 + 1e-3) + 1e-15, exact + " against " + bound);
        best = Math.max(best, exact / bound);
      }
    }
    assertTrue(best >= tight, "the worst pair only loses " + best + " of the bound");
  }

  /** The function whose kinks the step uses. */
  private static double value(ChoiceProfile profile, double gamma) {
    return gamma < 1 ? 1 - gamma + gamma * chord(profile, 1 / gamma) : chord(profile, gamma);
  }

  private static double chord(ChoiceProfile profile, double gamma) {
    double place = Math.log(gamma) / profile.spacing();
    int point = (int) Math.floor(place);
    if (point >= profile.last()) {
      return profile.value(profile.last());
    }
    double before = Math.exp(point * profile.spacing());
    double part = (gamma / before - 1) / Math.expm1(profile.spacing());
    return profile.value(point) + part * (profile.value(point + 1) - profile.value(point));
  }

  /** A step whose profile is known up to a few of its deviations only. */
  @Test
  void lossesBeyondThoseThatAreKnownCount() {
    double share = 0.05;
    double mu = 1;
    double chiSquare = TriangleChiSquare.largest(share, mu);
    double spacing = (float) (Math.sqrt(chiSquare) / 6);
    ChoiceProfile all = oneStep(share, mu, spacing);
    double[] known = new double[13];
    Arrays.setAll(known, all::value);
    ChoiceStep step = ChoiceStep.of(new ChoiceProfile(spacing, known), chiSquare);
    ChoiceProfile rest = ChoiceProfile.ofEqualLaws(spacing, all.last());
    ChoiceProfile bound = step.before(rest);
    PlainTriangle triangle = PlainTriangle.oneSided(share, mu);
    for (int point = 0; point <= 30; point++) {
      double gamma = Math.exp(point * spacing);
      double exact = triangle.mean(ratio -> value(rest, gamma * ratio));
      assertTrue(exact <= bound.value(point) * (1 + 1e-3), exact + " at " + point);
    }
  }

  @Test
  void kinksOfAProfileAreThoseOfItsChords() {
    double spacing = 0.125;
    ChoiceProfile profile = oneStep(0.2, 1, spacing);
    double[] kinks = profile.kinks();
    int last = profile.last();
    double moved = 1e-6;
    for (int l = -20; l <= 20; l++) {
      double gamma = Math.exp(l * spacing);
      double left = (value(profile, gamma) - value(profile, gamma * (1 - moved))) / (gamma * moved);
      double right =
          (value(profile, gamma * (1 + moved)) - value(profile, gamma)) / (gamma * moved);
      assertEquals(gamma * (right - left), kinks[last + l], 1e-7, "point " + l);
    }
  }

  @Test
  void lossesAreWhereTheProfileIsSoLarge() {
    ChoiceProfile profile = oneStep(0.2, 1, 0.125);
    for (double delta : new double[] {0.05, 0.01, 1e-5, 1e-12}) {
      double loss = profile.lossAt(delta);
      assertEquals(delta, profile.at(loss), delta * 1e-6);
      assertTrue(profile.at(loss) <= delta * (1 + 1e-9));
    }
    assertEquals(0, profile.lossAt(0.99));
    assertEquals(Double.POSITIVE_INFINITY, profile.lossAt(1e-300));
  }

  private static ChoiceProfile oneStep(double share, double mu, double spacing) {
    double[] values = new double[(int) (largest(share, mu) / spacing)];
    for (int j = 0; j < values.length; j++) {
      double odds = 1 + Math.expm1(j * spacing) / share;
      double place = Math.log(odds) / mu;
      double tail = NORMAL.cumulativeProbability(-place + mu / 2);
      double other = odds * NORMAL.cumulativeProbability(-place - mu / 2);
      values[j] = share * Math.max(0, tail - other) * (1 + 1e-9) + 1e-19;
    }
    return new ChoiceProfile(spacing, values);
  }

  /** The loss of a noise of 8.5 standard deviations. */
  private static double largest(double share, double mu) {
    return Math.log1p(share * Math.expm1(mu * 8.5));
  }
}
