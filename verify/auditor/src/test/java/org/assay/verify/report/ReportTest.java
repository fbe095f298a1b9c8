package org.assay.verify.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.internal.report.markup.Text;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import org.assay.verify.report.ReportSection.SectionVerdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

class ReportTest {
  private static final String NASTY = "<script>alert('x')</script> & \"quotes\" \u0001 ]]> \ud800";
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  @Test
  void jsonReadsBackToTheSameNumbers() throws IOException {
    AuditReport report = refuted();
    JsonNode json = new ObjectMapper().readTree(JsonReport.text(JsonReport.of(report)));
    assertEquals("refuted", json.path("verdict").asText());
    assertEquals(report.logWealth(), json.path("logWealth").asDouble());
    assertEquals(report.seed(), json.path("seed").asLong());
    assertEquals("pure", json.path("claim").path("kind").asText());
    assertEquals("replace-one", json.path("claim").path("adjacency").asText());
    assertEquals(report.trajectory().size(), json.path("trajectory").size());
    assertTrue(json.path("seconds").asDouble() > 0);
    assertFalse(JsonReport.of(report.withoutTiming()).has("seconds"));
  }

  @Test
  void equalAuditsGiveEqualText() {
    String first = JsonReport.text(JsonReport.of(refuted().withoutTiming()));
    assertEquals(first, JsonReport.text(JsonReport.of(refuted().withoutTiming())));
  }

  @Test
  void infinitiesAreStrings() {
    AuditedClaim claim =
        new AuditedClaim(
            "unbounded",
            Optional.of(
                new CertifiedInterval("epsilon", Enclosure.of(1, Double.POSITIVE_INFINITY))),
            List.of(),
            refuted(),
            "");
    JsonNode json = JsonReport.of("title", List.of(claim), List.of());
    assertEquals("Infinity", json.at("/claims/0/certified/upper").asText());
    assertTrue(json.at("/claims/0/certified/upper").isTextual());
  }

  @Test
  void htmlEscapesWhatUsersNamed() {
    String html = ReportPage.html(NASTY, claims());
    assertFalse(html.contains("<script"));
    assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;"));
    assertFalse(html.contains("\u0001"));
    assertTrue(html.contains("default-src 'none'"));
    assertFalse(html.contains("http://") || html.contains("https://"));
    assertFalse(html.contains("src="));
  }

  @Test
  void htmlShowsEveryClaimWithItsVerdict() {
    String html = ReportPage.html("title", claims());
    assertEquals(2, count(html, "<section"));
    assertEquals(2, count(html, "badge refuted\""));
    assertEquals(2, count(html, "badge inconclusive\""));
    assertEquals(3, count(html, "<svg"), "an audit without runs has nothing to plot");
    assertEquals(count(html, "<table"), count(html, "</table>"));
  }

  /** A guess at even odds and the rates of the event, in every form. */
  @Test
  void everyFormHasALineOfRisk() throws IOException {
    AuditedClaim claim = entry(refuted(), "epsilon", 2);
    List<AuditedClaim> claims = List.of(claim);
    String risk = claim.risk(true);
    assertTrue(risk.startsWith(claim.risk(false) + "; the runs show true"), risk);
    assertEquals(risk, JsonReport.entry(claim).get("risk").textValue());
    String page = ReportPage.html("title", claims).replaceAll("</?span[^>]*>", "");
    assertTrue(page.contains(risk), page);
    for (String text :
        List.of(
            JunitReport.text("title", claims, List.of(), Optional.empty()),
            SarifReport.text(claims, List.of(), Optional.empty()))) {
      assertTrue(text.contains("risk: " + risk), text);
    }
  }

  @Test
  void earlierFindingsAreTold() {
    AuditedClaim claim =
        new AuditedClaim(
            "name",
            Optional.empty(),
            List.of("sum <moved> by 2"),
            List.of(),
            refuted(),
            OptionalInt.empty(),
            "");
    assertTrue(ReportPage.html("title", List.of(claim)).contains("sum &lt;moved&gt; by 2"));
    JsonNode json = JsonReport.of("title", List.of(claim), List.of());
    assertEquals("sum <moved> by 2", json.at("/claims/0/findings/0").asText());
    assertTrue(
        JunitReport.text("title", List.of(claim), List.of(), Optional.empty())
            .contains("sum &lt;moved&gt; by 2"));
  }

  /** By the upper end alone: what exceeds the claim in its last digit proves nothing. */
  @Test
  void aClaimIsCertifiedUpToItsLastDigit() {
    AuditReport stood = stood();
    assertEquals(ClaimState.CERTIFIED, entry(stood, "epsilon", 1).state());
    assertEquals(ClaimState.NOT_REFUTED, entry(stood, "epsilon", Math.nextUp(1.0)).state());
    assertEquals(ClaimState.NOT_REFUTED, entry(stood, "rho", 0.5).state(), "another currency");
    assertEquals(
        ClaimState.CERTIFIED, entry(inconclusive(), "epsilon", 8).state(), "without any run");
    assertEquals(ClaimState.INCONCLUSIVE, entry(inconclusive(), "epsilon", 9).state());
    assertEquals(
        ClaimState.INCONCLUSIVE, entry(stood.withdrawn("nothing counts"), "epsilon", 2).state());
  }

  /** A proof about what is declared does not save what was run. */
  @Test
  void aRefutationOfACertifiedClaimIsToldLoudlyEverywhere() {
    AuditedClaim claim = entry(refuted(), "epsilon", 0.5);
    assertEquals(ClaimState.REFUTED, claim.state());
    List<AuditedClaim> claims = List.of(claim);
    String page = ReportPage.html("title", claims);
    assertEquals(2, count(page, "CONTRADICTION: the accountant certifies this claim"));
    assertTrue(page.contains("badge refuted") && !page.contains("badge certified"), page);
    assertEquals(
        2, count(JunitReport.text("title", claims, List.of(), Optional.empty()), "CONTRADICTION"));
    assertEquals(1, count(SarifReport.text(claims, List.of(), Optional.empty()), "CONTRADICTION"));
    assertTrue(JsonReport.entry(claim).get("contradiction").booleanValue());
    assertFalse(
        JsonReport.entry(entry(refuted(), "epsilon", 2)).get("contradiction").booleanValue());
  }

  @Test
  void aRefutationByTheLowestBitsHasAHeadlineOfItsOwn() {
    AuditedClaim claim =
        new AuditedClaim(
            "bits", Optional.empty(), List.of(), List.of(), refuted(), OptionalInt.of(40), "");
    String words = "refuted by floating-point noise only; the algorithm stands at 40 bits";
    assertEquals(words, claim.headline());
    assertEquals(
        2, count(ReportPage.html("title", List.of(claim)), "refuted by floating-point noise only"));
    assertTrue(
        JunitReport.text("title", List.of(claim), List.of(), Optional.empty())
            .contains("message=\"" + words));
    assertEquals(40, JsonReport.entry(claim).get("standsAtBits").intValue());
    assertEquals(ClaimState.REFUTED, claim.state());
  }

  private static AuditedClaim entry(AuditReport audit, String label, double upper) {
    CertifiedInterval proof = new CertifiedInterval(label, Enclosure.of(0, upper));
    return new AuditedClaim("name", Optional.of(proof), List.of(), audit, "");
  }

  @Test
  void theSentenceCountsEveryState() {
    ClaimState no = ClaimState.REFUTED;
    ClaimState yes = ClaimState.CERTIFIED;
    ClaimState open = ClaimState.NOT_REFUTED;
    assertEquals(
        "2 of 5 claims are false; 1 is certified; 2 were not refuted.",
        ClaimState.summary(List.of(open, no, yes, no, open)));
    assertEquals("The claim was not refuted.", ClaimState.summary(List.of(open)));
    assertEquals("All 2 claims are certified.", ClaimState.summary(List.of(yes, yes)));
    assertEquals(
        "1 of 2 claims was not refuted; 1 is inconclusive.",
        ClaimState.summary(List.of(ClaimState.INCONCLUSIVE, open)));
  }

  @Test
  void junitCountsFailuresAndSkips()
      throws ParserConfigurationException, IOException, SAXException {
    String xml = JunitReport.text(NASTY, claims(), List.of(), Optional.empty());
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    assertEquals("2", suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("failures"));
    assertEquals("1", suite.getAttribute("skipped"));
    assertEquals(1, suite.getElementsByTagName("failure").getLength());
    Element skipped = (Element) suite.getElementsByTagName("skipped").item(0);
    assertTrue(skipped.getAttribute("message").contains("raise the number of runs"));
  }

  @Test
  void sarifHasOneResultPerClaim() throws IOException {
    JsonNode sarif =
        new ObjectMapper().readTree(SarifReport.text(claims(), List.of(), Optional.empty()));
    assertEquals("2.1.0", sarif.path("version").asText());
    JsonNode results = sarif.at("/runs/0/results");
    assertEquals(2, results.size());
    assertEquals("error", results.get(0).path("level").asText());
    assertEquals("fail", results.get(0).path("kind").asText());
    assertEquals("none", results.get(1).path("level").asText());
    assertEquals("open", results.get(1).path("kind").asText());
  }

  @Test
  void sectionsOfOthersAreCountedAndShown() throws IOException {
    List<ReportSection> sections = List.of(section(ClaimState.REFUTED, ClaimState.NOT_REFUTED));
    assertEquals(1, JsonReport.of("title", claims(), sections).path("others").size());
    String html = ReportPage.html("title", claims(), sections);
    assertTrue(
        html.contains(">2 of 4 claims are false; 1 was not refuted; 1 is inconclusive.<"), html);
    assertTrue(html.indexOf("<i>summary</i>") < html.indexOf("<section"));
    assertTrue(html.contains("<i>whole</i><footer>Made by Assay "), html);
    assertTrue(html.endsWith("</footer>\n</main>\n</body>\n</html>\n"));
    String xml = JunitReport.text("title", claims(), sections, Optional.empty());
    assertTrue(xml.contains("tests=\"4\" failures=\"2\""), xml);
    assertTrue(xml.contains("message=\"in short\">at length</failure>"), xml);
    JsonNode sarif =
        new ObjectMapper().readTree(SarifReport.text(claims(), sections, Optional.empty()));
    assertEquals("REFUTED: at length", sarif.at("/runs/0/results/2/message/text").asText());
    assertEquals("informational", sarif.at("/runs/0/results/3/kind").asText());
  }

  @Test
  void sectionsWithoutVerdictsDoNotAppear() {
    List<ReportSection> sections = List.of(section());
    assertFalse(JsonReport.of("title", claims(), sections).has("others"));
    assertFalse(ReportPage.html("title", claims(), sections).contains("<i>"));
  }

  private static ReportSection section(ClaimState... states) {
    return new ReportSection() {
      @Override
      public List<SectionVerdict> verdicts() {
        return Stream.of(states)
            .map(state -> new SectionVerdict(state.name(), state, "in short", "at length"))
            .toList();
      }

      @Override
      public String key() {
        return "others";
      }

      @Override
      public ArrayNode json() {
        return JsonNodeFactory.instance.arrayNode().add("entry");
      }

      @Override
      public String summary() {
        return "<i>summary</i>";
      }

      @Override
      public String html() {
        return "<i>whole</i>";
      }
    };
  }

  @Test
  void sarifPointsIntoTheFileOfTheClaims() throws IOException {
    String name = claims().get(0).name();
    ClaimsSource source =
        ClaimsSource.of(Path.of("/repo/a b/claims.yaml"), Path.of("/repo"), Map.of(name, 7));
    JsonNode sarif =
        new ObjectMapper().readTree(SarifReport.text(claims(), List.of(), Optional.of(source)));
    JsonNode place = sarif.at("/runs/0/results/0/locations/0/physicalLocation");
    assertEquals("a%20b/claims.yaml", place.at("/artifactLocation/uri").asText());
    assertEquals(7, place.at("/region/startLine").asInt());
    assertEquals(name, sarif.at("/runs/0/results/0/partialFingerprints/claim~1v1").asText());
    for (JsonNode rule : sarif.at("/runs/0/tool/driver/rules")) {
      assertTrue(rule.at("/help/text").asText().length() > 50, rule.toString());
    }
    String xml = JunitReport.text("title", claims(), List.of(), Optional.of(source));
    assertTrue(xml.contains("<testcase classname=\"privacy.claims\" name="), xml);
    assertTrue(xml.lines().anyMatch(line -> line.matches("<testsuite .* time=\"[0-9.]+\">")), xml);
    ClaimsSource elsewhere = ClaimsSource.of(Path.of("/x.yaml"), Path.of("/repo"), Map.of());
    assertEquals("file:///x.yaml", elsewhere.uri().toString());
  }

  @Test
  void filesAppearWholeAndReplaceOldOnes(@TempDir Path directory) throws IOException {
    Path target = directory.resolve("deep/report");
    ReportFiles.write(target, "first", claims());
    ReportFiles.write(target, "second", claims());
    try (Stream<Path> files = Files.list(target)) {
      List<String> names = files.map(path -> path.getFileName().toString()).sorted().toList();
      assertEquals(List.of("junit.xml", "report.html", "report.json", "report.sarif"), names);
    }
    assertTrue(Files.readString(target.resolve("report.html")).contains("<h1>second</h1>"));
  }

  /** Half a character has no bytes in UTF-8; JSON can say it all the same. */
  @Test
  void filesHoldWhateverUsersNamed(@TempDir Path directory) throws IOException {
    ReportFiles.write(directory, NASTY, claims());
    String html = Files.readString(directory.resolve("report.html"));
    assertFalse(html.contains("<script") || html.contains("]]>") || html.contains("\ud800"));
    String xml = Files.readString(directory.resolve("junit.xml"));
    assertFalse(xml.contains("<script") || xml.contains("]]>") || xml.contains("\u0001"));
    JsonNode json = new ObjectMapper().readTree(directory.resolve("report.json").toFile());
    assertEquals(NASTY, json.at("/claims/0/name").asText());
    String sarif = Files.readString(directory.resolve("report.sarif"));
    assertTrue(new ObjectMapper().readTree(sarif).at("/runs/0/results").size() == 2);
    assertTrue(sarif.contains("\\ud800"));
  }

  @Test
  void numbersReadWell() {
    assertEquals("20,000", Text.number(20_000));
    assertEquals("1,244", Text.number(1243.8));
    assertEquals("0.0351", Text.number(0.0351));
    assertEquals("0.05283", Text.number(0.052831));
    assertEquals("7.89 × 10⁻⁴", Text.number(7.89e-4));
    assertEquals("10⁶", Text.number(1.0000001e6).replace("1 × ", ""));
    assertEquals("10⁻⁵", Text.power(-5));
    assertEquals("1,000", Text.power(3));
    assertEquals("−3.5", Text.number(-3.5));
    assertEquals("∞", Text.number(Double.POSITIVE_INFINITY));
    assertEquals("(8, 10⁻⁵)-DP", Text.plain("(8.0, 1.0E-5)-DP"));
    assertEquals("≤ −1.25 × 10⁻⁷, 0.5-zCDP", Text.plain("≤ -1.25E-7, 0.5-zCDP"));
    assertEquals("v1.0.2 x1.0 a-1 1.0/2", Text.plain("v1.0.2 x1.0 a-1 1.0/2"));
  }

  private static List<AuditedClaim> claims() {
    AuditedClaim first =
        new AuditedClaim(NASTY, Optional.empty(), List.of(NASTY), refuted(), "assay " + NASTY);
    AuditedClaim second =
        new AuditedClaim("too small", Optional.empty(), List.of(), inconclusive(), "");
    return List.of(first, second);
  }

  private static AuditReport refuted() {
    Guarantee claim = new Guarantee.Pure(1, ADJACENCY);
    return Auditor.of(claim).seed(7).audit(leak(), pairs());
  }

  /** A mechanism that says nothing; nothing refutes it. */
  private static AuditReport stood() {
    return Auditor.of(new Guarantee.Pure(1, ADJACENCY))
        .maximumRuns(300)
        .audit((dataset, random) -> Outcome.of(random.nextInt(2)), pairs());
  }

  private static AuditReport inconclusive() {
    Guarantee claim = new Guarantee.Pure(8, ADJACENCY);
    return Auditor.of(claim).maximumRuns(100).audit(leak(), pairs());
  }

  private static Mechanism<String> leak() {
    return (dataset, random) -> Outcome.of(random.nextInt(10) > 0 ? dataset : NASTY);
  }

  private static List<AdjacentPair<String>> pairs() {
    return List.of(AdjacentPair.of("pair " + NASTY, NASTY, "other", ADJACENCY));
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }
}
