package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** Names of users do no harm: not to who opens a report, to what reads it, or to a terminal. */
class EscapingTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String NASTY =
      "<script>alert('x')</script> ]]> & \" \u0001 \u001b[31m\u009b2J\nconsistent  forged \u202e\u2067\u200f\u061c \ud800";

  @TempDir private Path directory = Path.of("");

  private Path claims() throws IOException {
    String text =
        """
        {"claims": [{
          "name": NAME,
          "adjacency": "add-remove",
          "for_all": {"epsilon": {"from": 0.5, "to": 1, "points": 2}},
          "event": {"laplace": {"noise_multiplier": "1/epsilon"}},
          "guarantee": {"pure": {"epsilon": "epsilon / 2"}}
        }]}
        """;
    String name = MAPPER.writeValueAsString(NASTY).replace("\ud800", "\\ud800");
    return Files.writeString(directory.resolve("<b>.json"), text.replace("NAME", name));
  }

  @Test
  void reportsSayWhatClaimsAreCalledAndDoNotRunIt()
      throws IOException, ParserConfigurationException, SAXException {
    Path report = directory.resolve("report");
    Invocation audit = Invocation.of("audit", claims().toString(), "--report", report.toString());
    assertEquals(1, audit.code(), audit.err());
    String html = Files.readString(report.resolve("report.html"));
    for (String file : new String[] {"report.html", "junit.xml", "report.sarif"}) {
      String text = Files.readString(report.resolve(file)).replaceAll("[\r\t]", "");
      assertTrue(text.chars().noneMatch(EscapingTest::commands), file);
    }
    assertFalse(html.contains("<script") || html.contains("<b>") || html.contains("\u001b"));
    assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)"));
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(report.resolve("junit.xml").toFile());
    JsonNode json = MAPPER.readTree(report.resolve("report.json").toFile());
    assertEquals(NASTY, json.at("/ranges/0/name").asText());
    assertTrue(MAPPER.readTree(report.resolve("report.sarif").toFile()).has("runs"));
  }

  @Test
  void namesStayOnTheirLine() throws IOException {
    Invocation audit = Invocation.of("audit", claims().toString());
    assertEquals(2, audit.out().lines().count(), audit.out());
    assertTrue(audit.out().contains("\n  risk: at the worst point, "), audit.out());
    assertTrue(audit.out().chars().noneMatch(EscapingTest::commands), audit.out());
  }

  /** What orders a terminal about, or the reader's eye. */
  private static boolean commands(int c) {
    return (Character.isISOControl(c) && c != '\n') || "\u202e\u2067\u200f\u061c".indexOf(c) >= 0;
  }

  /** Paths are printed as they are, but for their orders. */
  @Test
  void namesOfDirectoriesStayOnTheirLine() throws IOException {
    Path report = directory.resolve("a\u202e\u009b2J");
    Invocation audit = Invocation.of("audit", claims().toString(), "--report", report.toString());
    assertTrue(audit.out().contains("a\\u202e\\u009b2J"), audit.out());
    assertTrue(audit.out().chars().noneMatch(EscapingTest::commands), audit.out());
  }

  @Test
  void printedJsonHoldsTheNameInVisibleCharacters() throws IOException {
    Path report = directory.resolve("report");
    Invocation audit =
        Invocation.of("audit", claims().toString(), "--json", "--report", report.toString());
    assertEquals(Files.readString(report.resolve("report.json")), audit.out());
    assertTrue(audit.out().chars().noneMatch(EscapingTest::commands), audit.out());
    assertEquals(NASTY, MAPPER.readTree(audit.out()).at("/ranges/0/name").asText());
  }

  @Test
  void answersToABatchHoldTheirIdInVisibleCharacters() throws IOException {
    String question = "{\"id\":\"\u009b2J\u202e\",\"fn\":\"\u2067\"}";
    Invocation answer = Invocation.withInput(question, "evaluate");
    assertTrue(answer.out().chars().noneMatch(EscapingTest::commands), answer.out());
    assertEquals("\u009b2J\u202e", MAPPER.readTree(answer.out()).get("id").asText());
  }

  @Test
  void stackTracesCommandNothing() throws IOException {
    Path file = Files.writeString(directory.resolve("a.json"), "\u202e");
    Invocation refused = Invocation.of("--debug", "audit", file.toString());
    assertTrue(refused.err().contains("Unexpected character ('\\u202e'"), refused.err());
    assertEquals(2, refused.code());
    String printed = refused.err().replace("\t", "");
    assertTrue(printed.lines().count() > 2, refused.err());
    assertTrue(printed.chars().noneMatch(EscapingTest::commands), refused.err());
  }

  @Test
  void whatATrainingWasGivenStaysOnItsLine() throws IOException {
    String label = "y\u202e\u001b[31m\nguarantee: none";
    Path data = directory.resolve("a\u2067\u001b[31m\nb.csv");
    Files.writeString(data, ("1,\"" + label + "\"\n2,n\n").repeat(200));
    Invocation train =
        Invocation.of(
            "train",
            "--algorithm",
            "phased-sgd",
            "--mu",
            "1",
            "--radius",
            "1",
            "--label",
            "-1",
            "--positive",
            label,
            "--data",
            data.toString());
    assertEquals(0, train.code(), train.err());
    assertTrue(train.out().chars().noneMatch(EscapingTest::commands), train.out());
    assertEquals(1, train.out().lines().filter(line -> line.startsWith("guarantee:")).count());
  }
}
