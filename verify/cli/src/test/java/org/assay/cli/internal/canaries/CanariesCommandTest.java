package org.assay.cli.internal.canaries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanariesCommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String GOOD =
      """
      # A comment without meaning
      # coins: independent fair
      # rule: fixed before the scores
      # adjacency: add-remove
      # guesses: 4
      canary,included,score
      a,true,0.9
      b,false,0.1
      "c",1,0.8
      d,0,-2e-1
      e,true,inf
      f,false,-Infinity
      """;

  @TempDir private Path directory = Path.of("");

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Invocation scores(String text, String... more) throws IOException {
    String[] words = new String[more.length + 3];
    words[0] = "canaries";
    words[1] = "--scores";
    words[2] = write("scores.csv", text).toString();
    System.arraycopy(more, 0, words, 3, more.length);
    return Invocation.of(words);
  }

  private static JsonNode json(Invocation invocation) throws IOException {
    assertEquals("", invocation.err());
    return MAPPER.readTree(invocation.out());
  }

  /**
   * All four right or all four wrong: {@code q^4 = 0.2 (q^4 + 4 q^3 (1 - q) + 3 q^2 (1 - q)^2)}.
   */
  @Test
  void aPerfectAttackIsCertifiedWhatItsPowerSays() throws IOException {
    JsonNode said = json(scores(GOOD, "--delta", "0", "--error-probability", "0.2", "--json"));
    assertEquals("4 of 4 guesses about 6 canaries were right", said.at("/counts/0").asText());
    // 0.8 o² - 0.8 o - 0.6 = 0 for the odds o = q / (1 - q).
    double exact = Math.log((0.8 + Math.sqrt(0.64 + 4 * 0.8 * 0.6)) / 1.6);
    double found = said.at("/lower_bounds/0/value").asDouble();
    assertEquals("epsilon", said.at("/lower_bounds/0/currency").asText());
    assertTrue(found <= exact && found > exact - 1e-6, found + " of " + exact);
  }

  @Test
  void bothFormatsSayTheSame() throws IOException {
    String lines =
        """
        {"coins": "independent fair", "rule": "fixed before the scores", "adjacency": "add-remove", "guesses": [4]}
        {"canary": "a", "included": true, "score": 0.9}
        {"canary": "b", "included": false, "score": 0.1}

        {"canary": "c", "included": 1, "score": 0.8}
        {"canary": "d", "included": 0, "score": -2e-1}
        {"canary": "e", "included": true, "score": Infinity}
        {"canary": "f", "included": false, "score": "-inf"}
        """;
    Invocation csv = scores(GOOD, "--delta", "1e-3", "--error-probability", "0.1");
    assertEquals(0, csv.code(), csv.err());
    assertEquals(csv, scores(lines, "--delta", "1e-3", "--error-probability", "0.1"));
    assertEquals(csv, scores("\ufeff" + GOOD, "--delta", "1e-3", "--error-probability", "0.1"));
    assertTrue(csv.out().startsWith("6 canaries, 3 of them in, under add-remove\n"), csv.out());
    assertTrue(csv.out().endsWith("error probability of all this together: 0.1\n"), csv.out());
  }

  /** Scores that say nothing but at the ends: the best number of guesses is far below all. */
  @Test
  void allNumbersOfGuessesShareTheErrorProbability() throws IOException {
    StringBuilder table = new StringBuilder(GOOD.replaceAll("(?m)^[^#].*\\R", ""));
    table.append("canary,included,score\n");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 400; i++) {
      boolean told = i < 64;
      boolean in = random.nextBoolean();
      double score = random.nextDouble() + (told ? in ? 2 : -2 : 0);
      table.append(i).append(',').append(in).append(',').append(score).append('\n');
    }
    JsonNode all = bounds(table.toString().replace("guesses: 4", "guesses: all"), "0.006");
    assertEquals(6, all.at("/counts").size());
    assertTrue(all.at("/counts/0").asText().contains(" of 400 guesses"), all.toString());
    assertTrue(all.at("/counts/5").asText().contains(" of 12 guesses"), all.toString());
    assertEquals("50 of 50 guesses about 400 canaries were right", all.at("/counts/3").asText());
    JsonNode one = bounds(table.toString().replace("guesses: 4", "guesses: 50"), "0.001");
    assertEquals(
        one.at("/lower_bounds/0/value").asDouble(), all.at("/lower_bounds/0/value").asDouble());
    assertTrue(one.at("/lower_bounds/0").has("advice"), one.toString());
    assertTrue(!all.at("/lower_bounds/0").has("advice"), all.toString());
  }

  private JsonNode bounds(String table, String errorProbability) throws IOException {
    return json(scores(table, "--delta", "0", "--json", "--error-probability", errorProbability));
  }

  @Test
  void sidesMayBeOfDifferentSize() throws IOException {
    String rule = GOOD.replace("guesses: 4", "guesses_in: 3\n# guesses_out: 1");
    assertTrue(scores(rule).out().contains("4 of 4 guesses about 6 canaries"), scores(rule).out());
    String inOnly = GOOD.replace("guesses: 4", "guesses_in: 4");
    assertTrue(scores(inOnly).out().contains("3 of 4 guesses"), scores(inOnly).out());
  }

  /** Whichever row names its run first. */
  @Test
  void aRunThatSomeRowsLackIsMissed() throws IOException {
    Path file = directory.resolve("runs.jsonl");
    Files.writeString(
        file,
        """
        {"coins":"independent fair","rule":"fixed before the scores","adjacency":"add-remove","guesses":1}
        {"canary":"a","included":true,"score":1}
        {"canary":"a","included":false,"score":0,"run":"second"}
        """);
    Invocation refused = Invocation.of("canaries", "--scores", file.toString());
    assertEquals(2, refused.code(), refused.out());
    assertTrue(refused.err().contains("line 2"), refused.err());
    assertTrue(refused.err().contains("run"), refused.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# coins: independent fair | # | declares no 'coins: independent fair': every canary must",
        "independent fair | one coin for all | line 2: coins was 'one coin for all': nothing is",
        "# rule: fixed before the scores | # | declares no 'rule: fixed before the scores':"
            + " guesses",
        "fixed before | chosen after | line 3: rule was 'chosen after the scores': nothing is"
            + " proved",
        "# adjacency: add-remove | # | declares no adjacency: say what taking a canary out means",
        "add-remove | sideways | line 4: adjacency was 'sideways': it must be one of add-remove",
        "# guesses: 4 | # | must declare how many guesses are made",
        "guesses: 4 | guesses: 0 | line 5: guesses was '0': it must be a whole number of at least"
            + " 1",
        "guesses: 4 | guesses: 7 | guesses were 7 of 6 canaries",
        "guesses: 4 | guesses: 4~# thresholds: 0.5 | declares thresholds and guesses: guesses are",
        "guesses: 4 | gueses: 4 | line 5: 'gueses' is unknown; did you mean 'guesses'?",
        "guesses: 4 | thresholds: 0.5 | line 12: canary 'f': thresholds are for many runs",
        "a,true,0.9 | a,true,NaN | line 7: score was 'NaN': it must not be NaN",
        "a,true,0.9 | a,true,nan | line 7: score was 'nan': it must not be NaN",
        "a,true,0.9 | a,true,high | line 7: score was 'high': it must be a number",
        "a,true,0.9 | a,maybe,0.9 | line 7: included was 'maybe': it must be true or false",
        "a,true,0.9 | a,true | line 7: has 2 columns, not 3",
        "b,false,0.1 | a,false,0.1 | line 8: canary was 'a': it stands at",
        "canary,included | canary,in | 'in' is unknown",
        "canary,included,score | canary,included,included | a column of the header is named twice",
        "f,false,-Infinity | # guesses: 3 | line 12: 'guesses' is declared after the header",
        "f,false,-Infinity | #7,false,0.2 | line 12: '7,false,0.2' is declared after the header,"
            + " or",
        "# coins | # guesses: 2~# coins | line 6: 'guesses' is declared twice",
      })
  void whatHasNoProofIsRefused(String good, String bad, String message) throws IOException {
    assertTrue(GOOD.contains(good), good);
    Invocation refused = scores(GOOD.replace(good, bad.replace('~', '\n')));
    assertEquals(2, refused.code(), refused.out());
    assertEquals("", refused.out());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains(message), refused.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# coins: independent fair\n", "{}", "{\"coins\": 3}\n[1]", "{\n}"})
  void brokenFilesAreOneLine(String text) throws IOException {
    Invocation refused = scores(text);
    assertEquals(2, refused.code(), refused.out());
    assertEquals(1, refused.err().lines().count(), refused.err());
  }

  private static String many(
      String rule, int runs, int canaries, java.util.function.IntFunction<boolean[]> coins) {
    StringBuilder text =
        new StringBuilder(
            "# coins: independent fair\n# rule: fixed before the scores\n# runs: independent\n"
                + "# adjacency: add-remove\n# "
                + rule
                + "\nrun,canary,included,score\n");
    SplittableRandom noise = new SplittableRandom(9);
    for (int run = 0; run < runs; run++) {
      boolean[] in = coins.apply(run);
      for (int canary = 0; canary < canaries; canary++) {
        double score = (in[canary] ? 1 : 0) + 0.2 * noise.nextGaussian();
        text.append(run + "," + canary + "," + in[canary] + "," + score + "\n");
      }
    }
    return text.toString();
  }

  private static boolean[] tossed(SplittableRandom random, int count) {
    boolean[] coins = new boolean[count];
    for (int i = 0; i < count; i++) {
      coins[i] = random.nextBoolean();
    }
    return coins;
  }

  @Test
  void canariesOfSeveralRunsCountTogether() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    String text = many("guesses: 200", 4, 100, run -> tossed(random, 100));
    Invocation said = scores(text);
    assertEquals(0, said.code(), said.err());
    assertTrue(said.out().startsWith("400 canaries in 4 runs, "), said.out());
    assertTrue(said.out().contains(" of 200 guesses about 400 canaries were right"), said.out());
    Invocation undeclared = scores(text.replace("# runs: independent\n", ""));
    assertTrue(undeclared.err().contains("declares no 'runs: independent'"), undeclared.err());
  }

  /** Independent fair coins look like these with probability below 1e-9. */
  @Test
  void coinsThatDoNotLookFairAreRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    boolean[] fixed = tossed(random, 100);
    Invocation repeated = scores(many("guesses: 200", 4, 100, run -> fixed));
    assertEquals(2, repeated.code(), repeated.out());
    assertTrue(
        repeated.err().contains("100 of 100 canaries had in run 2 the coin"), repeated.err());
    boolean[] all = new boolean[100];
    java.util.Arrays.fill(all, true);
    Invocation uneven = scores(many("guesses: 200", 4, 100, run -> all));
    assertTrue(uneven.err().contains("400 of 400 coins were up"), uneven.err());
    Invocation halved = scores(many("guesses: 200", 12, 100, run -> halved(random)));
    assertTrue(
        halved.err().contains("exactly half of the canaries were in, in each"), halved.err());
  }

  private static boolean[] halved(SplittableRandom random) {
    boolean[] coins = tossed(random, 100);
    int in = 0;
    for (boolean coin : coins) {
      in += coin ? 1 : 0;
    }
    for (int i = 0; i < 100 && in != 50; i++) {
      boolean needed = in < 50;
      in += coins[i] == needed ? 0 : needed ? 1 : -1;
      coins[i] = coins[i] == needed ? coins[i] : needed;
    }
    return coins;
  }

  @Test
  void runsOfOneCanaryAreReadByThresholds() throws IOException {
    String text = many("thresholds: 0.5", 400, 1, run -> new boolean[] {run % 2 == 0});
    JsonNode said = json(scores(text, "--error-probability", "0.05", "--delta", "1e-6", "--json"));
    assertEquals("400 runs, 200 of them with the canary", said.at("/size").asText());
    double rate = said.at("/tradeoff/0/false_alarms").asDouble();
    double misses = said.at("/tradeoff/0/misses").asDouble();
    double epsilon =
        Math.max(Math.log((1 - 1e-6 - misses) / rate), Math.log((1 - 1e-6 - rate) / misses));
    assertEquals(epsilon, said.at("/lower_bounds/0/value").asDouble(), 1e-6);
    String risk = said.at("/risk").asText();
    String[] rates =
        risk.replaceAll(".*positives of at least (.*) at false.* most ", "$1 ").split(" ", -1);
    assertEquals(1 - misses, Double.parseDouble(rates[0]), 1e-4, risk);
    assertTrue(Double.parseDouble(rates[0]) <= 1 - misses, risk);
    assertEquals(rate, Double.parseDouble(rates[1]), 1e-4, risk);
    assertTrue(Double.parseDouble(rates[1]) >= rate, risk);
    String two = text.replace("\n7,0,", "\n7,1,");
    assertTrue(scores(two).err().contains("canary '1': thresholds are for many runs"));
    String looked =
        text.replace(
            "thresholds: 0.5", "thresholds: " + text.replaceAll("(?s).*?true,([^\n]*).*", "$1"));
    assertTrue(scores(looked).err().contains("it looks chosen from them"), scores(looked).err());
    String oneKind = many("thresholds: 0.5", 40, 1, run -> new boolean[] {true});
    assertTrue(scores(oneKind).err().contains("the canary was in 40 of 40 runs"));
  }

  /** Thresholds among the scores need no number; many points are summed up at common rates. */
  @Test
  void thresholdsMayBeChosenAmongTheScores() throws IOException {
    SplittableRandom random = new SplittableRandom(9);
    String header = many("thresholds: all", 2, 1, run -> new boolean[] {run == 0});
    StringBuilder text = new StringBuilder(header.substring(0, header.indexOf("0,0,true")));
    for (int run = 0; run < 2000; run++) {
      boolean in = run % 2 == 0;
      double score = random.nextGaussian() + (in ? 2 : 0);
      text.append(run).append(",0,").append(in).append(',').append(score).append('\n');
    }
    JsonNode said = json(scores(text.toString(), "--delta", "1e-6", "--json"));
    assertEquals(
        "40 thresholds among the scores share the error probability",
        said.at("/counts/0").asText());
    assertTrue(said.at("/lower_bounds/0/value").asDouble() > 2, said.toString());
    assertTrue(said.at("/tradeoff").size() > 3, said.toString());
    double area = said.at("/roc_area").asDouble();
    assertTrue(area > 0.85 && area < 0.9214, said.toString());
    String out = scores(text.toString(), "--delta", "1e-6").out();
    int lines = out.split("no trade-off curve is above", -1).length - 1;
    assertTrue(lines >= 1 && lines < said.at("/tradeoff").size(), out);
    assertTrue(out.contains("the best attacker's ROC curve has an area of at least 0."), out);
    String misspelt = text.toString().replace("thresholds: all", "thresholds: al");
    assertTrue(scores(misspelt).err().contains("thresholds"), misspelt);
  }

  /** A loss in place of a score: everything is turned round, and as much is shown. */
  @Test
  void scoresThatPointTheOtherWayShowAsMuch() throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    boolean[] coins = tossed(random, 400);
    for (String rule : new String[] {"guesses: 100", "thresholds: 0.5"}) {
      boolean many = rule.startsWith("t");
      String text =
          many
              ? many(rule, 400, 1, run -> new boolean[] {coins[run]})
              : many(rule, 1, 400, run -> coins);
      String lossy = text.replaceAll("(?m),([-0-9.E]+)$", ",-$1").replace(",--", ",");
      String turned = lossy.replace("thresholds: 0.5", "thresholds: -0.5");
      JsonNode plain = json(scores(text, "--delta", "1e-5", "--json"));
      JsonNode reversed = json(scores(turned, "--delta", "1e-5", "--json"));
      assertTrue(plain.at("/lower_bounds/0/value").asDouble() > 2, plain.toString());
      assertEquals(plain.at("/lower_bounds"), reversed.at("/lower_bounds"));
      assertTrue(reversed.at("/counts/0").asText().contains("turned round, "), turned);
    }
  }

  /** Twenty surest guesses of a thousand canaries are too few to show what they could. */
  @Test
  void tooFewGuessesAreNamedAsTheReason() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    boolean[] coins = tossed(random, 1000);
    String text = many("guesses: 20", 1, 1000, run -> coins);
    Invocation said = scores(text, "--delta", "1e-6", "--claim-epsilon", "2");
    assertTrue(
        said.out().contains("(guess more: guesses as good about all canaries would show at least"),
        said.out());
    assertTrue(said.out().contains("guess more: it takes at least "), said.out());
    Invocation enough = scores(text.replace("guesses: 20", "guesses: 1000"), "--delta", "1e-6");
    assertTrue(!enough.out().contains("guess more"), enough.out());
  }

  @Test
  void claimsAreTried() throws IOException {
    String file = Project.file("examples/canary-scores.csv").toString();
    Invocation refuted = Invocation.of("canaries", "--scores", file, "--claim-mu", "0.5");
    assertEquals(1, refuted.code(), refuted.out());
    assertTrue(refuted.out().contains("claim 0.5-GDP under add-remove: refuted\n"));
    // Phi(1/4) is 59.87%; the odds are those of the bound of pure epsilon.
    String risk =
        "\nrisk: if the claim is true, a guess between two equally likely neighbours is right at"
            + " most 59.88% of the time; some outputs turn even odds of two neighbours into ";
    assertTrue(refuted.out().contains(risk), refuted.out());
    JsonNode pure =
        json(
            Invocation.of(
                "canaries", "--scores", file, "--delta", "0", "--claim-mu", "9", "--json"));
    double epsilon = pure.at("/lower_bounds/0/value").asDouble();
    String odds = refuted.out().replaceAll("(?s).*neighbours into ([0-9.]+) to 1 or more.*", "$1");
    assertEquals(Math.exp(epsilon), Double.parseDouble(odds), 1e-3 * Math.exp(epsilon));
    assertTrue(Double.parseDouble(odds) <= Math.exp(epsilon), odds);
    assertTrue(pure.at("/risk").asText().endsWith(" " + odds + " to 1 or more"), pure::toString);
    String[] large = {
      "canaries", "--scores", file, "--delta", "1e-5", "--claim-epsilon", "4", "--strict"
    };
    Invocation stood = Invocation.of(large);
    assertEquals(0, stood.code(), stood.out());
    assertTrue(
        stood.out().contains("(4.0, 1.0E-5)-DP under add-remove: not refuted\n"), stood.out());
    large[6] = "8";
    Invocation beyond = Invocation.of(large);
    assertEquals(3, beyond.code(), beyond.out());
    assertTrue(
        beyond
            .out()
            .contains(
                "inconclusive, right guesses only could not have refuted it; it takes at least"
                    + " 20626 canaries"),
        beyond.out());
    large[7] = "--json";
    assertEquals(0, Invocation.of(large).code());
  }

  /** A trade-off curve by its points: the bound is the scale of its advantage over guessing. */
  @Test
  void claimsComeInAFileToo() throws IOException {
    String claim =
        """
        adjacency: add-remove
        guarantee:
          tradeoff:
            - {type_one: 0, type_two: 0.9}
            - {type_one: 0.2, type_two: 0.6}
            - {type_one: 0.6, type_two: 0.2}
            - {type_one: 1, type_two: 0}
        """;
    String file = Project.file("examples/canary-scores.csv").toString();
    String path = write("claim.yaml", claim).toString();
    JsonNode said = json(Invocation.of("canaries", "--scores", file, "--claim", path, "--json"));
    assertEquals("refuted", said.at("/claim/verdict").asText());
    double scale = said.at("/claim/lower_bound/value").asDouble();
    assertTrue(scale > 1 && scale < 4, said.toString());
    String other = write("other.yaml", claim.replace("add-remove", "replace-one")).toString();
    assertEquals(2, Invocation.of("canaries", "--scores", file, "--claim", other).code());
  }

  /**
   * The example's scores are the canaries with noise of one half: mu is 2 and all below is false.
   */
  @Test
  void profilesAndEventsAreClaimsToo() throws IOException {
    triedAgainst("profile: [{epsilon: 0, delta: 0.3}, {epsilon: 1, delta: 1e-4}]", "refuted");
    triedAgainst("profile: [{epsilon: 0, delta: 0.95}, {epsilon: 3, delta: 1e-5}]", "not refuted");
    triedAgainst(
        "{event: {repeat: {times: 4, event: {poisson: {sampling_probability: 0.1,"
            + " event: {gaussian: {noise_multiplier: 1}}}}}}, delta: 1e-5}",
        "refuted");
    triedAgainst("{event: {gaussian: {noise_multiplier: 0.9}}, delta: 1e-5}", "not refuted");
  }

  private void triedAgainst(String guarantee, String verdict) throws IOException {
    String claim = "adjacency: add-remove\nguarantee:\n  " + guarantee + "\n";
    String path = write("claim.yaml", claim).toString();
    String file = Project.file("examples/canary-scores.csv").toString();
    JsonNode said = json(Invocation.of("canaries", "--scores", file, "--claim", path, "--json"));
    assertEquals(verdict, said.at("/claim/verdict").asText(), said.toString());
    assertEquals("scale of the claimed epsilons", said.at("/claim/lower_bound/currency").asText());
    double scale = said.at("/claim/lower_bound/value").asDouble();
    assertEquals(verdict.equals("refuted"), scale >= 1, said.toString());
    JsonNode planned =
        json(
            Invocation.of(
                "canaries",
                "--plan",
                "--canaries",
                "1000",
                "--adjacency",
                "add-remove",
                "--claim",
                path,
                "--json"));
    assertTrue(planned.at("/claim").isObject(), planned.toString());
  }

  /** What a plan promises is what scores of that quality are certified. */
  @Test
  void plansAgreeWithScores() throws IOException {
    String[] plan =
        ("canaries --plan --canaries 6 --guesses 4 --delta 1e-3 --adjacency add-remove"
                + " --error-probability 0.2 --json")
            .split(" ", -1);
    JsonNode planned = json(Invocation.of(plan));
    JsonNode scored = json(scores(GOOD, "--delta", "1e-3", "--error-probability", "0.2", "--json"));
    for (int i = 0; i < 2; i++) {
      String value = "/lower_bounds/" + i + "/value";
      assertTrue(planned.at("/lines/0" + value).asDouble() > 0, planned.toString());
      assertEquals(scored.at(value), planned.at("/lines/0" + value));
    }
    assertEquals(4, planned.at("/lines/0/right").asInt());
  }
}
