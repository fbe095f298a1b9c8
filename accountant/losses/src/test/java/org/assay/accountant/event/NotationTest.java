package org.assay.accountant.event;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The notation is read as it is printed, and printed as it is read. */
class NotationTest {
  private static final long SEED = 20260701;

  /** Texts as they are printed under add-remove, with and without optional keys. */
  private static final List<String> PRINTED =
      List.of(
          "gaussian(1.1)",
          "last-iterate(steps=5, step_size=0.1, batch_size=[4 x 256, 96], noise=1,"
              + " lipschitz_constant=1, smoothness=0)",
          "gaussian(1.1, sensitivity=2, adjacency=zero-out)",
          "laplace(5)",
          "generalized-gaussian(3, 1.5, sensitivity=0.1)",
          "mixture-of-gaussians(2, sensitivities=[0, 1], probabilities=[0.9, 0.1])",
          "discrete-gaussian(2, sensitivity=3)",
          "discrete-laplace(2)",
          "binomial(1000)",
          "pair([0.3, 1/3, 11/30], [1, 0, 0])",
          "pair([6 x 1/6], [0.5, 5 x 0.1], name=\"die\", citation=\"Theorem 1\")",
          "renyi([1.5, 8], [0.1, 2])",
          "profile([0, 1, 2.5], [0.1, 0.001, 0], citation=\"a \\\"paper\\\"\")",
          "binomial(40, sensitivity=3, probability=0.3)",
          "truncated-laplace(2, 30)",
          "staircase(1, 0.4)",
          "matrix-mechanism(tree, 3, steps=7, trees=2, participations=2, separation=7)",
          "matrix-mechanism(square-root, 3, steps=7, bands=3)",
          "matrix-mechanism(square-root, 3, steps=7)",
          "matrix-mechanism(toeplitz, 3, steps=7, coefficients=[1, 0.5, 0.25])",
          "matrix-mechanism(inverse-toeplitz, 3, steps=7, coefficients=[1, -0.5])",
          "matrix-mechanism(buffered-toeplitz, 3, steps=7, buffer_decay=[0.9, 0.5],"
              + " output_scale=[0.3, 0.2])",
          "matrix-mechanism(rows, 3, rows=[[1], [0.5, 1]])",
          "sampled-banded-matrix(square-root, 2, 0.1, steps=8, bands=2)",
          "shuffled-batches(100, 1, epochs=2, reshuffled=false, adjacency=zero-out)",
          "shuffled-reports(1000, 1, answers=3)",
          "shuffled-reports(1000, 1)",
          "randomized-response(0.7, answers=4)",
          "exponential-mechanism(1)",
          "permute-and-flip(1)",
          "report-noisy-max(gumbel, 1)",
          "sparse-vector(1, 2, positives=3, monotone=true)",
          "gaussian-sparse-vector(5, 10, queries=100, positives=2)",
          "thresholded-counts(discrete-laplace, scale=1, threshold=20, partitions=1)",
          "partition-selection(1, 1e-5, partitions=4)",
          "pure(0)",
          "approximate(0, 1)",
          "zcdp(0.2, xi=0.1, delta=1e-6)",
          "certified(\"own \\\"one\\\"\", citation=\"Key\", locator=\"\\\\ 1\", rho=0.1, omega=20)",
          "last-iterate(steps=2, step_size=[0.1, 0.2], batch_size=[3, 4], noise=1,"
              + " lipschitz_constant=1, smoothness=0)",
          "noisy-gradient-descent(epochs=3, steps=2, step_size=0.1, batch_size=5, noise=1,"
              + " lipschitz_constant=1, smoothness=1, strong_convexity=0, form=last-iterate,"
              + " diameter=2)",
          "noisy-sgd(poisson, records=100, batch_size=10, steps=10, step_size=0.1, noise=1,"
              + " lipschitz_constant=1, smoothness=1, strong_convexity=0, adjacency=add-remove)",
          "3516 x poisson(0.004266666666666667, gaussian(1.1))",
          "fixed-size(10, 100, gaussian(3, adjacency=replace-one))",
          "with-replacement(3, 100, gaussian(3, adjacency=replace-one))",
          "truncated-poisson(0.01, gaussian(1), records=1000, largest_batch=20)",
          "group(2, gaussian(1) then laplace(1))",
          "parallel([gaussian(1), 2 x laplace(1)], assignment=by-slot)",
          "parallel([gaussian(1)])",
          "allocated(10, gaussian(1), selected=2)",
          "select(poisson, 10 x gaussian(1), mean=10)",
          "select(negative-binomial, gaussian(1), shape=-0.5, success_probability=0.1)",
          "2 x (3 x gaussian(1)) then (laplace(1) then pure(1)) then 2 x (pure(1) then pure(2))");

  private static DpEvent parse(String text) {
    return DpEvent.parse(text, ADD_OR_REMOVE);
  }

  @Test
  void printedTextsAreReadAndPrintedAgain() {
    for (String text : PRINTED) {
      DpEvent event = parse(text);
      assertEquals(text, event.describe(ADD_OR_REMOVE));
      assertEquals(event.describe(), DpEvent.parse(event.describe()).describe());
      DpEvent again = parse(event.describe(ADD_OR_REMOVE));
      // A curve, which certified events have, is equal to itself alone.
      assertTrue(text.startsWith("certified") || event.equals(again), text);
      assertTrue(
          text.startsWith("certified") || event.equals(DpEvent.parse(event.describe())), text);
    }
  }

  @Test
  void numbersAreReadAsTheSameDoubles() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      double value = Math.abs(Double.longBitsToDouble(random.nextLong()));
      if (value > 0 && value < Double.POSITIVE_INFINITY) {
        DpEvent event = DpEvent.pure(value, REPLACE_ONE);
        assertEquals(event, DpEvent.parse(event.describe()));
      }
    }
    assertEquals("0.1", NotationWriter.number(0.1));
    assertEquals("100000", NotationWriter.number(1e5));
    assertEquals("1e-5", NotationWriter.number(1e-5));
    assertEquals("-1.5e300", NotationWriter.number(-1.5e300));
    assertEquals("4.9e-324", NotationWriter.number(Double.MIN_VALUE).replace("5e-", "4.9e-"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "60000/256*15 x gaussian(1) | 3516 x gaussian(1)",
        "poisson(3%, gaussian(1)) | poisson(0.03, gaussian(1))",
        "poisson(1/3, gaussian(1)) | poisson(0.33333333333333337, gaussian(1))",
        "gaussian(4/3) | gaussian(1.3333333333333333)",
        "gaussian(5/3) | gaussian(1.6666666666666665)",
        "fixed-size(10, 1001/10, gaussian(1)) | fixed-size(10, 100, gaussian(1))",
        "pure(-(-2)^2 + 2^3^2/2 - 0.5e1) | pure(247)",
        "pure(+2^-1) | pure(0.5)",
        "(1 + 2) x ((gaussian(.5))) | 3 x gaussian(0.5)",
        "no-op() then non-private() | pure(0) then approximate(0, 1)",
        "gaussian( sensitivity = 2 , noise_multiplier = 1 ) | gaussian(1, sensitivity=2)",
        "select(poisson, poisson(0.1, gaussian(1)), mean=2) | select(poisson, poisson(0.1,"
            + " gaussian(1)), mean=2)",
      })
  void formulasStandForNumbers(String typed, String printed) {
    assertEquals(printed, parse(typed).describe(ADD_OR_REMOVE));
  }

  /** A fraction is printed as it was typed, wherever a number has the value it stands for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3516 x poisson(256/60000, gaussian(4/3)) | 3516 x poisson(256/60000, gaussian(4/3))",
        "poisson(256/60000, gaussian(1/4)) | poisson(256/60000, gaussian(0.25))",
        "poisson(3%, gaussian((1 + 1/3)*2)) | poisson(0.03, gaussian((1 + 1/3)*2))",
        "1000/7 x poisson(1/7, gaussian(1)) | 143 x poisson(1/7, gaussian(1))",
        "poisson(1/3, gaussian(0.33333333333333337)) | poisson(1/3, gaussian(0.33333333333333337))",
      })
  void fractionsArePrintedAsTyped(String typed, String printed) {
    List<String> formulas = List.of("256/60000", "4/3", "1/4", "3%", "(1 + 1/3)*2", "1/7", "1/3");
    DpEvent event = parse(typed);
    assertEquals(printed, EventKinds.describe(event, ADD_OR_REMOVE, formulas));
    assertEquals(event, parse(printed));
  }

  /** The fraction 1/3 is rounded up where the cost rises with it, and down where it falls. */
  @Test
  void aFractionStandsForTheRoundedValueOfItsKeyOnly() {
    DpEvent event = parse("poisson(0.3333333333333333, gaussian(0.33333333333333337))");
    assertEquals(
        "poisson(0.3333333333333333, gaussian(0.33333333333333337))",
        EventKinds.describe(event, ADD_OR_REMOVE, List.of("1/3")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[3 x 4, 7, 8] | [4, 4, 4, 7, 8]",
        "[2*2 x 4, 5] | [4 x 4, 5]",
        "[5, 2 x 4, 2 x 4] | [5, 4 x 4]",
        "[1 x 4, 3 x 8/2, 3] | [4 x 4, 3]",
      })
  void listsHaveRuns(String typed, String printed) {
    String run =
        "last-iterate(steps=5, step_size=0.1, batch_size=%s, noise=1, lipschitz_constant=1,"
            + " smoothness=0)";
    assertEquals(run.formatted(printed), parse(run.formatted(typed)).describe(ADD_OR_REMOVE));
  }

  /** The double next to 1.1 is above 1.1, and that next to 0.3 below 0.3. */
  @Test
  void decimalsWithMoreDigitsThanDoublesAreRoundedToTheLargerCost() {
    assertEquals(
        DpEvent.gaussian(Math.nextDown(1.1), Sensitivity.unit(ADD_OR_REMOVE)),
        parse("gaussian(1.1000000000000000000001)"));
    assertEquals(
        DpEvent.pure(Math.nextUp(0.3), ADD_OR_REMOVE),
        parse("pure(0.30000000000000000000000000000001)"));
    assertEquals(
        DpEvent.gaussian(1.1, Sensitivity.unit(ADD_OR_REMOVE)),
        parse("gaussian(1.10000000000000000)"));
    String typed = "gaussian(1.1000000000000000000001)";
    String number = "1.1000000000000000000001";
    assertEquals(typed, EventKinds.describe(parse(typed), ADD_OR_REMOVE, List.of(number)));
  }

  @Test
  void runsAreLimited() {
    String run = "mixture-of-gaussians(1, sensitivities=[%s], probabilities=[1])";
    for (String items :
        List.of("1e9 x 1", "600000 x 1, 600000 x 1", "0 x 1", "1.5 x 1", "? x 1", "-2 x 1")) {
      assertThrows(NotationException.class, () -> parse(run.formatted(items)), items);
    }
    String many = run.formatted("600000 x 1, 600000 x 1");
    NotationException refusal = assertThrows(NotationException.class, () -> parse(many));
    assertEquals("the lists have more than 1048576 numbers", refusal.problem());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 x poison(1, gaussian(1)) | 5 | there is no event 'poison'; did you mean 'poisson'?",
        "gaussian(1, sensitivty=2) | 13 | gaussian has no 'sensitivty'; did you mean"
            + " 'sensitivity'?",
        "gaussian(-1) | 10 | noise_multiplier was -1.0: it must be finite and above 0",
        "gaussian(1, 2) | 13 | '2' stands where ')' or one of sensitivity=, adjacency= must stand",
        "gaussian(1, noise_multiplier=2) | 13 | noise_multiplier is given twice",
        "gaussian() | 1 | gaussian has no 'noise_multiplier', which is required",
        "gaussian | 9 | the text ends where '(' and the arguments of gaussian must stand",
        "gaussian(1) gaussian(1) | 13 | 'gaussian' stands where 'then' or the end must stand",
        "3.5 x gaussian(1) | 1 | times was 3.5: it must be a whole number from 1 to",
        "3 gaussian(1) | 3 | 'gaussian' stands where 'x' and what is repeated must stand",
        "gaussian(1/0) | 10 | noise_multiplier divides by 0",
        "poisson(gaussian(1), 3%) | 9 | 'gaussian' stands where a value of sampling_probability"
            + " must",
        "gaussian(2**0.5) | 11 | a power is written with ^",
        "gaussian(2^0.5) | 10 | noise_multiplier has an exponent that is not whole",
        "10 * gaussian(1) | 6 | an event is repeated by x, as in 10 x gaussian(1.1)",
        "3% x gaussian(1) | 1 | times is between 0 and 1: it must be a whole number",
        "-1/2 x gaussian(1) | 1 | times was -1/2",
        "gaussian(1) then | 17 | the text ends where an event such as gaussian(1.1) must stand",
        "gaussian(1e-400) | 10 | noise_multiplier is below the smallest double, 4.9E-324",
        "poisson(1/9^400, gaussian(1)) | 9 | sampling_probability is below the smallest double",
        "gaussian(1e400) | 10 | noise_multiplier is above the largest double",
        "gaussian(1 | 9 | the bracket that opens here is not closed",
        "3 x (gaussian(1) then pure(1) | 5 | the bracket that opens here is not closed",
        "gaussian((1+2) | 9 | the bracket that opens here is not closed",
        "gaussian(1e-320) | 10 | noise_multiplier was 1.0E-320: it must be at least 1e-308",
        "poisson(0.1, 5) | 15 | ')' stands where 'x' and what is repeated must stand",
        "staircase(1, 1/3) | 14 | no proof says to which side it is safe to round",
        "matrix-mechanism(tree, 1, steps=4, bands=2) | 42 | bands does not belong to the matrix",
        "report-noisy-max(gumble, 1) | 18 | did you mean 'gumbel'?",
        "2 x repeat(3, gaussian(1)) | 5 | there is no event 'repeat': write '10 x gaussian(1.1)'",
        "sequence([no-op()]) | 1 | there is no event 'sequence': write 'gaussian(1.1) then",
      })
  void mistakesAreShown(String text, int character, String problem) {
    NotationException refusal = assertThrows(NotationException.class, () -> parse(text));
    assertTrue(String.valueOf(refusal.getMessage()).contains(problem), refusal.getMessage());
    assertEquals(character, refusal.character(), refusal.getMessage());
    assertEquals(
        character + 1, refusal.excerpt().lines().skip(1).findFirst().orElseThrow().length() - 1);
  }

  @Test
  void aMissingRelationIsExplained() {
    NotationException refusal =
        assertThrows(NotationException.class, () -> DpEvent.parse("gaussian(1)"));
    for (AdjacencyRelation relation : AdjacencyRelation.values()) {
      assertTrue(
          String.valueOf(refusal.getMessage()).contains(relation.label()), refusal.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "-", "gaussian(1-", "2 x (", "parallel([", "gaussian(2^", "\"", "((1"})
  void depthIsLimited(String part) {
    assertThrows(NotationException.class, () -> parse(part.repeat(100_000)));
  }

  @Test
  void largeNumbersAreRefused() {
    for (String number :
        List.of("9^9^9", "1e999999", "1e9999999999", "9".repeat(500), "2^1000^2")) {
      assertThrows(NotationException.class, () -> parse("pure(" + number + ")"), number);
    }
    assertThrows(NotationException.class, () -> parse(" ".repeat(1 << 21)));
  }

  /** Damaged texts are events or are refused with a place, and events are printed as they are. */
  @Test
  void noTextBreaksTheReader() {
    damage(500);
  }

  @Test
  @Tag("slow")
  void noneOfManyTextsBreaksTheReader() {
    damage(20_000);
  }

  private static void damage(int texts) {
    Random random = new Random(SEED);
    String letters = "()[],=\"\\?x %/*^+-.0123456789eEgaunpothl_\n\u0000é𝒳";
    int read = 0;
    for (int i = 0; i < texts; i++) {
      StringBuilder text = new StringBuilder(PRINTED.get(random.nextInt(PRINTED.size())));
      for (int changes = 1 + random.nextInt(3); changes > 0 && text.length() > 0; changes--) {
        int at = random.nextInt(text.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(4)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, letter);
          case 2 -> text.setCharAt(at, letter);
          default -> text.delete(at, Math.min(text.length(), at + random.nextInt(9)));
        }
      }
      read += survives(text.toString()) ? 1 : 0;
    }
    assertNotEquals(0, read);
  }

  private static boolean survives(String text) {
    DpEvent event;
    try {
      event = parse(text);
    } catch (NotationException e) {
      assertTrue(e.line() >= 1 && e.character() >= 1, text);
      return false;
    }
    String printed = event.describe(ADD_OR_REMOVE);
    assertEquals(printed, parse(printed).describe(ADD_OR_REMOVE), text);
    return true;
  }
}
