package org.assay.verify.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.AuditReport.PairRuns;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.LowerBound.BoundPoint;
import org.assay.verify.audit.LowerBound.TradeoffPoint;
import org.assay.verify.audit.Witness;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.report.markup.VisibleText;
import org.assay.verify.report.ReportSection.SectionVerdict;

/**
 * Reports as JSON. Keys have a fixed order, doubles are written so that they read back to the same
 * double, and infinities and NaN are strings. Equal reports give equal text.
 */
public final class JsonReport {
  /**
   * Halves of a surrogate pair. No file in UTF-8 can hold them, but JSON may escape them within
   * quotes.
   */
  private static final Pattern UNPAIRED = Pattern.compile("[\\ud800-\\udfff]");

  /**
   * Version of the keys. It rises when a key changes its meaning or is removed, not with new keys.
   */
  private static final int SCHEMA_VERSION = 2;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonReport() {}

  /**
   * One audit.
   *
   * @param report the audit's report
   * @return a JSON object
   */
  public static ObjectNode of(AuditReport report) {
    ObjectNode node = NODES.objectNode();
    node.set("claim", claim(report.claim()));
    node.put("verdict", report.verdict().label());
    node.put("reason", report.reason());
    report.caveat().ifPresent(caveat -> node.put("caveat", caveat));
    report.unseen().forEach(node.putArray("unseen")::add);
    number(node, "errorProbability", report.errorProbability());
    node.put("seed", report.seed());
    node.put("maximumRuns", report.maximumRuns());
    node.put("runs", report.runs());
    number(node, "logWealth", report.logWealth());
    node.set("lowerBound", lowerBound(report.lowerBound()));
    report.witness().ifPresent(witness -> node.set("witness", witness(witness)));
    node.set("power", power(report.power()));
    ArrayNode pairs = node.putArray("pairs");
    report.pairs().forEach(pair -> pairs.add(pair(pair)));
    ArrayNode trajectory = node.putArray("trajectory");
    report.trajectory().forEach(checkpoint -> trajectory.add(checkpoint(checkpoint)));
    ArrayNode tradeoff = node.putArray("tradeoff");
    report.tradeoff().forEach(point -> tradeoff.add(point(point)));
    report.elapsed().ifPresent(elapsed -> putTime(node, report.runs(), elapsed));
    return node;
  }

  private static void putTime(ObjectNode node, long runs, Duration elapsed) {
    double seconds = elapsed.toNanos() * 1e-9;
    number(node, "seconds", seconds);
    number(node, "runsPerSecond", runs / seconds);
  }

  /**
   * Several audited claims, and sections of other packages.
   *
   * @param title the title of the report
   * @param claims the audited claims
   * @param sections the other sections
   * @return a JSON object
   */
  public static ObjectNode of(
      String title, List<AuditedClaim> claims, List<ReportSection> sections) {
    ObjectNode node = NODES.objectNode();
    node.put("schemaVersion", SCHEMA_VERSION);
    node.put("title", title);
    List<ClaimState> states = states(claims, sections);
    if (!states.isEmpty()) {
      node.put("summary", ClaimState.summary(states));
    }
    ArrayNode entries = node.putArray("claims");
    for (AuditedClaim claim : claims) {
      entries.add(entry(claim));
    }
    for (ReportSection section : sections) {
      if (!section.verdicts().isEmpty()) {
        node.set(section.key(), section.json());
      }
    }
    return node;
  }

  /** The state of every claim of a report. */
  static List<ClaimState> states(List<AuditedClaim> claims, List<ReportSection> sections) {
    return Stream.concat(
            claims.stream().map(AuditedClaim::state),
            sections.stream()
                .flatMap(section -> section.verdicts().stream())
                .map(SectionVerdict::state))
        .toList();
  }

  /**
   * JSON as text.
   *
   * @param node any JSON
   * @return indented text with a line break at the end
   */
  public static String text(ObjectNode node) {
    return text(node, new ObjectMapper().writerWithDefaultPrettyPrinter());
  }

  /**
   * JSON as one line.
   *
   * @param node any JSON
   * @return text without line breaks but the one at its end
   */
  public static String line(ObjectNode node) {
    return text(node, new ObjectMapper().writer());
  }

  private static String text(ObjectNode node, ObjectWriter writer) {
    try {
      String text = VisibleText.of(writer.writeValueAsString(node));
      return UNPAIRED
              .matcher(text)
              .replaceAll(half -> String.format("\\\\u%04x", (int) half.group().charAt(0)))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values could not be written", e);
    }
  }

  /**
   * One audited claim.
   *
   * @param claim the entry
   * @return a JSON object
   */
  public static ObjectNode entry(AuditedClaim claim) {
    ObjectNode node = NODES.objectNode();
    node.put("name", claim.name());
    node.put("state", claim.state().label());
    node.put("headline", claim.headline());
    node.put("risk", claim.risk(true));
    node.put("contradiction", claim.contradiction().isPresent());
    claim.standsAtBits().ifPresent(bits -> node.put("standsAtBits", bits));
    claim
        .certified()
        .ifPresent(
            certified -> {
              ObjectNode interval = node.putObject("certified");
              interval.put("label", certified.label());
              number(interval, "lower", certified.interval().lower());
              number(interval, "upper", certified.interval().upper());
            });
    ArrayNode findings = node.putArray("findings");
    claim.findings().forEach(findings::add);
    ArrayNode notes = node.putArray("notes");
    claim.notes().forEach(notes::add);
    node.set("audit", of(claim.audit()));
    node.put("reproduce", claim.reproduce());
    return node;
  }

  private static ObjectNode claim(Guarantee claim) {
    ObjectNode node = claim.accept(new ClaimJson());
    node.put("adjacency", claim.adjacency().label());
    node.put("text", claim.describe());
    return node;
  }

  private static ObjectNode lowerBound(LowerBound bound) {
    ObjectNode node = NODES.objectNode();
    node.put("currency", bound.currency());
    number(node, "value", bound.value());
    number(node, "claimed", bound.claimed());
    number(node, "errorProbability", bound.errorProbability());
    ArrayNode rises = node.putArray("rises");
    for (BoundPoint rise : bound.trajectory()) {
      ObjectNode point = rises.addObject();
      point.put("runs", rise.runs());
      number(point, "value", rise.value());
    }
    return node;
  }

  private static ObjectNode witness(Witness witness) {
    ObjectNode node = NODES.objectNode();
    node.put("pair", witness.pair());
    node.put("event", witness.event());
    node.put("favours", witness.favoursLeft() ? "left" : "right");
    node.set("left", frequency(witness.left()));
    node.set("right", frequency(witness.right()));
    return node;
  }

  private static ObjectNode frequency(Frequency frequency) {
    ObjectNode node = NODES.objectNode();
    node.put("hits", frequency.hits());
    node.put("runs", frequency.runs());
    number(node, "lower", frequency.lower());
    number(node, "upper", frequency.upper());
    return node;
  }

  private static ObjectNode power(Power power) {
    ObjectNode node = NODES.objectNode();
    node.put("runsForLeak", power.runsForLeak());
    number(node, "smallestViolation", power.smallestViolation());
    node.put("learningRunsForLeak", power.learningRunsForLeak());
    number(node, "learningViolation", power.learningViolation());
    node.put("runsForFactor", power.runsForFactor());
    node.put("reference", power.reference());
    return node;
  }

  private static ObjectNode pair(PairRuns pair) {
    return NODES
        .objectNode()
        .put("pair", pair.pair())
        .put("left", pair.left())
        .put("right", pair.right())
        .put("failed", pair.failed());
  }

  private static ObjectNode checkpoint(Checkpoint checkpoint) {
    ObjectNode node = NODES.objectNode();
    node.put("runs", checkpoint.runs());
    number(node, "logWealth", checkpoint.logWealth());
    return node;
  }

  private static ObjectNode point(TradeoffPoint point) {
    ObjectNode node = NODES.objectNode();
    node.set("falsePositive", frequency(point.falsePositive()));
    node.set("falseNegative", frequency(point.falseNegative()));
    return node;
  }

  /**
   * Adds a number.
   *
   * @param node the object to add to
   * @param key the number's key
   * @param value any number; infinities and NaN become strings
   */
  public static void number(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, value);
    } else {
      node.put(key, Double.toString(value));
    }
  }

  /** A claim as JSON: its kind and its numbers. */
  static final class ClaimJson implements Guarantee.Visitor<ObjectNode> {
    @Override
    public ObjectNode visitPure(Guarantee.Pure claim) {
      ObjectNode node = kind("pure");
      JsonReport.number(node, "epsilon", claim.epsilon());
      return node;
    }

    @Override
    public ObjectNode visitApproximate(Guarantee.Approximate claim) {
      ObjectNode node = kind("approximate");
      JsonReport.number(node, "epsilon", claim.epsilon());
      JsonReport.number(node, "delta", claim.delta());
      return node;
    }

    @Override
    public ObjectNode visitRenyi(Guarantee.Renyi claim) {
      ObjectNode node = kind("renyi");
      list(node.putArray("orders"), claim.epsilonByOrder(), "order", "epsilon");
      return node;
    }

    @Override
    public ObjectNode visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      ObjectNode node = kind("zcdp");
      JsonReport.number(node, "rho", claim.rho());
      return node;
    }

    @Override
    public ObjectNode visitGaussian(Guarantee.Gaussian claim) {
      ObjectNode node = kind("gaussian");
      JsonReport.number(node, "mu", claim.mu());
      return node;
    }

    @Override
    public ObjectNode visitProfile(Guarantee.Profile claim) {
      ObjectNode node = kind("profile");
      list(node.putArray("points"), claim.deltaByEpsilon(), "epsilon", "delta");
      return node;
    }

    @Override
    public ObjectNode visitTradeoff(Guarantee.Tradeoff claim) {
      ObjectNode node = kind("tradeoff");
      list(node.putArray("points"), claim.typeTwoByTypeOne(), "typeOne", "typeTwo");
      return node;
    }

    private static ObjectNode kind(String kind) {
      return JsonNodeFactory.instance.objectNode().put("kind", kind);
    }

    private static void list(
        ArrayNode list, Map<Double, Double> points, String first, String second) {
      points.forEach(
          (x, y) -> {
            ObjectNode entry = list.addObject();
            JsonReport.number(entry, first, x);
            JsonReport.number(entry, second, y);
          });
    }
  }
}
