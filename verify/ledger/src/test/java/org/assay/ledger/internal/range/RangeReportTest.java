package org.assay.ledger.internal.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.range.RangeSection.RangeProse;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;
import org.assay.verify.report.ReportPage;
import org.assay.verify.report.ReportSection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeReportTest {
  private static final RangeWitness WITNESS =
      new RangeWitness(
          Map.of("x", 8.0), "<noise> & claim", Enclosure.of(9, 9.5), 8, Optional.of("it is 9.2"));

  private static RangeFinding finding(Verdict verdict, Enclosure ratio, RangeWitness... witness) {
    return new RangeFinding(
        "name <" + verdict + ">",
        "f(x) satisfies g(x)",
        verdict,
        "epsilon",
        ratio,
        Map.of("x", 10.0),
        "guesses are right at most 61% of the time",
        17,
        Optional.ofNullable(witness.length == 0 ? null : witness[0]),
        "x",
        IntStream.rangeClosed(1, 10)
            .mapToObj(x -> new RatioPoint(x, Enclosure.of(0.15 * x, 0.16 * x)))
            .toList(),
        "assay audit file");
  }

  private static List<RangeFinding> findings() {
    return List.of(
        finding(Verdict.REFUTED, Enclosure.of(1.5, 1.6), WITNESS),
        finding(Verdict.NOT_REFUTED, Enclosure.of(0.2, 0.98765)),
        finding(Verdict.INCONCLUSIVE, Enclosure.of(0, 3)));
  }

  private static List<ReportSection> sections() {
    return List.of(new RangeSection(findings()));
  }

  @Test
  void aRefutationNeedsAWitnessThatViolates() {
    assertThrows(
        IllegalArgumentException.class, () -> finding(Verdict.REFUTED, Enclosure.of(1.5, 1.6)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RangeWitness(Map.of(), "", Enclosure.of(8, 9), 8, Optional.empty()));
  }

  @Test
  void wordsRoundInTheSafeDirection() {
    assertTrue(RangeProse.verdict(findings().get(1)).contains("at most 0.9877 times the claim"));
    assertTrue(RangeProse.verdict(findings().get(1)).contains("no proof"));
    assertTrue(RangeProse.verdict(findings().get(2)).contains("known to lie in 0 to 3"));
  }

  @Test
  void infiniteCostsAreNotComparedWithNumbers() {
    double infinity = Double.POSITIVE_INFINITY;
    RangeFinding infinite = finding(Verdict.REFUTED, Enclosure.of(infinity, infinity), WITNESS);
    assertEquals("ratio infinite", RangeProse.shown(infinite));
    assertTrue(RangeProse.verdict(infinite).contains("is without bound, for the cost is infinite"));
    assertEquals("ratio > 1.5", RangeProse.shown(findings().get(0)));
  }

  @Test
  void saysWhereTheCurveViolates() {
    // 0.15 x is above 1 from x = 7 on.
    assertEquals(
        Optional.of(
            "With everything else as there, 4 of 10 values of x violate the claim, all from 7 to"
                + " 10."),
        RangeProse.violations(findings().get(0)));
  }

  @Test
  void pageAndXmlAreWellFormed(@TempDir Path directory) throws Exception {
    String html = ReportPage.html("title", List.of(), sections());
    assertTrue(html.contains("name &lt;REFUTED&gt;") && html.contains("&lt;noise&gt; &amp; claim"));
    assertFalse(html.contains("<noise>"));
    assertTrue(html.contains("id=\"range-3\""));
    assertTrue(html.contains("<th>Risk</th><td>guesses are right"));
    assertFalse(html.contains("NaN"));
    ReportFiles.write(directory, "title", List.of(), sections(), Optional.empty());
    var suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(directory.resolve("junit.xml").toFile())
            .getDocumentElement();
    assertEquals("3", suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("failures"));
    assertEquals("0", suite.getAttribute("skipped"));
  }

  @Test
  void jsonAndSarif(@TempDir Path directory) throws Exception {
    JsonNode ranges = JsonReport.of("title", List.of(), sections()).path("ranges");
    assertEquals(3, ranges.size());
    assertEquals(9.0, ranges.at("/0/witness/cost/lower").doubleValue());
    assertEquals("it is 9.2", ranges.at("/0/witness/again").textValue());
    assertTrue(ranges.at("/1/risk").textValue().startsWith("guesses are right"));
    assertEquals(10, ranges.at("/1/curve").size());
    assertFalse(JsonReport.of("title", List.of(), List.of()).has("ranges"));
    ReportFiles.write(directory, "title", List.of(), sections(), Optional.empty());
    JsonNode sarif = new ObjectMapper().readTree(directory.resolve("report.sarif").toFile());
    JsonNode results = sarif.at("/runs/0/results");
    assertEquals("fail", results.at("/0/kind").textValue());
    assertEquals("informational", results.at("/1/kind").textValue());
    assertEquals("informational", results.at("/2/kind").textValue());
  }
}
