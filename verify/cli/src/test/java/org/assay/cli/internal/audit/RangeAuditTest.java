package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims over ranges, from the file to the exit code. */
class RangeAuditTest {
  private static final String CLASSIC =
      """
      claims:
        - name: classic
          adjacency: add-remove
          for_all:
            epsilon: {from: 0.1, to: 1, points: 3}
            delta: {choice: [1e-3, 1e-5]}
          event: {gaussian: {noise_multiplier: "sqrt(2*log(1.25/delta))/epsilon"}}
          guarantee: {approximate: {epsilon: epsilon, delta: delta}}
      """;

  /** k answers of epsilon e0, and a second term of the claim to fill in. */
  private static final String ADVANCED =
      """
      claims:
        - name: advanced
          adjacency: replace-one
          for_all:
            e0: {from: 0.5, to: 2, points: 2}
            k: {from: 10, to: 100, points: 2, whole: true}
          event:
            repeat: {times: k, event: {randomized-response: {truth_probability: 1/(1+exp(-e0))}}}
          guarantee:
            approximate: {epsilon: "sqrt(2*k*ln(1e6))*e0 + SECOND", delta: 1e-6}
      """;

  /** Steps of DP-SGD and a constant to fill in. */
  private static final String MOMENTS =
      """
      claims:
        - name: moments
          adjacency: add-remove
          for_all:
            epsilon: {choice: [2]}
            q: {choice: [0.02]}
            T: {choice: [10000]}
          where: epsilon < q^2*T
          event:
            repeat:
              times: T
              event:
                poisson:
                  sampling_probability: q
                  event: {gaussian: {noise_multiplier: "C2*q*sqrt(T*ln(1e5))/epsilon"}}
          guarantee: {approximate: {epsilon: epsilon, delta: 1e-5}}
      """;

  @TempDir private Path directory = Path.of("");

  private Invocation audit(String text, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("claims.yaml"), text);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "audit";
    arguments[1] = file.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    return Invocation.of(arguments);
  }

  @Test
  void theClassicGaussianHoldsUpToEpsilon1() throws IOException {
    Invocation audit = audit(CLASSIC);
    assertEquals(0, audit.code(), audit.err());
    assertTrue(audit.out().startsWith("not refuted classic: holds at all "), audit.out());
    assertTrue(audit.out().contains("(no proof), at most 0.75098 times the claim"), audit.out());
    // The claim at epsilon 1 and delta 1e-5 bounds guesses by (e + 1e-5)/(e + 1).
    assertTrue(
        audit.out().contains("\n  risk: at the worst point, if the claim is true, a guess between"),
        audit.out());
    assertTrue(audit.out().contains(" is right at most 73.1"), audit.out());
  }

  /** Delta at mu = 20/sqrt(2 log(1250)) of epsilon 20 is far above 1e-3 (Balle and Wang 2018). */
  @Test
  void theClassicGaussianFailsAtEpsilon20() throws IOException {
    Invocation audit = audit(CLASSIC.replace("to: 1,", "to: 20,"));
    assertEquals(1, audit.code(), audit.err());
    String line = "refuted     classic: epsilon at the claimed delta >= 29.604, claimed 20, at";
    assertTrue(audit.out().startsWith(line), audit.out());
  }

  @ParameterizedTest
  @CsvSource({
    "k*e0*(exp(e0)-1), not refuted, 0",
    "k*e0*(exp(e0)-1)/(exp(e0)+1), not refuted, 0",
    "0, refuted, 1"
  })
  void advancedComposition(String second, String verdict, int code) throws IOException {
    Invocation audit = audit(ADVANCED.replace("SECOND", second));
    assertEquals(code, audit.code(), audit.err());
    assertTrue(audit.out().startsWith(verdict + " "), audit.out());
  }

  @ParameterizedTest
  @CsvSource({"2, not refuted", "1, refuted"})
  void momentsAccountant(String constant, String verdict) throws IOException {
    Invocation audit = audit(MOMENTS.replace("C2", constant));
    assertTrue(audit.out().startsWith(verdict + " "), audit.out() + audit.err());
  }

  /** Four Laplace mechanisms cost their epsilons' sum and no less. */
  @ParameterizedTest
  @CsvSource({"4*epsilon, 0", "3.9*epsilon, 1"})
  void pureClaims(String claimed, int code) throws IOException {
    Invocation audit = audit(repeated("{pure: {epsilon: \"" + claimed + "\"}}"));
    assertEquals(code, audit.code(), audit.err());
    String told =
        code == 0 ? "at most 1 times the claim" : "epsilon >= 4, claimed 3.9, at epsilon = 1";
    assertTrue(audit.out().contains(told), audit.out());
  }

  /** One Laplace mechanism has delta 1 - e^((x - epsilon)/2) at x; four have more. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1-exp(-2*epsilon), 0", "1-exp(-epsilon/2), 1"})
  void profiles(String delta, int code) throws IOException {
    String points = "[{epsilon: 0, delta: \"" + delta + "\"}, {epsilon: 10, delta: 0.5}]";
    Invocation audit = audit(repeated("{profile: " + points + "}"));
    assertEquals(code, audit.code(), audit.err() + audit.out());
  }

  private static String repeated(String guarantee) {
    return CLASSIC
        .replace(
            "{gaussian: {noise_multiplier: \"sqrt(2*log(1.25/delta))/epsilon\"}}",
            "{repeat: {times: 4, event: {laplace: {noise_multiplier: 1/epsilon}}}}")
        .replace("{approximate: {epsilon: epsilon, delta: delta}}", guarantee);
  }

  /** Gaussians have no epsilon without a delta. */
  @Test
  void pureGaussians() throws IOException {
    Invocation audit =
        audit(
            CLASSIC.replace("approximate: {epsilon: epsilon, delta: delta}", "pure: {epsilon: 9}"),
            "--report",
            directory.resolve("report").toString());
    assertEquals(1, audit.code(), audit.err());
    assertTrue(audit.out().contains("epsilon >= infinite, claimed 9"), audit.out());
  }

  /** A bound that may be loose does not decide. */
  @Test
  void undecided() throws IOException {
    String claims =
        ADVANCED
            .replace("SECOND", "0")
            .replace(
                "randomized-response: {truth_probability: 1/(1+exp(-e0))}", "pure: {epsilon: e0}");
    Invocation audit = audit(claims);
    assertEquals(0, audit.code(), audit.err());
    assertTrue(
        audit.out().startsWith("not refuted advanced: neither proved nor refuted, "), audit.out());
    assertEquals(3, audit(claims, "--strict").code());
  }

  @Test
  void whatEqualsTheClaimIsNotAboveIt() throws IOException {
    Invocation audit =
        audit(
            CLASSIC
                .replace("{approximate: {epsilon: epsilon, delta: delta}}", "{gaussian: {mu: 1/x}}")
                .replace("delta: {choice: [1e-3, 1e-5]}", "x: {from: 1, to: 3}")
                .replace("\"sqrt(2*log(1.25/delta))/epsilon\"", "x"));
    assertEquals(0, audit.code(), audit.err());
    assertTrue(audit.out().contains("at most 1 times the claim"), audit.out());
  }

  @Test
  void theReportHasEverything() throws IOException {
    Path report = directory.resolve("report");
    String claims = CLASSIC.replace("to: 1,", "to: 20,");
    Invocation audit = audit(claims, "--json", "--report", report.toString());
    assertEquals(Files.readString(report.resolve("report.json")), audit.out());
    JsonNode range = new ObjectMapper().readTree(audit.out()).at("/ranges/0");
    assertEquals("refuted", range.at("/verdict").textValue());
    JsonNode witness = range.at("/witness");
    assertTrue(witness.at("/cost/lower").doubleValue() > witness.at("/claimed").doubleValue());
    assertTrue(witness.at("/again").textValue().startsWith("by arbitrary precision"));
    assertTrue(range.at("/ratio/lower").doubleValue() > 1.4);
    assertTrue(range.at("/curve").size() > 20);
    assertTrue(range.at("/reproduce").textValue().startsWith("assay audit "));
    String html = Files.readString(report.resolve("report.html"));
    assertTrue(html.contains("cost over claim along epsilon"));
    assertTrue(html.contains("<span class=\"badge refuted\">"));
    assertTrue(Files.readString(report.resolve("junit.xml")).contains("failures=\"1\""));
    JsonNode sarif = new ObjectMapper().readTree(report.resolve("report.sarif").toFile());
    assertEquals("privacy-claim-refuted", sarif.at("/runs/0/results/0/ruleId").textValue());
  }

  @Test
  void resultsDoNotDependOnTheThreads() throws IOException {
    assertEquals(
        audit(ADVANCED.replace("SECOND", "0"), "--json", "--threads", "1").out(),
        audit(ADVANCED.replace("SECOND", "0"), "--json", "--threads", "3").out());
  }

  /** One verdict by runs and one by computation in one file. */
  @Test
  void besideOtherClaims() throws IOException {
    SmallClaims.write(directory, SmallClaims.TEXT);
    String both = SmallClaims.TEXT + CLASSIC.replace("claims:\n", "");
    Invocation audit = audit(both, "--report", directory.resolve("report").toString());
    assertEquals(0, audit.code(), audit.err());
    assertEquals(6, audit.out().lines().count());
    assertTrue(
        audit.out().contains("\n1 of 2 claims is certified; 1 was not refuted.\n"), audit.out());
    Invocation missing = audit(both.replace("error_probability: 1e-3\n", ""));
    assertEquals(2, missing.code());
    assertTrue(missing.err().contains("the file has no 'error_probability'"), missing.err());
    Invocation twice = audit(both.replace("name: classic", "name: small"));
    assertTrue(twice.err().contains("has the name 'small' of an earlier claim"), twice.err());
  }

  /** Each row spoils the claims: what to replace, by what, and what is said about it. */
  @ParameterizedTest
  @CsvFileSource(resources = "/bad-ranges.txt", delimiter = '|', quoteCharacter = '`')
  void spoiledFields(String part, String spoiled, String message) throws IOException {
    String text = CLASSIC.replace(part, spoiled);
    assertFalse(text.equals(CLASSIC), part);
    Invocation bad = audit(text, "--report", directory.resolve("report").toString());
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals("assay: " + message, bad.err().strip().replace(directory + "/", ""), spoiled);
    assertFalse(Files.exists(directory.resolve("report")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epsilon > 7 | holds nowhere on the grid: widen it or the ranges",
        "epsilon + 1 | was 'epsilon + 1': it must be a condition, for example 'delta < 0.5'",
        "epsilon > x | was 'epsilon > x': at character 11: there is no parameter 'x'; known are"
            + " delta, epsilon",
      })
  void spoiledConditions(String condition, String message) throws IOException {
    Invocation bad = audit(CLASSIC + "    where: \"" + condition + "\"\n");
    assertEquals(2, bad.code());
    assertEquals(
        "assay: claims.yaml, line 9: claims[0].where " + message,
        bad.err().strip().replace(directory + "/", ""));
  }

  private static final String SHUFFLED =
      """
      claims:
        - name: shuffled
          adjacency: zero-out
          event: {shuffled-batches: {batches: 1000, noise_multiplier: 0.8}}
          guarantee: {approximate: {epsilon: CLAIM, delta: 1e-5}}
      """;

  /** What is certified is 5.2350 to 5.6796 (Chua et al. 2024 below, a Gaussian above). */
  @ParameterizedTest
  @CsvSource({
    "0.304, 1, refuted",
    "5.234, 1, refuted",
    "5.236, 3, not refuted",
    "5.679, 3, not refuted",
    "5.68, 0, certified"
  })
  void claimsAboutAnEvent(String claimed, int strict, String state) throws IOException {
    Invocation audit = audit(SHUFFLED.replace("CLAIM", claimed));
    assertEquals(strict == 3 ? 0 : strict, audit.code(), audit.err());
    assertTrue(audit.out().startsWith(state), audit.out());
    assertFalse(audit.out().contains("points tried"), audit.out());
    assertEquals(strict, audit(SHUFFLED.replace("CLAIM", claimed), "--strict").code());
  }

  /** One of each kind of verdict, in every form of report. */
  @Test
  void reportsOfClaimsAboutAnEvent() throws IOException {
    Path report = directory.resolve("report");
    Invocation refuted =
        audit(SHUFFLED.replace("CLAIM", "0.304"), "--json", "--report", report.toString());
    JsonNode range = new ObjectMapper().readTree(refuted.out()).at("/ranges/0");
    assertEquals(1, range.at("/points").intValue());
    assertTrue(range.at("/witness/cost/lower").doubleValue() > 5.234);
    assertTrue(range.at("/worst").isEmpty() && range.at("/curve").isEmpty());
    String html = Files.readString(report.resolve("report.html"));
    assertTrue(html.contains("The claim is refuted by computation"), html);
    assertFalse(html.contains("Worst point") || html.contains("<figure>"));
    assertTrue(Files.readString(report.resolve("junit.xml")).contains("failures=\"1\""));
    JsonNode sarif = new ObjectMapper().readTree(report.resolve("report.sarif").toFile());
    assertEquals("privacy-claim-refuted", sarif.at("/runs/0/results/0/ruleId").textValue());
    Path second = directory.resolve("second");
    audit(SHUFFLED.replace("CLAIM", "6"), "--report", second.toString());
    assertTrue(Files.readString(second.resolve("report.html")).contains("The claim is proved"));
    Path third = directory.resolve("third");
    audit(SHUFFLED.replace("CLAIM", "5.5"), "--report", third.toString());
    String xml = Files.readString(third.resolve("junit.xml"));
    assertTrue(xml.contains("skipped=\"0\"") && xml.contains("<system-out>not refuted\n"), xml);
  }

  /** A bound that is not known to be attained refutes nothing, whatever the event is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zcdp: {rho: 1} | 0.1 | not refuted",
        "zcdp: {rho: 1} | 30 | certified",
        "laplace: {noise_multiplier: 0.5} | 1.9 | refuted",
        "laplace: {noise_multiplier: 0.5} | 2 | certified",
        "thresholded-counts: {noise: gaussian, scale: 5, threshold: 40, partitions: 1} | 0.01 |"
            + " refuted"
      })
  void claimsAboutOtherEvents(String event, String claimed, String verdict) throws IOException {
    Invocation audit =
        audit(
            SHUFFLED
                .replace("shuffled-batches: {batches: 1000, noise_multiplier: 0.8}", event)
                .replace("CLAIM", claimed));
    assertTrue(audit.out().startsWith(verdict), audit.out() + audit.err());
  }

  @Test
  void claimsAboutAnEventHaveNoParameters() throws IOException {
    Invocation condition = audit(SHUFFLED.replace("CLAIM", "1") + "    where: 1 < 2\n");
    assertEquals(2, condition.code());
    assertTrue(condition.err().contains("where is about no parameters"), condition.err());
    Invocation name = audit(SHUFFLED.replace("CLAIM", "epsilon"));
    assertEquals(2, name.code());
    assertTrue(name.err().contains("there is no parameter 'epsilon'"), name.err());
    Invocation relation = audit(SHUFFLED.replace("zero-out", "add-remove"));
    assertEquals(2, relation.code());
  }

  /** The shipped example is read as a whole; its verdicts are those of the tests above. */
  @Test
  void theExampleIsWellFormed() {
    assertEquals(
        9,
        org.assay.cli.internal.claims.ClaimsReader.read(
                Project.file("examples/famous-claims.yaml"), java.util.OptionalLong.empty())
            .ranges()
            .size());
  }
}
