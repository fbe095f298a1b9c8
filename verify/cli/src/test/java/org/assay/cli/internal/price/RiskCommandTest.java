package org.assay.cli.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.Invocation;
import org.assay.verify.internal.report.plot.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verbs risk and explain, and risks as targets of calibrate. */
class RiskCommandTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;

  @TempDir private Path directory = Path.of("");

  private static Invocation assay(String words) {
    return Invocation.of(Invocation.words(words + " --adjacency add-remove"));
  }

  private static JsonNode json(String words) throws IOException {
    Invocation made = assay(words + " --json");
    assertEquals(0, made.code(), made.err());
    return new ObjectMapper().readTree(made.out());
  }

  /** 2Φ(1/2) - 1, and Φ(Φ⁻¹(0.001) + 1) by another library. */
  @Test
  void numbersOfOneGaussianAreItsClosedForms() throws IOException {
    JsonNode risk = json("risk gaussian(1)");
    assertBetween(risk.at("/advantage"), 0.3829249225480262);
    assertBetween(risk.at("/success"), 0.6914624612740131);
    assertBetween(risk.at("/rates/2/true_positive_rate_of_presence"), 0.01829846840406);
    assertTrue(risk.get("attained").booleanValue());
    assertEquals(1, risk.at("/gaussian/mu/upper").asDouble(), 1e-9);
  }

  /** {@code x/Φ(Φ⁻¹(x) - 1)} for x = 1e-5 is 142.579404; the odds at prior 0.01 are 1 to 99. */
  @Test
  void oddsHaveBothEnds() throws IOException {
    JsonNode odds = json("risk gaussian(1) --prior 0.01").get("odds");
    double log = Math.log(142.579403944704);
    double posterior = 142.579403944704 / (99 + 142.579403944704);
    assertEquals(log, odds.get("log_factor").doubleValue(), 1e-8);
    assertEquals(log, odds.get("log_factor_at_least").doubleValue(), 1e-8);
    assertEquals(posterior, odds.get("at_most").doubleValue(), 1e-8);
    assertEquals(posterior, odds.get("at_least").doubleValue(), 1e-8);
    assertTrue(odds.get("at_least").doubleValue() < odds.get("at_most").doubleValue());
    String text = assay("risk gaussian(1)").out();
    assertTrue(text.contains("computed from the release reaches 142.579"), text);
    JsonNode bound = json("risk zcdp(0.1,xi=0.1)").get("odds");
    assertFalse(bound.has("at_least"), bound::toString);
  }

  /** Of a sample, both directions by normal quantiles of SciPy. */
  @Test
  void presenceAndAbsenceAreToldApart() throws IOException {
    String sample = "risk 'poisson(0.2, gaussian(1))'";
    JsonNode rate = json(sample).at("/rates/0");
    assertBetween(rate.get("true_positive_rate_of_presence"), 0.15782873832907);
    assertBetween(rate.get("true_positive_rate_of_absence"), 0.12123796156785);
    String text = assay(sample).out();
    String row = "0.1               [0.157828, 0.157829]            [0.121237, 0.121238]";
    assertTrue(text.contains(row), text);
  }

  private static void assertBetween(JsonNode ends, double value) {
    double lower = ends.get("lower").asDouble();
    double upper = ends.get("upper").asDouble();
    assertTrue(lower <= value * (1 + 1e-12) && upper >= value * (1 - 1e-12), ends::toString);
    assertTrue(upper - lower < 1e-8, ends::toString);
  }

  /** A guarantee and the claim of approximate privacy in short are the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"approximate(3,1e-5)", "(3,1e-5)", "(3, 1/100000)"})
  void guaranteesAreReadInShort(String typed) {
    Invocation made = Invocation.of("risk", typed, "--adjacency", "replace-one");
    assertEquals(0, made.code(), made.err());
    assertTrue(made.out().contains("guarantee: (3.0, 1.0E-5)-DP under replace-one"), made.out());
  }

  /** e/(1+e) of the guesses, and every odds times e. */
  @Test
  void aPureGuaranteeBoundsOddsAlways() {
    String text = assay("risk pure(1)").out();
    assertTrue(text.contains("right at most 73.11% of the time, and one is right 73.10%"), text);
    assertTrue(text.contains("at most 2.71829, from 50.00% to at most 73.11%, always"), text);
    assertFalse(text.contains("did not"), text);
  }

  @Test
  void anEventWithoutKnownNeighboursHasUpperEndsOnly() {
    String text = assay("risk zcdp(0.1,xi=0.1)").out();
    assertTrue(text.contains("lower ends: not known"), text);
    assertFalse(text.contains("one is right"), text);
    assertTrue(text.contains("at most 0.255649"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "risk gaussian(1) --prior 1|--prior was 1.0",
        "risk gaussian(1) --delta 0|--delta was 0.0",
        "risk gdp(-1)|EVENT was 'gdp(-1)': mu was -1.0",
        "risk (0,1)|EVENT was '(0,1)': delta was 1.0",
        "risk pure(1,2)|more arguments",
        "calibrate gaussian(?) --tpr 0.02|--tpr with --fpr",
        "calibrate gaussian(?) --tpr 0.02 --fpr 0.03|--tpr was 0.02: it must be above 0.03",
        "calibrate gaussian(?) --success 0.5|it must be above 0.5",
        "calibrate gaussian(?) --success 0.6 --mu 1|two targets",
        "calibrate gaussian(?) --advantage 2|--advantage was 2.0",
        "calibrate gaussian(?) --prior 0.4|the target must be",
        "explain gaussian(1) --delta 1|--delta was 1.0"
      })
  void badInputIsRefused(String words, String message) {
    Invocation made = assay(words);
    assertEquals(2, made.code(), made.out());
    assertTrue(made.err().contains(message), made.err());
  }

  private String page(String words) throws IOException {
    Invocation made = assay("risk " + words + " --report " + directory);
    assertEquals(0, made.code(), made.err());
    JsonNode json = new ObjectMapper().readTree(directory.resolve("risk.json").toFile());
    assertTrue(json.has("advantage"), json::toString);
    return Files.readString(directory.resolve("risk.html")).replaceAll("</?span[^>]*>", "");
  }

  /** Φ(1/2) is 0.6915, Φ(Φ⁻¹(0.01) + 1) is 0.0924. */
  @Test
  void aPageSaysNumbersOfPeople() throws IOException {
    String page = page("gaussian(1)");
    assertTrue(
        page.contains(
            "Out of 100 guesses whether a record took part, at most 70 are right on average; some"
                + " attacker gets 69. Without looking, 50 are."),
        page);
    assertTrue(page.contains("one of 100 people who did not take part finds at most 9.23"), page);
    assertTrue(page.contains(" of 100 who did, on average; guessing finds one."), page);
    assertTrue(page.contains("a test that exists between some neighbours"), page);
    assertTrue(page.contains("false positives 0.5, true positives [0.841344, 0.841345]"), page);
    assertTrue(page.contains(">[0.389143, 0.389144]</td>"), page);
    assertTrue(page.contains("odds: the odds of what is true rise"), page);
  }

  /** Where no test is known, none is promised; both orders are told apart. */
  @Test
  void aPageTellsWhatIsReachedFromWhatIsNot() throws IOException {
    String bound = page("zcdp(0.1,xi=0.1)");
    assertTrue(bound.contains("No test is known that comes near the border"), bound);
    assertFalse(bound.contains("some attacker gets"), bound);
    String both = page("poisson(0.5,gaussian(1)) --prior 0.1");
    assertTrue(
        both.contains("tests for &#39;did not&#39;") || both.contains("tests for 'did"), both);
    assertTrue(both.contains("Without looking, 90 are"), both);
    Invocation nowhere = assay("risk gaussian(1) --report " + directory + "/risk.html/below");
    assertEquals(4, nowhere.code(), nowhere.out());
  }

  /** The border lies below Φ(Φ⁻¹(1 - a) - 1), and near it. */
  @Test
  void noTestComesBelowTheBorder() {
    AttackerRisk risk = AttackerRisk.of(DpEvent.gaussian(1, Sensitivity.unit(ADD)), ADD);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    for (Point point : CurvePage.TradeoffRegion.of(RiskPage.profile(risk)).border()) {
      double least =
          point.x() == 0
              ? 1
              : normal.cumulativeProbability(normal.inverseSurvivalProbability(point.x()) - 1);
      assertTrue(point.y() <= least + 1e-12 && point.y() >= least - 0.003, point::toString);
    }
  }

  @Test
  void aGuaranteeNeedsARelation() {
    Invocation made = Invocation.of("risk", "pure(1)");
    assertEquals(2, made.code());
    assertTrue(made.err().contains("--adjacency is missing"), made.err());
  }

  /** 2Φ(1/(2σ)) - 1 = 0.05 and Φ(Φ⁻¹(0.001) + 1/σ) = 0.02, solved by another library. */
  @ParameterizedTest
  @CsvSource({
    "--advantage 0.05, 7.97362",
    "--tpr 0.02 --fpr 0.001, 0.9648",
    "--success 0.6, 1.97358"
  })
  void calibratesToRisksFromTheSafeSide(String target, double expected) throws IOException {
    JsonNode found = json("calibrate gaussian(?) " + target);
    double value = found.get("value").doubleValue();
    assertEquals(expected, value, 1e-5 * expected);
    assertTrue(found.get("at_most").doubleValue() <= found.get("target").doubleValue());
    assertTrue(found.get("fails_at").doubleValue() < value);
  }

  private static JsonNode explained(String event, String delta) throws IOException {
    Invocation made =
        Invocation.of("explain", event, "--delta", delta, "--adjacency", "add-remove", "--json");
    assertEquals(0, made.code(), made.err());
    return new ObjectMapper().readTree(made.out());
  }

  @Test
  void explainsWhyEpsilonsDiffer() throws IOException {
    JsonNode found = explained("3516 x poisson(256/60000, gaussian(1.1))", "1e-5");
    double certified = found.at("/certified/upper").asDouble();
    double previous = 0;
    for (int way : new int[] {0, 1, 3}) {
      double epsilon = found.at("/others/" + way + "/epsilon").doubleValue();
      assertTrue(epsilon > certified && epsilon >= previous, found::toString);
      previous = epsilon;
    }
    // q sqrt(T (e^(1/σ²) - 1)) = 0.28681 has epsilon 1.07716 at delta 1e-5.
    JsonNode limit = found.at("/others/4");
    assertEquals(1.0772, limit.get("epsilon").doubleValue(), 1e-4);
    assertTrue(limit.get("why").textValue().contains("NOT a bound, an estimate; it is too small"));
    // Theorem 3.20: sqrt(2 T ln(2/δ)) ε + T ε (e^ε - 1), ε of one step at δ/(2T).
    assertTrue(
        found.at("/others/5/epsilon").doubleValue() > found.at("/others/7/epsilon").doubleValue());
  }

  /** Ten steps of epsilon 0.1 and no delta: sums by hand. */
  @Test
  void compositionTheoremsAreThoseOfTheBook() throws IOException {
    JsonNode others = explained("10 x pure(0.1)", "1e-6").get("others");
    assertEquals(1, others.at("/5/epsilon").doubleValue(), 1e-5);
    double advanced = Math.sqrt(20 * Math.log(2e6)) * 0.1 + Math.expm1(0.1);
    assertEquals(advanced, others.at("/6/epsilon").doubleValue(), 1e-3);
    assertEquals("DworkRoth2014, Theorem 3.20", others.at("/6/citation").textValue());
    assertEquals("KairouzOhViswanath2015, Theorem 3.3", others.at("/7/citation").textValue());
  }

  /** Unlike steps have theorems of their own, and the numbers of these. */
  @Test
  void unlikeStepsHaveTheirOwnTheorems() throws IOException {
    JsonNode others = explained("10 x pure(0.1) then 3 x pure(0.2)", "1e-6").get("others");
    assertEquals(1.6, others.at("/5/epsilon").doubleValue(), 1e-5);
    // Theorem 3.5 takes the least of three terms: here the sum, though the others say 2.6.
    assertEquals(1.6, others.at("/6/epsilon").doubleValue(), 1e-4);
    // Here the second one, by another library; the third says 1.1298.
    JsonNode small = explained("100 x pure(0.01) then 100 x pure(0.02)", "1e-5").get("others");
    assertEquals(1.05980350105009, small.at("/6/epsilon").doubleValue(), 1e-12);
    assertEquals("KairouzOhViswanath2015, Theorem 3.5", others.at("/6/citation").textValue());
    assertEquals("MurtaghVadhan2016, Theorem 1.5", others.at("/7/citation").textValue());
  }
}
