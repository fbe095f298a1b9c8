package org.assay.cli.documented;

import static java.math.RoundingMode.CEILING;
import static java.math.RoundingMode.FLOOR;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of published epsilons says what the claims file says, and its intervals are those that
 * the command certifies, rounded outward to the digits shown.
 */
class PublishedClaimsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NUMBER = "\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?";
  private static final Pattern NUMBERS = Pattern.compile(NUMBER);
  private static final Pattern PUBLISHED =
      Pattern.compile("(epsilon|delta) (" + NUMBER + ") at (epsilon|delta) (" + NUMBER + ")");
  private static final Pattern INTERVAL =
      Pattern.compile("(bound in )?\\[(" + NUMBER + "), (" + NUMBER + ")\\]");

  /** Claims whose interval takes more than some seconds. */
  private static final Set<String> SLOW = Set.of("Opacus example of two phases");

  @TempDir private Path directory;

  /** A line of the table. */
  private record Row(
      String claim, String setting, String published, String interval, String adjacency) {
    static Row of(String line) {
      String[] cells = line.substring(1).split("\\|", -1);
      assertEquals(6, cells.length, line);
      return new Row(
          cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip(), cells[4].strip());
    }

    MatchResult statement() {
      return matched(PUBLISHED, published);
    }
  }

  private static MatchResult matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertTrue(matcher.matches(), text);
    return matcher;
  }

  private static List<Row> rows() throws IOException {
    return Files.readString(Project.file("docs/why/published-claims.md"))
        .lines()
        .filter(line -> line.startsWith("|"))
        .skip(2)
        .map(Row::of)
        .toList();
  }

  private static Map<String, JsonNode> claims() throws IOException {
    Path file = Project.file("examples/published-claims.yaml");
    Map<String, JsonNode> claims = new LinkedHashMap<>();
    JsonNode document = new ObjectMapper(new YAMLFactory()).readTree(file.toFile());
    document.get("claims").forEach(claim -> claims.put(claim.get("name").asText(), claim));
    return claims;
  }

  private static JsonNode claim(Row row, Map<String, JsonNode> claims) {
    return Objects.requireNonNull(claims.get(row.claim()), row.claim());
  }

  @Test
  void everyClaimHasItsRow() throws IOException {
    assertEquals(List.copyOf(claims().keySet()), rows().stream().map(Row::claim).toList());
  }

  @Test
  void rowsSayWhatTheFileSays() throws IOException {
    Map<String, JsonNode> claims = claims();
    for (Row row : rows()) {
      JsonNode claim = claim(row, claims);
      JsonNode guarantee = claim.at("/guarantee/approximate");
      MatchResult published = row.statement();
      assertNotEquals(published.group(1), published.group(3), row.claim());
      assertEquals(number(guarantee, published.group(1)), number(published.group(2)), row.claim());
      assertEquals(number(guarantee, published.group(3)), number(published.group(4)), row.claim());
      assertEquals(claim.get("adjacency").asText(), row.adjacency(), row.claim());
      assertEquals(numbers(claim.get("event").toString()), numbers(row.setting()), row.claim());
    }
  }

  @TestFactory
  Stream<DynamicTest> quickIntervalsAreCertified() throws IOException {
    return intervals(false);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> slowIntervalsAreCertified() throws IOException {
    return intervals(true);
  }

  private Stream<DynamicTest> intervals(boolean slow) throws IOException {
    Map<String, JsonNode> claims = claims();
    return rows().stream()
        .filter(row -> slow == SLOW.contains(row.claim()))
        .map(row -> DynamicTest.dynamicTest(row.claim(), () -> check(row, claim(row, claims))));
  }

  private void check(Row row, JsonNode claim) throws IOException {
    MatchResult published = row.statement();
    MatchResult shown = matched(INTERVAL, row.interval());
    String wanted = published.group(1);
    JsonNode answer = answer(claim, wanted, published.group(3), published.group(4));
    BigDecimal lower = new BigDecimal(shown.group(2));
    BigDecimal upper = new BigDecimal(shown.group(3));
    assertEquals(end(answer, wanted, "lower").setScale(lower.scale(), FLOOR), lower, "lower end");
    assertEquals(end(answer, wanted, "upper").setScale(upper.scale(), CEILING), upper, "upper end");
    assertEquals(answer.get("encloses_true_value").asBoolean(), shown.group(1) == null, "bound in");
    assertEquals(row.adjacency(), answer.get("adjacency").asText());
  }

  private static BigDecimal end(JsonNode answer, String wanted, String which) {
    return new BigDecimal(answer.get(wanted).get(which).asText());
  }

  private JsonNode answer(JsonNode claim, String wanted, String other, String at)
      throws IOException {
    Path file = directory.resolve("event.json");
    JSON.writeValue(file.toFile(), event(claim.get("event"), claim.get("adjacency")));
    Invocation run = Invocation.of(wanted, "--event", file.toString(), "--" + other, at, "--json");
    assertEquals(0, run.code(), run::err);
    return JSON.readTree(run.out());
  }

  /** The event of a claim as an event file has it: relations at mechanisms, fractions computed. */
  private static JsonNode event(JsonNode node, JsonNode adjacency) {
    if (node.isArray()) {
      ArrayNode list = JSON.createArrayNode();
      node.forEach(item -> list.add(event(item, adjacency)));
      return list;
    }
    if (node.isObject()) {
      ObjectNode copy = JSON.createObjectNode();
      node.properties()
          .forEach(field -> copy.set(field.getKey(), event(field.getValue(), adjacency)));
      return hasParts(copy) ? copy : copy.set("adjacency", adjacency);
    }
    return node.isNumber() ? node : DoubleNode.valueOf(quotient(node.asText()));
  }

  private static boolean hasParts(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false).anyMatch(JsonNode::isContainerNode);
  }

  private static double quotient(String text) {
    String[] parts = text.split("/", 2);
    double numerator = Double.parseDouble(parts[0]);
    return parts.length == 1 ? numerator : numerator / Double.parseDouble(parts[1]);
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  private static double number(JsonNode guarantee, String key) {
    return number(guarantee.get(key).asText());
  }

  private static List<Double> numbers(String text) {
    return NUMBERS
        .matcher(text)
        .results()
        .map(found -> Double.parseDouble(found.group()))
        .sorted()
        .toList();
  }
}
