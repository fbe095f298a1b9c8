package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;

/** Pairs from upper bounds of profiles: never below the profile, and not far above it. */
class ProfilePairProperties {
  private static final AdjacencyRelation BOTH = AdjacencyRelation.ADD_OR_REMOVE;

  /** H_γ of outcomes with the given masses, by its definition. */
  private static double profile(double[] p, double[] q, double factor) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - factor * q[i]);
    }
    return sum;
  }

  private static double[] masses(List<Double> sizes) {
    double total = sizes.stream().mapToDouble(Double::doubleValue).sum();
    return sizes.stream().mapToDouble(size -> size / total).toArray();
  }

  @Property(tries = 300, seed = "20261101")
  void liesAboveTheProfileOfAnyPair(
      @ForAll @Size(5) List<@DoubleRange(min = 0.01, max = 1) Double> first,
      @ForAll @Size(5) List<@DoubleRange(min = 0.01, max = 1) Double> second,
      @ForAll @DoubleRange(min = 0, max = 0.3) double revealed,
      @ForAll @DoubleRange(min = 0.01, max = 2) double spacing) {
    double[] p = masses(first);
    double[] q = masses(second);
    // An outcome of either order alone.
    double hidden = revealed < 0.1 ? 0 : revealed / 2;
    double[] ps = Arrays.copyOf(Arrays.stream(p).map(x -> x * (1 - revealed)).toArray(), 7);
    double[] qs = Arrays.copyOf(Arrays.stream(q).map(x -> x * (1 - hidden)).toArray(), 7);
    ps[5] = revealed;
    qs[6] = hidden;
    double[] factors = new double[20];
    double[] forward = new double[20];
    double[] backward = new double[20];
    for (int i = 0; i < 20; i++) {
      factors[i] = Math.exp(i * spacing / 4);
      forward[i] = Math.min(1, profile(ps, qs, factors[i]) * (1 + 1e-14) + 1e-16);
      backward[i] = Math.min(1, profile(qs, ps, factors[i]) * (1 + 1e-14) + 1e-16);
    }
    forward[0] = Math.max(forward[0], backward[0]);
    backward[0] = forward[0];
    OrderedPair pair = ProfilePair.of("joined", factors, forward, backward);
    for (double epsilon = 0; epsilon < 8; epsilon += 0.0625) {
      double one = new DirectProfile(pair).delta(epsilon).upper();
      double two = new DirectProfile(pair.reversed()).delta(epsilon).upper();
      double factor = Math.exp(epsilon) * (1 + 1e-15);
      assertTrue(one >= profile(ps, qs, factor), () -> one + " is below");
      assertTrue(two >= profile(qs, ps, factor), () -> two + " is below");
    }
    for (int i = 1; i < 20; i++) {
      double here = new DirectProfile(pair).delta(Math.log(factors[i])).midpoint();
      assertEquals(forward[i], here, 1e-9);
    }
  }

  /** Bounds that are the same in both orders give a pair that is: samples of fixed size need it. */
  @Property(tries = 2000, seed = "20261125")
  void equalsItsExchangeIfTheBoundsDo(
      @ForAll @DoubleRange(min = 1.01, max = 50) double odds,
      @ForAll @DoubleRange(min = 0, max = 1) double revealed,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double spacing,
      @ForAll @Size(20) List<@DoubleRange(min = 0, max = 1) Double> roundings) {
    double[] factors = new double[20];
    double[] bounds = new double[20];
    for (int i = 0; i < 20; i++) {
      factors[i] = Math.exp(i * spacing);
      double response = Math.max(0, (odds - factors[i]) / (1 + odds));
      double exact = revealed < 0.5 ? response : revealed / 9 + (1 - revealed / 9) * response;
      bounds[i] = exact + Math.round(2 * roundings.get(i)) * Math.ulp(exact);
    }
    OrderedPair pair = ProfilePair.of("response", factors, bounds, bounds.clone());
    assertEquals(pair, pair.reversed());
  }

  /** Randomized response bends at its own losses only. */
  @Example
  void aProfileOfTwoOutcomesIsKept() {
    double odds = 3;
    double[] factors = {1, 2, 3, 6};
    double[] bounds = {0.5, 0.25, 0, 0};
    OrderedPair pair = ProfilePair.of("response", factors, bounds, bounds.clone());
    assertEquals(2, pair.atoms().size());
    assertEquals(0, pair.neutral().upper());
    assertEquals(0.75, pair.atoms().get(1).p().midpoint(), 1e-15);
    assertEquals(0.25, pair.atoms().get(1).q().midpoint(), 1e-15);
    assertEquals(
        (0.75 - Math.sqrt(odds) * 0.25),
        new DirectProfile(pair).delta(Math.log(odds) / 2).midpoint(),
        1e-15);
  }

  @Example
  void nothingAndEverything() {
    double[] factors = {1, 2, 4};
    OrderedPair nothing = ProfilePair.of("nothing", factors, new double[3], new double[3]);
    assertEquals(0, new DirectProfile(nothing).delta(0).upper());
    double[] ones = {1, 1, 1};
    OrderedPair everything = ProfilePair.of("everything", factors, ones, ones.clone());
    assertEquals(1, new DirectProfile(everything).delta(5).lower(), 1e-15);
    double[] falls = {1, 1, 0.5};
    OrderedPair half = ProfilePair.of("half", factors, falls, falls.clone());
    assertTrue(new DirectProfile(half).delta(Math.log(2)).upper() >= 2.0 / 3 - 1e-12);
    assertTrue(new DirectProfile(half).delta(3).upper() >= 0.5);
  }

  /** One pair for two is above both, alone and composed, and not far above their envelope. */
  @Example
  void theWorstOfTwoIsAboveBoth() {
    PrivacyLossDistribution gaussian = PrivacyLossDistribution.gaussian(Enclosure.exact(0.8), BOTH);
    PrivacyLossDistribution rare = DominatingPairs.approximate(0.2, 0.03, BOTH);
    OrderedPair worst =
        WorstPair.of(
            List.of(
                new PairCounts(Map.of(new GaussianPair(Enclosure.exact(0.8)), 1L)),
                new PairCounts(Map.of(atoms(0.2, 0.03), 1L))),
            BOTH);
    for (double epsilon : new double[] {0, 0.1, 0.2, 0.5, 1, 2, 3, 5, 9}) {
      double largest = Math.max(gaussian.delta(epsilon).upper(), rare.delta(epsilon).upper());
      double here = new DirectProfile(worst).delta(epsilon).upper();
      assertTrue(here >= largest, () -> here + " is below " + largest);
      assertTrue(here <= largest * (1 + 1e-3) + 1e-12, () -> here + " is above " + largest);
    }
    PrivacyLossDistribution either = gaussian.max(rare);
    double fixed = either.times(3).delta(1).upper();
    double chosen = either.chosenFromOutputs().times(3).delta(1).upper();
    assertTrue(chosen > fixed * 1.01, () -> chosen + " against " + fixed);
    assertEquals(either.delta(1), either.chosenFromOutputs().delta(1));
  }

  private static OrderedPair atoms(double epsilon, double delta) {
    Enclosure decay = Enclosure.exact(-epsilon).exp();
    Enclosure likely = Enclosure.ONE.minus(delta).dividedBy(decay.plus(1));
    LossAtom up = new LossAtom(likely, likely.times(decay));
    return AtomicPair.of(
        "approximate",
        List.of(up, up.reversed(), LossAtom.exact(delta, 0), LossAtom.exact(0, delta)),
        epsilon);
  }
}
