package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A budget grants the charges that fit exactly, and every charge is the smallest proved cost. */
class ExactChargesTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);

  /** 5/50 is a tenth, and the double 0.1 is above a tenth. */
  @Test
  void fiveGaussiansOfFiveFitIntoATenth() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(0.1, ADD_OR_REMOVE));
    assertEquals(5, grants(filter, DpEvent.gaussian(5, UNIT)));
    assertEquals(Rational.parse("1/10"), filter.balances().get(0).spent());
  }

  /** Three records move the sum three times as far: 1/2 for one record, 9/2 for a group. */
  @Test
  void aMechanismCostsAGroupMoreThanARecord() {
    DpEvent once = DpEvent.gaussian(1, UNIT);
    DpEvent both = DpEvent.sequence(once, once.forGroupsOf(3));
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(6, ADD_OR_REMOVE));
    assertEquals(1, grants(filter, both));
    assertEquals(Rational.parse("5"), filter.balances().get(0).spent());
  }

  /** Every split of a budget into equal Gaussians, by every method; the arithmetic is by hand. */
  @Test
  void splitsThatFitExactlyAreGrantedOnEveryRoute() {
    int fitting = 0;
    for (int sigma = 2; sigma <= 20; sigma++) {
      for (int n = 2; n <= 7; n++) {
        DpEvent once = DpEvent.gaussian(sigma, UNIT);
        Rational rho = Rational.parse(n + "/" + 2 * sigma * sigma);
        double limit = n / (2.0 * sigma * sigma);
        boolean fits = rho.compareTo(Rational.of(limit)) <= 0;
        fitting += fits ? 1 : 0;
        int most = fits ? n : n - 1;
        var concentrated = new Guarantee.ZeroConcentrated(limit, ADD_OR_REMOVE);
        for (DpEvent event :
            List.of(once, once.poissonSampled(0.5), DpEvent.parallel(once, once))) {
          assertEquals(most, grants(PrivacyFilter.of(concentrated), event));
        }
        assertEquals(
            most, Calibrator.zeroConcentrated(concentrated).largestStepCount(once::times).value());
        double divergence = 3.0 * n / (2.0 * sigma * sigma);
        assertEquals(
            rho.times(3).compareTo(Rational.of(divergence)) <= 0 ? n : n - 1,
            grants(PrivacyFilter.of(renyi(3, divergence)), once));
        double mu = Math.sqrt(n) / sigma;
        var gaussian = new Guarantee.Gaussian(mu, ADD_OR_REMOVE);
        int squares = rho.times(2).compareTo(Rational.of(mu).square()) <= 0 ? n : n - 1;
        assertEquals(squares, grants(PrivacyFilter.of(gaussian), once));
        assertEquals(
            squares, Calibrator.gaussianPrivacy(gaussian).largestStepCount(once::times).value());
        double epsilon = (double) n / sigma;
        assertEquals(
            Rational.parse(n + "/" + sigma).compareTo(Rational.of(epsilon)) <= 0 ? n : n - 1,
            grants(
                PrivacyFilter.of(new Guarantee.Pure(epsilon, ADD_OR_REMOVE)),
                DpEvent.laplace(sigma, UNIT)));
      }
    }
    assertTrue(fitting > 50, "splits that fit: " + fitting + " of 114");
  }

  private static int grants(PrivacyFilter filter, DpEvent event) {
    int granted = 0;
    while (granted < 20 && filter.tryCharge(event).granted()) {
      granted++;
    }
    return granted;
  }

  @Test
  void replayKeepsWhatIsNoDouble(@TempDir Path directory) throws IOException {
    Path journal = directory.resolve("journal");
    Guarantee budget = new Guarantee.ZeroConcentrated(0.1, ADD_OR_REMOVE);
    for (int i = 0; i < 5; i++) {
      try (PrivacyFilter filter = PrivacyFilter.open(journal, budget, Durability.OS_BUFFER)) {
        assertTrue(filter.tryCharge(DpEvent.gaussian(5, UNIT)).granted());
      }
    }
    try (PrivacyFilter filter = PrivacyFilter.open(journal, budget, Durability.OS_BUFFER)) {
      assertEquals(Rational.parse("1/10"), filter.balances().get(0).spent());
      assertFalse(filter.tryCharge(DpEvent.gaussian(1e8, UNIT)).granted());
    }
    assertTrue(Files.readString(journal).contains(" 1/50 gaussian"));
  }

  /** Files written by the previous version. */
  @Test
  void journalsOfFormatTwoAreContinued(@TempDir Path directory) throws IOException {
    Path journal = directory.resolve("gdp");
    Files.writeString(
        journal,
        """
        assay-journal-2 filter gdp add-remove 0x1.0p0 b8a017ea49cb49e1b22ecaf221c75740
        1 00000062 440e4d34 0x1.999999999999ap-4 0.1-GDP+under+add-remove 17ae3daace5de20fb0f3cdcc47087348
        2 0000006e 9f3bf36b 0x1.0p-1 Gaussian%28noise+multiplier+2.0%2C+add-remove%29 8f8a78c977f6406e237ba874ec247042
        """);
    Guarantee budget = new Guarantee.Gaussian(1, ADD_OR_REMOVE);
    Rational spent = Rational.of(0.1).square().plus(Rational.of(0.25));
    for (int i = 0; i < 2; i++) {
      try (PrivacyFilter filter = PrivacyFilter.open(journal, budget, Durability.OS_BUFFER)) {
        assertEquals(spent, filter.balances().get(0).spent());
        var granted =
            assertInstanceOf(
                FilterDecision.Granted.class, filter.tryCharge(DpEvent.gaussian(5, UNIT)));
        assertEquals(3 + i, granted.id());
        spent = spent.plus(Rational.parse("1/25"));
      }
    }
    assertThrows(
        IllegalArgumentException.class,
        () ->
            PrivacyFilter.open(
                journal, new Guarantee.Gaussian(2, ADD_OR_REMOVE), Durability.OS_BUFFER));
    Path pairs = directory.resolve("pairs");
    Files.writeString(
        pairs,
        """
        assay-journal-2 filter approximate add-remove 0x1.0p0,0x1.0c6f7a0b5ed8dp-20,0x1.0c6f7a0b5ed8dp-21 4b585cbd6b3f7562c4075f76f9fac6b5
        1 00000087 d244f975 0x1.999999999999ap-4,0x1.ad7f29abcaf48p-24 %280.1%2C+1.0E-7%29-DP+under+add-remove 7f72e694a0f597fa24801fa491174349
        """);
    var pair = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    try (PrivacyFilter filter = PrivacyFilter.open(pairs, pair, 5e-7, Durability.OS_BUFFER)) {
      assertEquals(Rational.of(0.1).square(), filter.balances().get(0).spent());
      assertEquals(Rational.of(1e-7), filter.balances().get(1).spent());
    }
  }

  @Test
  void odometersAddWhatIsNoDouble() {
    PrivacyOdometer odometer = PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(List.of(2.0)), 1e-6);
    LongStream.range(0, 5).forEach(i -> odometer.record(DpEvent.gaussian(5, UNIT)));
    PrivacyOdometer once = PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(List.of(2.0)), 1e-6);
    once.record(renyi(2, 0.2));
    assertEquals(once.lossBound(), odometer.lossBound());
  }

  /** 0.1/.00484 is 20.67, and the square of the dominating Gaussian's mu would allow 12. */
  @Test
  void laplaceNoiseCostsItsOwnRho() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(0.1, ADD_OR_REMOVE));
    for (int i = 0; i < 19; i++) {
      assertTrue(filter.tryCharge(DpEvent.laplace(10, UNIT)).granted());
    }
    assertEquals(0.0919109, filter.balances().get(0).spent().up(), 1e-7);
    // t + exp(-t) - 1 at t = 1/10 in 16 digits.
    double rho = ExactCosts.rho(DpEvent.laplace(10, UNIT), ADD_OR_REMOVE).up();
    assertTrue(rho >= 0.004837418035959573 && rho <= 0.0048374180359597, rho + " is too far");
  }

  /** A filter's charge is within each analysis's bound, and not below the attained cost. */
  @Tag("slow")
  @Test
  void chargesAreTheSmallestOfWhatIsProved() {
    for (AdjacencyRelation relation : List.of(ADD_OR_REMOVE, REPLACE_ONE)) {
      for (DpEvent event : events()) {
        assertSmallest(event, relation);
      }
    }
  }

  private static void assertSmallest(DpEvent event, AdjacencyRelation relation) {
    Cost cost = Cost.of(event, relation);
    Rational rho = ExactCosts.rho(event, relation);
    assertTrue(rho.up() <= cost.rho().upper(), () -> event + " costs " + rho.up());
    assertTrue(rho.up() <= cost.rhoByCurve().upper(), event::toString);
    RdpCurve curve = cost.renyi();
    List<Double> orders = List.of(1.25, 17.0);
    List<Rational> divergences = ExactCosts.renyi(event, relation, orders);
    for (int i = 0; i < orders.size(); i++) {
      Enclosure bound = curve.at(orders.get(i));
      Rational charge = divergences.get(i);
      assertTrue(charge.up() <= bound.upper(), () -> event + " costs " + charge.up());
      assertTrue(charge.compareTo(rho.times(orders.get(i))) <= 0, event::toString);
      boolean exact = relation == ADD_OR_REMOVE && event.describe().startsWith("gaussian(");
      assertTrue(!exact || charge.up() >= bound.lower(), event::toString);
    }
  }

  private static List<DpEvent> events() {
    DpEvent gaussian = DpEvent.gaussian(3, UNIT);
    DpEvent laplace = DpEvent.laplace(3, UNIT);
    DpEvent choice = DpEvent.exponentialMechanism(0.3, ADD_OR_REMOVE);
    return List.of(
        gaussian,
        gaussian.times(7),
        gaussian.poissonSampled(0.1),
        gaussian.poissonSampled(0.1).forGroupsOf(3),
        DpEvent.sequence(gaussian, DpEvent.gaussian(7, UNIT)).poissonSampled(0.1),
        laplace,
        laplace.poissonSampled(0.1).times(3),
        laplace.forGroupsOf(2),
        choice,
        choice.poissonSampled(0.1),
        DpEvent.pure(0.2, ADD_OR_REMOVE),
        DpEvent.zcdp(0.2, ADD_OR_REMOVE).forGroupsOf(2),
        DpEvent.parallel(gaussian, laplace, choice),
        DpEvent.sequence(gaussian, laplace, choice).times(2));
  }

  @Test
  void purelyPrivateMechanismsFitIntoEveryBudget() {
    DpEvent pure = DpEvent.pure(0.1, ADD_OR_REMOVE);
    Guarantee charge = new Guarantee.Pure(0.1, ADD_OR_REMOVE);
    for (Guarantee budget :
        List.of(
            new Guarantee.Pure(1, ADD_OR_REMOVE),
            new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE),
            new Guarantee.Gaussian(1, ADD_OR_REMOVE),
            renyi(2, 1))) {
      PrivacyFilter byEvent = PrivacyFilter.of(budget);
      assertTrue(byEvent.tryCharge(pure).granted());
      PrivacyFilter byGuarantee = PrivacyFilter.of(budget);
      assertTrue(byGuarantee.tryCharge(charge).granted());
      assertEquals(byEvent.balances(), byGuarantee.balances());
    }
  }

  /** Three thirds are one. */
  @Test
  void pureBudgetsAddEpsilons() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.Pure(1, ADD_OR_REMOVE));
    for (int i = 0; i < 3; i++) {
      assertTrue(filter.tryCharge(DpEvent.laplace(3, UNIT)).granted());
    }
    assertEquals(0, filter.balances().get(0).remaining().signum());
    assertFalse(filter.tryCharge(new Guarantee.Pure(Double.MIN_VALUE, ADD_OR_REMOVE)).granted());
    assertTrue(filter.tryCharge(new Guarantee.Pure(0, ADD_OR_REMOVE)).granted());
  }

  @Test
  void refusalsByAlmostNothingSayWhatFits() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.Pure(1, ADD_OR_REMOVE));
    for (int i = 0; i < 9; i++) {
      filter.tryCharge(new Guarantee.Pure(0.1, ADD_OR_REMOVE));
    }
    String little = reason(filter, 0.1 + 9e-10);
    assertTrue(little.contains("which is less than 1e-9 of it: what costs at most 0.0999"), little);
    assertTrue(little.contains("a limit of at least 1.0000000009"), little);
    assertFalse(reason(filter, 0.1 + 1.1e-9).contains("less than"));
    double fits = filter.balances().get(0).remainingDown();
    assertFalse(filter.tryCharge(new Guarantee.Pure(Math.nextUp(fits), ADD_OR_REMOVE)).granted());
    assertTrue(filter.tryCharge(new Guarantee.Pure(fits, ADD_OR_REMOVE)).granted());
  }

  private static String reason(PrivacyFilter filter, double epsilon) {
    FilterDecision decision = filter.tryCharge(new Guarantee.Pure(epsilon, ADD_OR_REMOVE));
    return assertInstanceOf(FilterDecision.Refused.class, decision).reason();
  }

  /** By hand: steps, squares of steps in groups, and sensitivities that double. */
  @Test
  void fractionsCountEveryStep() {
    DpEvent gaussian = DpEvent.gaussian(3, UNIT);
    Sensitivity replaced = Sensitivity.unit(REPLACE_ONE);
    assertRho("1/18", gaussian, ADD_OR_REMOVE);
    assertRho("2/9", gaussian, REPLACE_ONE);
    assertRho("1/2", gaussian.forGroupsOf(3), ADD_OR_REMOVE);
    assertRho("1/2", gaussian.poissonSampled(0.5).forGroupsOf(3), ADD_OR_REMOVE);
    assertRho("1/9", DpEvent.sequence(gaussian, gaussian).poissonSampled(0.5), ADD_OR_REMOVE);
    assertRho("1/4", DpEvent.gaussian(2, replaced).fixedSizeSampled(5, 9).times(2), REPLACE_ONE);
    assertRho("9/8", DpEvent.gaussian(2, replaced).sampledWithReplacement(3, 9), REPLACE_ONE);
    assertRho("1/9", new RandomAllocationEvent(20, 2, gaussian), ADD_OR_REMOVE);
    assertRho("1/8", DpEvent.discreteGaussian(2, UNIT), ADD_OR_REMOVE);
    assertRho("1/20", new GeneralizedGaussianEvent(5, 2.5, UNIT), ADD_OR_REMOVE);
    assertRho("1", DpEvent.zcdp(0.25, ADD_OR_REMOVE).forGroupsOf(2), ADD_OR_REMOVE);
    assertEpsilon("2/3", DpEvent.laplace(3, UNIT).forGroupsOf(2));
    assertEpsilon("2/3", DpEvent.discreteLaplace(3, new Sensitivity(2, ADD_OR_REMOVE)));
    assertEpsilon("17/40", new SparseVectorEvent(8, 20, 3, false, UNIT));
    assertEpsilon("1", DpEvent.exponentialMechanism(0.5, ADD_OR_REMOVE).forGroupsOf(2));
    assertEpsilon("3/4", DpEvent.pure(0.25, ADD_OR_REMOVE).forGroupsOf(3));
  }

  private static void assertRho(String expected, DpEvent event, AdjacencyRelation relation) {
    assertEquals(Rational.parse(expected), ExactCosts.rho(event, relation), event::toString);
  }

  private static void assertEpsilon(String expected, DpEvent event) {
    assertEquals(
        Rational.parse(expected), ExactCosts.epsilon(event, ADD_OR_REMOVE), event::toString);
  }

  /** Without sampled records there is no loss, for any noise. */
  @Test
  void emptySamplesAreFree() {
    DpEvent nothing = DpEvent.gaussian(1, UNIT).poissonSampled(0);
    assertEquals(Rational.ZERO, ExactCosts.rho(nothing, ADD_OR_REMOVE));
    assertEquals(Rational.ZERO, ExactCosts.squaredMu(nothing, ADD_OR_REMOVE));
    assertEquals(Rational.ZERO, ExactCosts.epsilon(nothing, ADD_OR_REMOVE));
  }

  @Test
  void whatHasNoFiniteCostIsRefused() {
    DpEvent cut = new ApproximateEvent(1, 1e-6, ADD_OR_REMOVE);
    DpEvent line = DpEvent.zcdp(0.1, ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> ExactCosts.rho(cut, ADD_OR_REMOVE));
    assertThrows(UnsupportedEventException.class, () -> ExactCosts.squaredMu(line, ADD_OR_REMOVE));
    assertThrows(UnsupportedEventException.class, () -> ExactCosts.epsilon(line, ADD_OR_REMOVE));
  }

  private static Guarantee renyi(double order, double epsilon) {
    return new Guarantee.Renyi(new TreeMap<>(Map.of(order, epsilon)), ADD_OR_REMOVE);
  }

  @Test
  void chargesAreFiniteAndNotNegative() {
    assertEquals(List.of(Rational.ZERO), new Charge("free", Charge.exactly(List.of(-0.0))).costs());
    List<Rational> gift = Charge.exactly(List.of(0.0, -1.0));
    var thrown = assertThrows(IllegalArgumentException.class, () -> new Charge("gift", gift));
    assertEquals("charge was -1: it must be at least 0", thrown.getMessage());
  }
}
