package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

/** What judgements, pictures, witnesses and claims say, on a cost of x n against a claim of 1. */
class JudgementTextsTest {
  private static final Parameter X = Parameter.positive("x", 0.1, 10, 3);
  private static final Parameter N = Parameter.choice("n", 1, 2);

  private static double product(Point p) {
    return p.get("x") * p.get("n");
  }

  private static Family product(double scale) {
    return Family.of(
            "cost", p -> new Comparison(Enclosure.exact(product(p) * scale), Enclosure.ONE), X, N)
        .recheckedBy(p -> Recheck.of(new BigDecimal(product(p) * scale), BigDecimal.ONE));
  }

  /** A lower end of a given share of the upper one. */
  private static Family vague(double share) {
    return Family.of(
        "cost",
        p -> new Comparison(Enclosure.of(share * product(p), product(p)), Enclosure.exact(100)),
        X,
        N);
  }

  @Test
  void certificatesNameTheirRange() {
    Judgement judged = Judgement.of(product(0.05));
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    assertEquals("cost over its claim, worst at x = 10, n = 2", judged.ratioOf());
    assertEquals(1, judged.ratio().midpoint(), 1e-12);
    // 6 points of the grid; around (10, 2), in each of 8 rounds, 2 values of x and 2 of n.
    assertEquals("x from 0.1 to 10, n from 1 to 2 (38 points)", judged.range());
    assertEquals("", judged.prose().missing());
  }

  @Test
  void openQuestionsNameWhatIsMissing() {
    Judgement judged = Judgement.of(vague(0.1).outsideAssumptions("x"));
    assertEquals(Verdict.CERTIFIED, judged.verdict());
    Family wide = Family.of("cost", p -> new Comparison(Enclosure.of(0, 2), Enclosure.ONE), X);
    assertEquals(
        "the enclosure reaches both sides of the claim", Judgement.of(wide).prose().missing());
    Judgement open = Judgement.undecided(Enclosure.ONE, "nothing", "a proof");
    assertEquals(Verdict.UNDECIDED, open.verdict());
    assertEquals("a proof", open.prose().missing());
    assertEquals("nothing", open.ratioOf());
  }

  /** The worst is 20; the witness is the simplest with at least 2, x first: 1 · 2. */
  @Test
  void refutationsDrawTheWitness() {
    Judgement judged = Judgement.of(product(1));
    assertEquals(Verdict.REFUTED, judged.verdict());
    assertEquals("", judged.range());
    Witness witness = judged.witness().orElseThrow();
    assertEquals(new Point(Map.of("x", 1.0, "n", 2.0)), witness.parameters());
    assertEquals("cost is 2, claimed 1", witness.words());
    Picture picture = judged.picture().orElseThrow();
    assertEquals("x", picture.across());
    assertEquals("cost over claim", picture.up());
    assertEquals(1, picture.level());
    Picture.Curve curve = picture.curves().get(0);
    assertEquals(61, curve.x().size());
    assertEquals(2 * curve.x().get(7), curve.y().get(7), 1e-12);
  }

  @Test
  void picturesShowOneCurveOrTwo() {
    Point at = new Point(Map.of("x", 1.0, "n", 2.0));
    Picture narrow = Picture.of(vague(1 / 1.0049), at, X);
    assertEquals(1, narrow.curves().size());
    assertEquals("at most", narrow.curves().get(0).name());
    assertEquals(
        "Exact cost over the claim; above 1 the claim is false. Everything else as at n = 2.",
        narrow.caption());
    Picture wide = Picture.of(vague(1 / 1.0051), at, X);
    assertEquals(
        List.of("at most", "at least"), wide.curves().stream().map(Picture.Curve::name).toList());
    assertTrue(wide.caption().startsWith("Bounds on cost over the claim; where the lower one"));
    Picture open = Picture.of(vague(0), at, X);
    assertEquals(61, open.curves().get(0).x().size());
    assertEquals(List.of(), open.curves().get(1).x());
  }

  @Test
  void picturesLeaveOutWhatIsNotAdmissibleOrInfinite() {
    Point at = new Point(Map.of("x", 1.0, "n", 1.0));
    Picture half = Picture.of(product(1).where(p -> p.get("x") >= 1), at, X);
    assertEquals(31, half.curves().get(0).x().size());
    Family free =
        Family.of("cost", p -> new Comparison(Enclosure.exact(product(p)), Enclosure.ZERO), X, N);
    assertEquals(List.of(), Picture.of(free, at, X).curves().get(0).x());
    assertEquals(2, Picture.of(product(1), at, N).curves().get(0).x().size());
    Parameter count = Parameter.count("n", 1, 5, 2);
    assertEquals(
        List.of(1.0, 2.0, 3.0, 4.0, 5.0), Picture.of(product(1), at, count).curves().get(0).x());
  }

  @Test
  void familiesWithoutASecondComputationCannotRefute() {
    Family unchecked = Family.of("cost", p -> new Comparison(Enclosure.exact(2), Enclosure.ONE), N);
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> Judgement.of(unchecked));
    assertEquals("cost is violated at n = 1 and has no second computation", refused.getMessage());
  }

  @Test
  void conditionsAddUpAndWordsAreKept() {
    Family family =
        product(1)
            .where(p -> p.get("x") > 0.5)
            .where(p -> p.get("n") < 2)
            .toldAs(p -> "told")
            .outsideAssumptions("left");
    assertTrue(family.admissible().test(new Point(Map.of("x", 1.0, "n", 1.0))));
    assertFalse(family.admissible().test(new Point(Map.of("x", 1.0, "n", 2.0))));
    assertFalse(family.admissible().test(new Point(Map.of("x", 0.1, "n", 1.0))));
    Witness witness = Witness.at(family, new Point(Map.of("x", 4.0, "n", 1.0)));
    assertEquals("told", witness.instance());
    assertEquals("left", witness.departure());
    assertFalse(witness.insideAssumptions());
  }

  @Test
  void rememberedComparisonsAreMadeOnce() {
    AtomicInteger made = new AtomicInteger();
    Family family =
        Family.of(
                "cost",
                p -> {
                  made.incrementAndGet();
                  return new Comparison(Enclosure.ONE, Enclosure.ONE);
                },
                N)
            .remembering();
    Point p = new Point(Map.of("n", 1.0));
    assertEquals(family.at(p), family.at(p));
    assertEquals(1, made.get());
  }

  @Test
  void witnessesSayWhyTheyAreNone() {
    Point p = new Point(Map.of("x", 0.5, "n", 1.0));
    IllegalStateException obeyed =
        assertThrows(IllegalStateException.class, () -> Witness.at(product(1), p));
    String none = String.valueOf(obeyed.getMessage());
    assertTrue(none.contains(" violates nothing: "), none);
    Family doubted = product(1).recheckedBy(q -> Recheck.of(BigDecimal.TEN, BigDecimal.ONE));
    IllegalStateException other =
        assertThrows(IllegalStateException.class, () -> Witness.at(doubted, p.with("x", 2)));
    String but = String.valueOf(other.getMessage());
    assertTrue(but.endsWith(" but by second computation 10 against 1 (30 digits)"), but);
  }

  /** 448 · 448 is above 200000, 447 · 447 = 199809 is not. */
  @Test
  void gridsAreLimited() {
    double[] many = new double[448];
    java.util.Arrays.setAll(many, i -> i + 1);
    Family large =
        Family.of(
            "cost",
            p -> new Comparison(Enclosure.ZERO, Enclosure.ONE),
            Parameter.choice("a", many),
            Parameter.choice("b", many));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> WorstCase.of(large));
    assertEquals("grid had 200704 points: at most 200000", refused.getMessage());
  }

  /** Where all lower ends are 0, the largest upper end is the worst. */
  @Test
  void tiesAreBrokenByTheUpperEnd() {
    WorstCase worst = WorstCase.of(vague(0));
    assertEquals(new Point(Map.of("x", 10.0, "n", 2.0)), worst.point());
    assertEquals(38, worst.tried());
    assertEquals(
        "nothing is violated at x = 10, n = 2",
        assertThrows(IllegalStateException.class, worst::smallest).getMessage());
  }

  @Test
  void verdictsInWords() {
    assertEquals("certified in range", Verdict.CERTIFIED_IN_RANGE.words());
    assertTrue(Verdict.REFUTED_AS_PRINTED.refutes() && Verdict.REFUTED.refutes());
    assertFalse(Verdict.UNDECIDED.refutes() || Verdict.CERTIFIED_IN_RANGE.refutes());
  }

  @Test
  void claimsKeepWhatTheyAreGiven() {
    Judge judge = () -> Judgement.of(product(0.01));
    LedgerClaim claim =
        LedgerClaim.of(Paper.A, "A-1", "place", "statement", judge)
            .assuming("assumed")
            .under(AdjacencyRelation.ADD_OR_REMOVE)
            .about("one", "two")
            .because("why");
    assertEquals(
        new LedgerClaim.Printed("place", "statement", "assumed", AdjacencyRelation.ADD_OR_REMOVE),
        claim.printed());
    assertEquals(List.of("one", "two"), claim.algorithms());
    assertEquals("why", claim.proof().words());
    assertEquals(Optional.empty(), claim.attack().check());
    LedgerClaim excused = claim.notAttackedBecause(() -> "no");
    assertEquals("no", excused.attack().obstacle().orElseThrow().get());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> LedgerClaim.of(Paper.A, "B-1", "place", "statement", judge));
    assertEquals("id was 'B-1': it must begin with the paper's letter, A-", refused.getMessage());
  }

  @Test
  void attacksHaveABudget() {
    assertEquals(
        "maximumRuns was 1000000001: at most 1e9",
        assertThrows(IllegalArgumentException.class, () -> check(1_000_000_001)).getMessage());
    assertThrows(IllegalArgumentException.class, () -> check(0));
    assertEquals(1_000_000_000, check(1_000_000_000).maximumRuns());
    assertEquals(1e-4, EmpiricalCheck.ERROR_PROBABILITY);
  }

  private static EmpiricalCheck check(long runs) {
    return new EmpiricalCheck(
        "",
        1,
        runs,
        () -> {
          throw new IllegalStateException();
        });
  }
}
