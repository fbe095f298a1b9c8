package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.Guarantee;

/** Properties of every privacy profile, and particular profiles. */
class PrivacyProfileProperties {
  @Provide
  Arbitrary<Guarantee> guarantees() {
    Arbitrary<Double> size = Arbitraries.doubles().between(0.01, 8).ofScale(12);
    return Arbitraries.oneOf(
        size.map(epsilon -> new Guarantee.Pure(epsilon, REPLACE_ONE)),
        size.map(epsilon -> new Guarantee.Approximate(epsilon, 1e-5, REPLACE_ONE)),
        size.map(mu -> new Guarantee.Gaussian(mu, REPLACE_ONE)),
        size.map(rho -> new Guarantee.ZeroConcentrated(rho, REPLACE_ONE)),
        size.map(e -> new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, e, 8.0, 2 * e)), REPLACE_ONE)));
  }

  @Property(tries = 300, seed = "20200504")
  void profilesFallWithinTheUnitInterval(
      @ForAll("guarantees") Guarantee guarantee,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 20) double epsilon) {
    PrivacyProfile profile = PrivacyProfile.of(guarantee);
    var here = profile.delta(epsilon);
    assertTrue(here.lower() >= 0 && here.upper() <= 1);
    assertTrue(profile.delta(epsilon + 0.5).lower() <= here.upper());
  }

  /** (e^epsilon delta) shape: delta(epsilon) as a function of e^epsilon is convex. */
  @Property(tries = 300, seed = "20200504")
  void profilesAreConvexInTheExponential(
      @ForAll("guarantees") Guarantee guarantee,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 5) double epsilon) {
    PrivacyProfile profile = PrivacyProfile.of(guarantee);
    double middle = Math.exp(epsilon);
    double reach = (middle - 1) / 2;
    double left = profile.delta(Math.log(middle - reach)).upper();
    double right = profile.delta(Math.log(middle + reach)).upper();
    assertTrue(profile.delta(epsilon).lower() <= (left + right) / 2 + 1e-9);
  }

  @Property(tries = 100, seed = "20200504")
  void gaussianProfileLiesBelowTheOneItsConcentrationImplies(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 4) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 10) double epsilon) {
    double rho = Math.nextUp(mu * mu / 2);
    double exact = GaussianMechanism.delta(mu, epsilon).lower();
    double implied =
        PrivacyProfile.of(new Guarantee.ZeroConcentrated(rho, REPLACE_ONE)).delta(epsilon).upper();
    assertTrue(exact <= implied * (1 + 1e-9), () -> exact + " > " + implied);
  }

  @Example
  void purePointsAreRandomizedResponse() {
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Pure(Math.log(3), REPLACE_ONE));
    // Truth with probability 3/4: at epsilon 0 the total variation is 1/2.
    assertEquals(0.5, profile.delta(0).midpoint(), 1e-15);
    assertEquals(0, profile.delta(1.2).upper());
  }

  @Example
  void approximatePointHoldsItsDelta() {
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Approximate(1, 1e-5, REPLACE_ONE));
    for (double epsilon : List.of(1.0, 2.0, 30.0)) {
      assertEquals(1e-5, profile.delta(epsilon).upper(), 1e-20);
    }
    assertTrue(profile.delta(0.5).lower() > 1e-5);
    assertEquals(REPLACE_ONE, profile.adjacency());
    assertThrows(IllegalArgumentException.class, () -> profile.delta(Double.NaN));
  }
}
