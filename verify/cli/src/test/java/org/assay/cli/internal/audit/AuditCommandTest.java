package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {
  private static final String HARMLESS = SmallClaims.TEXT;

  @TempDir private Path directory = Path.of("");

  private String claims(String text) throws IOException {
    return SmallClaims.write(directory, text).toString();
  }

  private static String with(String part, String other) {
    String text = HARMLESS.replace(part, other);
    assertNotEquals(HARMLESS, text);
    return text;
  }

  @Test
  void printsOneLineAndTheRiskOfEachClaim() throws IOException {
    Invocation audit = Invocation.of("audit", claims(HARMLESS));
    assertEquals(0, audit.code(), audit.err());
    assertEquals("", audit.err());
    assertEquals(2, audit.out().lines().count());
    assertTrue(
        audit.out().contains("\n  risk: if the claim is true, a guess between two"), audit.out());
    assertTrue(
        audit.out().startsWith("certified   small: claimed 0.5-zCDP under replace-one, certified"),
        audit.out());
  }

  /** The program leaves a file behind when it starts. */
  @Test
  void aCheckRunsNothing() throws IOException {
    String program =
        """
        error_probability: 0.01
        claims:
          - name: program
            mechanism: {command: touch started}
            adjacency: add-remove
            guarantee: {pure: {epsilon: 1}}
            pairs:
              explicit: [{left: [1], right: [1, 2]}]
        """;
    Path file = Files.writeString(directory.resolve("program.yaml"), program);
    Invocation check = Invocation.of("audit", file.toString(), "--check");
    assertEquals(0, check.code(), check.err());
    assertEquals(
        "checked     program: claimed 1.0-DP under add-remove, 1 pair, at most 20000 runs\n",
        check.out());
    assertFalse(Files.exists(directory.resolve("started")));
    assertEquals(2, Invocation.of("audit", file.toString()).code());
    assertTrue(Files.exists(directory.resolve("started")));
  }

  @Test
  void aCheckCertifiesWhatIsBuiltIn() throws IOException {
    String claims = claims(HARMLESS);
    Invocation check = Invocation.of("audit", claims, "--check");
    assertEquals(0, check.code(), check.err());
    String line = "checked     small: claimed 0.5-zCDP under replace-one, certified rho <= ";
    assertTrue(check.out().startsWith(line), check.out());
    Invocation both = Invocation.of("audit", claims, "--check", "--json");
    assertEquals(2, both.code());
    assertTrue(both.err().contains("--check runs nothing"), both.err());
    Invocation wrong = Invocation.of("audit", claims(with("runs: 300", "runs: -1")), "--check");
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("line "), wrong.err());
  }

  @Test
  void writesTheReportAndSaysWhere() throws IOException {
    Path report = directory.resolve("deep/report");
    Invocation audit = Invocation.of("audit", claims(HARMLESS), "--report", report.toString());
    assertEquals(0, audit.code(), audit.err());
    assertTrue(
        audit.out().endsWith("report: " + report.resolve("report.html") + "\n"), audit.out());
    try (Stream<Path> files = Files.list(report)) {
      assertEquals(
          List.of("junit.xml", "report.html", "report.json", "report.sarif"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void theSameSeedGivesTheSameReportWhateverTheThreads() throws IOException {
    String claims = claims(HARMLESS.replace("runs: 300", "runs: 3000"));
    for (int threads = 1; threads <= 3; threads++) {
      Path report = directory.resolve("report" + threads);
      Invocation.of("audit", claims, "--threads", "" + threads, "--report", report.toString());
    }
    for (String file : List.of("report.json", "report.sarif", "report.html", "junit.xml")) {
      String first = untimed("report1", file);
      assertEquals(first, untimed("report2", file));
      assertEquals(first, untimed("report3", file));
    }
    Invocation other = Invocation.of("audit", claims, "--seed", "9", "--json");
    assertNotEquals(untimed("report1", "report.json"), other.out());
  }

  /** What the guide says about times: that two of the files have them, and where. */
  private String untimed(String report, String file) throws IOException {
    String text = Files.readString(directory.resolve(report).resolve(file));
    return switch (file) {
      case "junit.xml" -> text.replaceAll(" time=\"[0-9.]+\"", "");
      case "report.html" -> text.replaceAll("<th>Time</th><td>.*? s</td>|<footer>.*</footer>", "");
      default -> text;
    };
  }

  @Test
  void jsonIsTheReport() throws IOException {
    Path report = directory.resolve("report");
    Invocation audit =
        Invocation.of("audit", claims(HARMLESS), "--json", "--report", report.toString());
    assertEquals(Files.readString(report.resolve("report.json")), audit.out());
    JsonNode claim = new ObjectMapper().readTree(audit.out()).get("claims").get(0);
    assertEquals("small", claim.get("name").textValue());
    assertEquals("rho", claim.get("certified").get("label").textValue());
    assertEquals(300, claim.get("audit").get("runs").intValue());
    assertTrue(claim.get("reproduce").textValue().endsWith("claims.yaml --seed 1"));
  }

  @Test
  void readsJsonToo() throws IOException {
    Object tree =
        new com.fasterxml.jackson.dataformat.yaml.YAMLMapper()
            .readValue(HARMLESS.replace("1e-3", "1.0e-3"), Object.class);
    SmallClaims.write(directory, HARMLESS);
    Path json = directory.resolve("claims.json");
    new ObjectMapper().writeValue(json.toFile(), tree);
    assertEquals(
        Invocation.of("audit", claims(HARMLESS)).out(),
        Invocation.of("audit", json.toString()).out());
  }

  @Test
  void aRefutedClaimGivesExitCode1() throws IOException {
    String text =
        with("{rho: 0.5}", "{rho: 0.001}")
            .replace("rho: 1, step_size: 6", "rho: 1, step_size: 6, noise_scaling: none");
    Invocation audit = Invocation.of("audit", claims(text), "--runs", "4000", "--strict");
    assertEquals(1, audit.code(), audit.out());
    assertTrue(audit.out().startsWith("refuted     small"), audit.out());
  }

  /** In the terminal and in every file of the report, and no consistent claim has one there. */
  @Test
  void oneEventIsNamedEverywhere() throws IOException {
    String text =
        with("{rho: 0.5}", "{rho: 0.001}")
            .replace("rho: 1, step_size: 6", "rho: 1, step_size: 6, noise_scaling: none");
    Path report = directory.resolve("report");
    Invocation audit =
        Invocation.of("audit", claims(text), "--runs", "4000", "--report", report.toString());
    ObjectMapper mapper = new ObjectMapper();
    JsonNode json = mapper.readTree(report.resolve("report.json").toFile());
    JsonNode witness = json.at("/claims/0/audit/witness");
    String event = witness.get("event").asText();
    String counts =
        "; left "
            + words(witness.get("left"))
            + ", right "
            + words(witness.get("right"))
            + ", on the pair: "
            + witness.get("pair").asText();
    assertTrue(audit.out().contains("\n  shown by: " + event + counts + "\n"), audit.out());
    String sarif =
        mapper
            .readTree(report.resolve("report.sarif").toFile())
            .at("/runs/0/results/0/message/text")
            .asText();
    String sentence = "the event “" + event + "” happened in ";
    assertTrue(sarif.contains(sentence), sarif);
    for (String file : List.of("report.html", "junit.xml")) {
      String content = Files.readString(report.resolve(file));
      String plain = content.replaceAll("</?span[^>]*>", "").replace("&gt;", ">");
      assertTrue(plain.contains(sentence), content);
    }
    assertFalse(Invocation.of("audit", claims(HARMLESS)).out().contains("shown by"));
  }

  private static String words(JsonNode frequency) {
    long hits = frequency.get("hits").asLong();
    return (hits == 0 ? "never in " : hits + " of ") + frequency.get("runs").asLong() + " runs";
  }

  @Test
  void anInconclusiveAuditGivesExitCode3OnlyIfStrict() throws IOException {
    String claims = claims(with("runs: 300", "runs: 1000000, seconds: 1e-6"));
    Invocation lenient = Invocation.of("audit", claims);
    assertEquals(0, lenient.code(), lenient.err());
    assertTrue(lenient.out().startsWith("certified   small"), lenient.out());
    assertEquals(3, Invocation.of("audit", claims, "--strict").code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{pure: {epsilon: 1}} | epsilon <= Infinity",
        "{approximate: {epsilon: 1, delta: 1e-5}} | epsilon at delta 1.0E-5 <= 4.37",
        "{gaussian: {mu: 1}} | mu <= 1.0",
        "{profile: [{epsilon: 0, delta: 0.4}, {epsilon: 1, delta: 0.13}]} | scale",
        "{tradeoff: [{type_one: 0, type_two: 0.9}, {type_one: 0.5, type_two: 0.1}]} | scale",
        "{renyi: [{order: 2, epsilon: 2}, {order: 4, epsilon: 2}]} | scale of the Rényi bounds <="
            + " 1.0",
      })
  void certifiesInTheCurrencyOfTheClaim(String guarantee, String certified) throws IOException {
    Invocation audit = Invocation.of("audit", claims(with("{zcdp: {rho: 0.5}}", guarantee)));
    assertTrue(audit.out().contains("certified " + certified), audit.out() + audit.err());
  }

  @ParameterizedTest
  @CsvSource({"add-remove,0.5", "replace-one,1.0", "zero-out,refused"})
  void restatesTheSumUnderTheRelationOfTheClaim(String adjacency, String mu) throws IOException {
    String text =
        with(
                "{id: snowball-sgd, steps: 4, rho: 1, step_size: 6}",
                "{id: gaussian-sum, noise_multiplier: 2, clip_norm: 1}")
            .replace("replace-one", adjacency)
            .replace("{zcdp: {rho: 0.5}}", "{gaussian: {mu: 1}}");
    Invocation audit = Invocation.of("audit", claims(text));
    String wanted = mu.equals("refused") ? "does not bound it under zero-out" : "mu <= " + mu;
    assertTrue((audit.out() + audit.err()).contains(wanted), audit.out() + audit.err());
  }
}
