package org.assay.verify.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.report.AuditedClaim.ClaimsSource;

/** States of claims as SARIF 2.1.0, which code-scanning services read. */
final class SarifReport {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String REFUTED = "privacy-claim-refuted";
  private static final String INCONCLUSIVE = "privacy-claim-inconclusive";
  private static final String NOT_REFUTED = "privacy-claim-not-refuted";
  private static final String CERTIFIED = "privacy-claim-certified";

  private SarifReport() {}

  /**
   * The document.
   *
   * @param claims the audited claims
   * @param sections sections of other packages
   * @param source the file that states the claims, if any; services that show findings in the text
   *     of a file need it
   * @return JSON text
   */
  static String text(
      List<AuditedClaim> claims, List<ReportSection> sections, Optional<ClaimsSource> source) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("$schema", SCHEMA);
    root.put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "Assay");
    Optional.ofNullable(SarifReport.class.getPackage().getImplementationVersion())
        .ifPresent(version -> driver.put("version", version));
    rules(driver.putArray("rules"));
    ArrayNode results = run.putArray("results");
    claims.forEach(
        claim ->
            result(results.addObject(), claim.name(), claim.state(), Prose.details(claim), source));
    sections.stream()
        .flatMap(section -> section.verdicts().stream())
        .forEach(
            other ->
                result(results.addObject(), other.name(), other.state(), other.details(), source));
    return JsonReport.text(root);
  }

  private static void rules(ArrayNode rules) {
    rule(
        rules.addObject(),
        REFUTED,
        "A privacy claim was refuted by an audit.",
        "More runs cannot take a refutation back; a true claim is refuted with at most the error"
            + " probability of the audit. The message names the pair of datasets and the event that"
            + " tells them apart, and the command that repeats the audit.");
    rule(
        rules.addObject(),
        INCONCLUSIVE,
        "An audit of a privacy claim could not decide.",
        "Time or runs did not suffice to say anything, or nearly all runs failed. The message says"
            + " which; give the audit more of it.");
    rule(
        rules.addObject(),
        NOT_REFUTED,
        "A privacy claim was not refuted by an audit.",
        "That is no proof. The message says which violations the audit would have found.");
    rule(
        rules.addObject(),
        CERTIFIED,
        "A privacy claim is certified by the accountant.",
        "The accountant proves the claim for what the mechanism declares that it spends, and an"
            + " audit did not refute it. Whether the code does what it declares is not proved.");
  }

  private static void rule(ObjectNode rule, String id, String text, String help) {
    rule.put("id", id);
    rule.putObject("shortDescription").put("text", text);
    rule.putObject("help").put("text", help);
  }

  private static void result(
      ObjectNode result,
      String name,
      ClaimState state,
      String details,
      Optional<ClaimsSource> source) {
    result.put("ruleId", ruleId(state));
    result.put("kind", kind(state));
    result.put("level", state == ClaimState.REFUTED ? "error" : "none");
    result.putObject("message").put("text", name + ": " + details);
    ObjectNode location = result.putArray("locations").addObject();
    source.ifPresent(file -> physical(location.putObject("physicalLocation"), name, file));
    ObjectNode logical = location.putArray("logicalLocations").addObject();
    logical.put("fullyQualifiedName", name);
    result.putObject("partialFingerprints").put("claim/v1", name);
  }

  private static void physical(ObjectNode location, String name, ClaimsSource source) {
    location.putObject("artifactLocation").put("uri", source.uri().toASCIIString());
    Optional.ofNullable(source.lines().get(name))
        .ifPresent(line -> location.putObject("region").put("startLine", line));
  }

  private static String ruleId(ClaimState state) {
    return switch (state) {
      case REFUTED -> REFUTED;
      case NOT_REFUTED -> NOT_REFUTED;
      case CERTIFIED -> CERTIFIED;
      case INCONCLUSIVE -> INCONCLUSIVE;
    };
  }

  private static String kind(ClaimState state) {
    return switch (state) {
      case REFUTED -> "fail";
      case NOT_REFUTED -> "informational";
      case CERTIFIED -> "pass";
      case INCONCLUSIVE -> "open";
    };
  }
}
