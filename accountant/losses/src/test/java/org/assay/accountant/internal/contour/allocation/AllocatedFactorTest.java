package org.assay.accountant.internal.contour.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatedFactorTest {
  private static LossFactor factor(long steps, double sigma, boolean removing, double count) {
    return new AllocatedFactor(new AllocatedLaw(steps, sigma), removing, count);
  }

  /** Divergences from independent arithmetic of 30 digits. */
  @ParameterizedTest
  @CsvSource({
    "10, 1, true, 1.5, 0.1163342679609728",
    "10, 1, true, 2.5, 0.2034113392653121",
    "10, 1, true, 4, 0.36668268440967285068",
    "10, 1, true, 16, 5.6974178437998706281",
    "1000, 2, true, 3, 0.00042598906868205519828",
    "100, 1, true, 1.5, 0.01272257493863505",
    "2, 2, true, 20.5, 1.8777820776183948232",
    "10, 1, false, 1.5, 0.1091087069894824",
    "10, 1, false, 2, 0.1437186832707548",
    "10, 1, false, 4, 0.2762731876812943",
    "10, 1, false, 16, 0.9837837665844964",
    "100, 1, false, 1.5, 0.012525542418835",
    "100, 1, false, 4, 0.03284733560419539",
    "2, 2, false, 5, 0.32593552731009746132"
  })
  void enclosesMoments(long steps, double sigma, boolean removing, double order, double value) {
    Enclosure moment = factor(steps, sigma, removing, 3).logMoment(order - 1);
    double expected = 3 * (order - 1) * value;

    assertTrue(moment.lower() <= expected + 1e-13 && expected - 1e-13 <= moment.upper());
    assertEquals(0, moment.width(), 1e-10);
  }

  /** Far below its simple bound a moment has few digits or none, and no wrong digits. */
  @ParameterizedTest
  @CsvSource({
    "10000000000, 0.15, 35, 42.47158122742896031151",
    "10000000000, 0.15, 35.5, 43.1812262586779457373",
    "1099511627776, 0.3, 131, 0.0005107683323620794933944",
    "1099511627776, 0.3, 131.5, 0.0005146251772375085045988"
  })
  void momentsNearUnderflow(long steps, double sigma, double c, double value) {
    Enclosure moment = factor(steps, sigma, false, 1).logMoment(c);

    assertTrue(moment.contains(value), moment::toString);
  }

  /** For two steps W is a normal factor times a hyperbolic cosine: one-dimensional quadrature. */
  @ParameterizedTest
  @CsvSource({
    "1, true, 1.25, 3, -0.1082517409892320639, 0.034756863928139612012",
    "1, false, 1.25, 3, -0.20139203334221027303, 0.029659054507380673044",
    "1, true, 0.5, 0.75, 0.93843188543058517837, 0.46002412345960661708",
    "1, false, 0.5, 0.75, 0.96582112547821495393, 0.44218561509736819152",
    "0.5, true, 1.25, 3, -0.000053356652592057198787, 0.000057313469101475050328",
    "0.5, false, 0.5, 0.75, -0.49387997999555378744, 1.3164411059161739989",
    "3, true, 1.25, 10, 0.035122465376632528713, 0.051538013908791503395",
    "3, false, 1.25, 10, 0.033708659673619312834, 0.05403737342204259318"
  })
  void momentsAlongLines(
      double sigma, boolean removing, double c, double t, double real, double imaginary) {
    ContourNodes nodes = new ContourNodes(c, t / 4, 5);
    LossTransform line = factor(2, sigma, removing, 1).along(c, t);
    line.addTo(nodes);

    double modulus = Math.exp(nodes.logModulus(4));
    double error = modulus * Math.expm1(nodes.error(4));
    assertEquals(real, modulus * Math.cos(nodes.phase(4)), error + 1e-15);
    assertEquals(imaginary, modulus * Math.sin(nodes.phase(4)), error + 1e-15);
    assertTrue(error <= 1e-9, () -> "error " + error);
    assertTrue(Math.log(Math.hypot(real, imaginary)) <= line.logDecayBound(t));
    assertTrue(line.logDecayBound(2 * t) < line.logDecayBound(t));
  }

  /** Values from independent arithmetic. */
  @ParameterizedTest
  @CsvSource({
    "4.5, 0, 2.4537365708424422205, 0",
    "4.25, 3, 1.0220711714271361504, 4.2429906828841916094",
    "5, 100, -135.43592919352448134, 367.4848020406349974",
    "30, 7, 70.434229058303227704, 23.755658204970937702"
  })
  void logarithmOfGamma(double a, double b, double real, double imaginary) {
    ComplexLogGamma gamma = new ComplexLogGamma();
    gamma.evaluate(a, b);

    assertEquals(real, gamma.real, gamma.error);
    assertEquals(imaginary, gamma.imaginary, gamma.error);
    assertTrue(gamma.error < 1e-11);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 1.5, 0.1163342679609728, 5e-10",
    "10, 16, 5.6974178437998706281, 1e-11",
    "1000, 32, 9.0922447210533626603, 1e-9"
  })
  void divergences(long steps, double order, double value, double width) {
    Enclosure found = new AllocatedRenyi(steps, Enclosure.ONE).at(order);

    assertTrue(found.lower() <= value + 1e-15 && value - 1e-15 <= found.upper(), found::toString);
    assertEquals(0, found.relativeWidth(), width);
  }

  /** Orders between whole orders, for two steps. */
  @Test
  void divergencesOfHighOrders() {
    AllocatedRenyi two = new AllocatedRenyi(2, Enclosure.of(2, Math.nextUp(2)));

    assertTrue(two.at(40.5).contains(4.369405599625841));
    assertTrue(two.at(40.5).relativeWidth() < 1e-3);
    assertTrue(two.at(5).contains(0.33772247942204014));
    Enclosure beyond = two.at(1e6);
    assertTrue(beyond.lower() > 1e6 / 8 - 1 && beyond.upper() <= 1e6 / 8 + 1e-9);
    assertThrows(IllegalArgumentException.class, () -> two.at(1));
    assertThrows(IllegalArgumentException.class, () -> new AllocatedRenyi(1, Enclosure.ONE));
    assertThrows(
        IllegalArgumentException.class, () -> new AllocatedRenyi(2, Enclosure.exact(0.01)));
  }

  /** One direction at a time; values of a truncated integral in 60 digits. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "2, 1, true, 0.5, 0.149177523135520172",
    "2, 1, false, 0.5, 0.142686965823743203",
    "10, 1, true, 1.5, 0.000261157073915254207",
    "10, 1, false, 1.5, 1.79494838394725472e-6",
    "10, 0.5, false, 2, 0.0106911425474376932",
    "10, 2, true, 0.25, 0.0058230682186348397",
    "1000, 1, false, 0.2, 2.0102432631167296e-9",
    "1000, 1, true, 0.2, 2.0372492970773789e-7"
  })
  void deltas(long steps, double sigma, boolean removing, double epsilon, double value) {
    LossComposition run = new LossComposition(List.of(factor(steps, sigma, removing, 1)));
    Enclosure found = run.delta(epsilon);

    assertTrue(found.lower() <= value && value <= found.upper(), found::toString);
    assertEquals(0, found.relativeWidth(), steps == 1000 ? 2e-6 : 1e-9);
  }

  /**
   * The nodes are so far apart that the trapezoid rule's error is visible. For the normal density,
   * off the real axis too, the error is below its bound. The density's sum is known: Poisson's
   * formula.
   */
  @ParameterizedTest
  @CsvSource({"1, 0, 1.5", "1, 0, 2.5", "1, 1, 1.5", "3, 0.5, 1.5", "3, 0.5, 2.5"})
  void chargesForTheDistanceOfNodes(double sigma, double theta, double spacing) {
    AllocatedNormal normal = new AllocatedNormal(sigma, theta);
    double tilt = normal.shift * sigma;
    double sum = 0;
    for (int j = -40; j <= 40; j++) {
      double z = j * spacing;
      sum += spacing * Math.exp(normal.logGrown - 0.5 * z * z) * Math.cos(tilt * z);
    }
    double missed = Math.abs(sum / Math.sqrt(2 * Math.PI) - 1);

    assertTrue(missed > 1e-5, () -> "nothing missed: " + missed);
    assertTrue(missed <= normal.discretization(spacing), () -> "missed " + missed);
  }

  @Test
  void compositionRefusesWhatIsNotKnown() {
    GaussianComposition replacing = GaussianComposition.under(AdjacencyRelation.REPLACE_ONE);
    GaussianComposition adding = GaussianComposition.under(AdjacencyRelation.ADD_OR_REMOVE);

    assertThrows(IllegalArgumentException.class, () -> replacing.withAllocated(2, Enclosure.ONE));
    assertThrows(IllegalArgumentException.class, () -> adding.withAllocated(0, Enclosure.ONE));
    assertTrue(adding.withAllocated(2, Enclosure.exact(0.04)).isEmpty());
    assertEquals(
        adding.withGaussian(Enclosure.ONE).epsilon(1e-5),
        adding.withAllocated(1, Enclosure.ONE).orElseThrow().epsilon(1e-5));
  }
}
