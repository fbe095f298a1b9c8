package org.assay.cli.internal.dpsgd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DpSgdCommandTest {
  private static Invocation run(String words) {
    return Invocation.of(Invocation.words(words));
  }

  private static JsonNode json(String words) throws IOException {
    Invocation invocation = run(words + " --json");
    assertEquals(0, invocation.code(), invocation.err());
    return new ObjectMapper().readTree(invocation.out());
  }

  private static double number(JsonNode node, String place) {
    return Double.parseDouble(node.at(place).asText());
  }

  /**
   * {@code test_compute_dp_sgd_example_privacy} of TensorFlow Privacy, which has eight digits: 1.2
   * epochs at rate 1/100 with noise 0.7, by Rényi divergences and by loss distributions.
   */
  @Test
  void saysWhatTensorFlowPrivacyExpects() throws IOException {
    JsonNode answer =
        json(
            "dp-sgd --records 100 --batch-size 1 --epochs 1.2 --noise-multiplier 0.7 --delta 1e-5");
    assertEquals(120, answer.get("steps").asLong());
    assertEquals(3.2392676, number(answer, "/others/2/epsilon"), 1e-4);
    // An independent sum of the series of Mironov, Talwar and Zhang (2019) at order 4.4.
    assertEquals(3.2391921939131, number(answer, "/others/2/epsilon"), 1e-11);
    assertEquals(10.8602036, number(answer, "/others/3/epsilon"), 1e-7);
    assertEquals(2.4612381, number(answer, "/poisson/0/epsilon/upper"), 1e-4);
    assertEquals(10.1224946, number(answer, "/shuffled/0/epsilon/upper"), 1e-4);
  }

  /** {@code test_rdp_accountant} of Opacus: 90 epochs at rate 0.04. */
  @Test
  void saysWhatOpacusExpects() throws IOException {
    String words = "dp-sgd --records 25 --batch-size 1 --noise-multiplier 1.5 --delta 1e-5";
    assertEquals(7.32911117143, number(json(words + " --epochs 90"), "/others/1/epsilon"), 1e-9);
    // test_prv_accountant takes a step less.
    JsonNode prv = json(words + " --steps 2249");
    assertEquals(6.777395712150674, number(prv, "/others/0/epsilon"), 1e-3);
    assertEquals(6.76705, number(prv, "/poisson/0/epsilon/upper"), 1e-5);
  }

  /** The same events are priced by the verb {@code epsilon}. */
  @Test
  void agreesWithTheVerbEpsilon() throws IOException {
    String tail = " --noise-multiplier 1.1 --delta 1e-5";
    JsonNode answer = json("dp-sgd --records 60000 --batch-size 256 --epochs 15" + tail);
    assertEquals(3525, answer.get("steps").asLong());
    // The smallest double that is not below 256/60000.
    assertEquals(0.004266666666666667, answer.get("sampling_probability").asDouble());
    String sampled =
        "epsilon '3525 x poisson(256/60000, gaussian(1.1, adjacency=add-remove))' --delta 1e-5"
            + " --adjacency ";
    String shuffled = "epsilon shuffled-batches(235,1.1,epochs=15) --delta 1e-5 --adjacency ";
    assertEquals(json(sampled + "add-remove").get("epsilon"), answer.at("/poisson/0/epsilon"));
    assertEquals(json(sampled + "replace-one").get("epsilon"), answer.at("/poisson/1/epsilon"));
    assertEquals(json(shuffled + "zero-out").get("epsilon"), answer.at("/shuffled/0/epsilon"));
    assertEquals(json(shuffled + "replace-one").get("epsilon"), answer.at("/shuffled/1/epsilon"));
    assertTrue(answer.at("/shuffled/0/poisson_refuted").asBoolean());
    // The data loader of Opacus has the rate 1/235, which is less than 256/60000.
    String loaded = sampled.replace("256/60000", "1/235") + "add-remove";
    double margin = number(answer, "/others/0/epsilon") - number(json(loaded), "/epsilon/upper");
    assertEquals(0.01, margin, 1e-12);
  }

  /** A record joins with 2/3, and the double nearest to that is below. */
  @Test
  void ratesAreRoundedUp() throws IOException {
    JsonNode answer =
        json("dp-sgd --records 3 --batch-size 2 --steps 1 --noise-multiplier 5 --delta 1e-5");
    assertEquals(Math.nextUp(2 / 3.0), answer.get("sampling_probability").asDouble());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--epochs 15 | steps: 60, 4 in each epoch",
        "--epochs 2 | steps: 8, 4 in each epoch, the last with 1 records (--drop-last",
        "--epochs 2 --drop-last | steps: 6, 3 in each epoch, which leaves 1 records aside",
        "--epochs 5/8 | steps: 3, 4 in each epoch",
        "--epochs 0.1 | steps: 1, 4 in each epoch",
        "--epochs 2 --steps 7 | steps: 7",
      })
  void countsSteps(String words, String line) {
    String tail = " --noise-multiplier 8 --delta 1e-3 ";
    Invocation told = run("dp-sgd --records 10 --batch-size 3" + tail + words);
    assertEquals(0, told.code(), told.err());
    assertTrue(told.out().contains(line), told.out());
  }

  /** The guarantee is that of begun epochs; whole ones prove the lower end. */
  @Test
  void brokenOffEpochsAreBracketed() throws IOException {
    String tail = " --noise-multiplier 0.8 --delta 1e-5";
    JsonNode broken = json("dp-sgd --records 100 --batch-size 10 --steps 35" + tail);
    String epsilon = "epsilon shuffled-batches(10,0.8,epochs=%d) --delta 1e-5 --adjacency zero-out";
    JsonNode three = json(String.format(epsilon, 3));
    JsonNode four = json(String.format(epsilon, 4));
    assertEquals(three.at("/epsilon/lower"), broken.at("/shuffled/0/epsilon/lower"));
    assertEquals(four.at("/epsilon/upper"), broken.at("/shuffled/0/epsilon/upper"));
  }

  /** A record that is left aside in some epochs is told less of. */
  @ParameterizedTest
  @CsvSource({
    "--records 105 --batch-size 10 --epochs 3 --drop-last, true",
    "--records 105 --batch-size 10 --epochs 3, false",
    "--records 100 --batch-size 10 --epochs 3 --drop-last, false",
    "--records 100 --batch-size 10 --steps 9, true",
  })
  void lowerEndsNeedEveryRecord(String words, boolean unknown) {
    Invocation told = run("dp-sgd --noise-multiplier 0.8 --delta 1e-5 " + words);
    assertEquals(unknown, told.out().contains("no lower end is known"), told.out());
    assertEquals(unknown, told.out().contains("zero-out: epsilon [0.0, "), told.out());
  }

  /** One Gaussian of noise multiplier 1 has the total variation 2 Phi(1/2) - 1 = 0.3829249. */
  @Test
  void anAttackerIsRightWithTheTotalVariation() throws IOException {
    JsonNode answer =
        json("dp-sgd --records 9 --batch-size 9 --epochs 1 --noise-multiplier 1 --delta 1e-5");
    assertEquals(69.15, answer.at("/attacker/right_at_most_percent").asDouble());
    assertEquals(69.14, answer.at("/attacker/right_at_least_percent").asDouble());
  }

  /** The multiplier found suffices, and that of five digits below does not. */
  @Test
  void findsTheNoise() throws IOException {
    String run = "dp-sgd --records 60000 --batch-size 256 --epochs 15 --delta 1e-5 ";
    JsonNode found = json(run + "--epsilon 3");
    BigDecimal noise = found.get("noise_multiplier").decimalValue();
    assertTrue(noise.precision() <= 5 && noise.precision() - noise.scale() == 0, noise::toString);
    assertTrue(number(found, "/poisson/0/epsilon/upper") <= 3, found::toString);
    JsonNode less = json(run + "--noise-multiplier " + noise.subtract(new BigDecimal("1e-5")));
    assertTrue(number(less, "/poisson/0/epsilon/upper") > 3, less::toString);
    assertEquals(3, found.get("target_epsilon").asDouble());
  }

  @Test
  void speaksOfClients() throws IOException {
    String tail = " --noise-multiplier 0.8 --delta 1e-6";
    String words = "dp-sgd --clients 1000 --clients-per-round 50 --rounds 200" + tail;
    Invocation told = run(words);
    assertEquals(0, told.code(), told.err());
    assertTrue(told.out().startsWith("federated training: 1000 clients, 50 in a round"));
    for (String other : new String[] {"record", "batch", "step"}) {
      assertFalse(told.out().contains(other), told.out());
    }
    JsonNode same = json("dp-sgd --records 1000 --batch-size 50 --epochs 10" + tail);
    assertEquals(same.get("poisson"), json(words).get("poisson"));
    assertEquals(same.get("shuffled"), json(words).get("shuffled"));
  }

  /** The help has at most 45 lines, the statement 20. */
  @Test
  void fitsOnAScreen() {
    Invocation help = run("dp-sgd --help");
    assertTrue(help.out().lines().count() <= 45, help.out());
    Invocation told = run("dp-sgd --records 99 --batch-size 9 --epochs 1 --epsilon 2 --delta 1/99");
    assertEquals(0, told.code(), told.err());
    assertTrue(told.out().lines().count() <= 20, told.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--batch-size 3 --epochs 1 | --records is missing: a training is described by --records",
        "--records 9 --epochs 1 | --batch-size is missing: a training is described by",
        "--records 9 --batch-size 3 | --epochs is missing (or --steps): a training is described",
        "--records 9 --batch-size 10 --epochs 1 | --batch-size was 10: it must be at most --records,"
            + " which was 9",
        "--records 9 --batch-size 0 --epochs 1 | --batch-size was 0: it must be at least 1",
        "--records -9 --batch-size 3 --epochs 1 | --records was -9: it must be at least 1",
        "--records 9 --batch-size 3 --epochs 0 | --epochs was 0.0: it must be finite and above 0",
        "--records 9 --batch-size 3 --epochs 1e16 | --epochs was 1.0E16: that makes more than 2^53"
            + " steps",
        "--records 9 --batch-size 3 --steps 1e16 | --steps was 10000000000000000: it must be at most"
            + " 2^53",
        "--clients 9 --clients-per-round 10 --rounds 1 | --clients-per-round was 10: it must be at"
            + " most --clients, which was 9",
        "--clients 9 --clients-per-round 3 --epochs 1 | --clients was given with --epochs: a training",
        "--clients 9 --clients-per-round 3 | --rounds is missing: a training is described by",
        "--records 9 --batch-size 3 --epochs 1 --epsilon 1 | --noise-multiplier and --epsilon were"
            + " both given: give one",
      })
  void refusesWhatIsNoPlan(String words, String message) {
    Invocation refused = run("dp-sgd --noise-multiplier 1 --delta 1e-5 " + words);
    assertEquals(2, refused.code());
    assertTrue(refused.err().startsWith("assay: " + message), refused.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--noise-multiplier 1 | Missing required option: '--delta=D'",
        "--noise-multiplier 1 --delta 1 | --delta was 1.0: it must be strictly between 0 and 1",
        "--noise-multiplier -1 --delta 1e-5 | --noise-multiplier was -1.0: it must be finite and",
        "--noise-multiplier 0 --delta 1e-5 | --noise-multiplier was 0.0: it must be finite and",
        "--epsilon 0 --delta 1e-5 | --epsilon was 0.0: it must be finite and above 0",
        "--delta 1e-5 | --noise-multiplier and --epsilon are both missing: give one",
      })
  void refusesWhatIsNoNoise(String words, String message) {
    Invocation refused = run("dp-sgd --records 9 --batch-size 3 --epochs 1 " + words);
    assertEquals(2, refused.code());
    assertTrue(refused.err().startsWith("assay: " + message), refused.err());
  }
}
