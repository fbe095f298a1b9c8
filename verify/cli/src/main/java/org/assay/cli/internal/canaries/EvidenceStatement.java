package org.assay.cli.internal.canaries;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.VerdictCode;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.JsonReport;
import org.assay.verify.training.CanaryEvidence;

/**
 * The evidence of canaries' scores.
 *
 * @param size the numbers of canaries and runs, in words
 * @param evidence the counts
 * @param bounds lower bounds of every requested kind
 * @param claim the tried claim with its verdict, if any
 * @param strict whether the exit code shows an inconclusive audit
 */
record EvidenceStatement(
    String size,
    CanaryEvidence evidence,
    List<Bound> bounds,
    Optional<TriedClaim> claim,
    boolean strict)
    implements Statement {
  /**
   * Smallest ratio of the bound with more guesses to the bound at which advice is printed. Not
   * tuned.
   */
  private static final double WORTH_MORE = 2;

  /** Number of points above which text shows only some of them; JSON shows all. Not tuned. */
  private static final int FEW = 3;

  /**
   * Rates of false alarms at which many points are summed up: those at which attacks are compared.
   */
  private static final double[] FALSE_ALARMS = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};

  /**
   * A lower bound.
   *
   * @param currency the name of the bounded parameter
   * @param value the bound, 0 if nothing was shown
   * @param withMore the bound if equally good guesses were made about all canaries
   */
  record Bound(String currency, double value, double withMore) {
    /** The bound of planned evidence. */
    static Bound planned(CanaryEvidence evidence, Guarantee form) {
      double value = evidence.lowerBound(form);
      return new Bound(ClaimFamily.of(form).currency(), value, value);
    }

    static Bound of(CanaryEvidence evidence, Guarantee form) {
      return new Bound(
          ClaimFamily.of(form).currency(),
          evidence.lowerBound(form),
          evidence.asGoodAboutAll().lowerBound(form));
    }

    String text() {
      return currency
          + (": " + (value > 0 ? "at least " + Numbers.atMost(value) : "nothing shown"))
          + advice().map(more -> " (" + more + ")").orElse("");
    }

    /** Advice about a low bound, if too few guesses are its reason. */
    Optional<String> advice() {
      return withMore >= WORTH_MORE * value && withMore > 0
          ? Optional.of(
              "guess more: guesses as good about all canaries would show at least "
                  + Numbers.atMost(withMore))
          : Optional.empty();
    }
  }

  /**
   * A claim that was tried.
   *
   * @param claim the claim
   * @param verdict its verdict
   * @param reason the reason why it is inconclusive; empty otherwise
   * @param bound the lower bound in the claim's own currency
   */
  record TriedClaim(Guarantee claim, Verdict verdict, String reason, Bound bound) {
    static TriedClaim of(CanaryEvidence evidence, Guarantee claim) {
      Verdict verdict = evidence.verdict(claim);
      String reason =
          verdict == Verdict.INCONCLUSIVE
              ? "right guesses only could not have refuted it; " + evidence.needed(claim)
              : "";
      return new TriedClaim(claim, verdict, reason, Bound.of(evidence, claim));
    }

    /** The claim in words, without its bound if this bound was printed already. */
    String text(List<Bound> told) {
      boolean known = told.stream().anyMatch(other -> other.currency().equals(bound.currency()));
      return "claim "
          + claim.describe()
          + (": " + verdict.label())
          + (reason.isEmpty() ? "" : ", " + reason)
          + (known ? "" : "; " + bound.text());
    }
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, size + ", under " + evidence.adjacency());
    evidence.describe().forEach(count -> line(text, count));
    told()
        .forEach(
            point ->
                line(
                    text,
                    "no trade-off curve is above ("
                        + (Numbers.atLeast(point.falseAlarms()) + ", ")
                        + (Numbers.atLeast(point.misses()) + ")")));
    bounds.forEach(bound -> line(text, bound.text()));
    claim.ifPresent(tried -> line(text, tried.text(bounds)));
    risk().ifPresent(risk -> line(text, "risk: " + risk));
    line(text, "error probability of all this together: " + evidence.errorProbability());
    return text.toString();
  }

  /**
   * The success of an attacker under the claim, and by the evidence, in words: without pure privacy
   * of an epsilon, an event is more than e^epsilon times as likely with the one dataset. Thresholds
   * show their rates too.
   */
  private Optional<String> risk() {
    Stream<String> claimed = claim.stream().map(tried -> AuditedClaim.risk(tried.claim()));
    double epsilon = evidence.lowerBound(new Guarantee.Pure(1, evidence.adjacency()));
    Stream<String> shown =
        Stream.of(Rounding.expDown(epsilon))
            .filter(odds -> odds > 1)
            .map(
                odds ->
                    "some outputs turn even odds of two neighbours into "
                        + Numbers.atMost(odds)
                        + " to 1 or more");
    Stream<String> area =
        Stream.of(evidence.rocArea())
            .filter(bound -> bound > 0.5 && evidence.points().size() > FEW)
            .map(
                bound ->
                    "the best attacker's ROC curve has an area of at least "
                        + Numbers.atMost(bound));
    return Stream.of(claimed, shown, told().stream().flatMap(EvidenceStatement::rates), area)
        .flatMap(parts -> parts)
        .reduce((one, other) -> one + "; " + other);
  }

  /** All points if they are few, otherwise the best one at each common rate of false alarms. */
  private List<CanaryEvidence.Point> told() {
    List<CanaryEvidence.Point> points = evidence.points();
    return points.size() <= FEW
        ? points
        : Arrays.stream(FALSE_ALARMS)
            .boxed()
            .flatMap(
                rate ->
                    points.stream()
                        .filter(point -> point.falseAlarms() <= rate)
                        .reduce((one, later) -> later)
                        .stream())
            .distinct()
            .toList();
  }

  /** The rates of a test that says "in" above a threshold, if it is better than a coin. */
  private static Stream<String> rates(CanaryEvidence.Point point) {
    double hits = Rounding.subtractDown(1, point.misses());
    return Stream.of(point)
        .filter(test -> hits > test.falseAlarms())
        .map(
            test ->
                ("a threshold has true positives of at least " + Numbers.atMost(hits))
                    + " at false positives of at most "
                    + Numbers.atLeast(test.falseAlarms()));
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("size", size);
    node.put("adjacency", evidence.adjacency().label());
    evidence.describe().forEach(node.putArray("counts")::add);
    ArrayNode points = node.putArray("tradeoff");
    for (CanaryEvidence.Point point : evidence.points()) {
      ObjectNode item = points.addObject();
      JsonReport.number(item, "false_alarms", point.falseAlarms());
      JsonReport.number(item, "misses", point.misses());
    }
    if (!evidence.points().isEmpty()) {
      JsonReport.number(node, "roc_area", evidence.rocArea());
    }
    ArrayNode array = node.putArray("lower_bounds");
    bounds.forEach(bound -> put(array.addObject(), bound));
    claim.ifPresent(tried -> put(node.putObject("claim"), tried));
    risk().ifPresent(risk -> node.put("risk", risk));
    JsonReport.number(node, "error_probability", evidence.errorProbability());
    return JsonReport.text(node);
  }

  private static void put(ObjectNode node, TriedClaim tried) {
    node.put("text", tried.claim().describe());
    node.put("verdict", tried.verdict().label());
    if (!tried.reason().isEmpty()) {
      node.put("reason", tried.reason());
    }
    put(node.putObject("lower_bound"), tried.bound());
  }

  private static void put(ObjectNode node, Bound bound) {
    node.put("currency", bound.currency());
    JsonReport.number(node, "value", bound.value());
    bound.advice().ifPresent(advice -> node.put("advice", advice));
  }

  @Override
  public int exitCode() {
    return claim
        .map(tried -> VerdictCode.of(List.of(tried.verdict()), strict))
        .orElse(ExitCode.FINE);
  }
}
