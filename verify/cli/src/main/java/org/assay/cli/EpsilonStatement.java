package org.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code epsilon} says.
 *
 * @param event what was run
 * @param delta the delta
 * @param epsilon the certified interval
 * @param method how it was found, and what its lower end means
 * @param citations where that is proved
 */
record EpsilonStatement(
    DpEvent event, double delta, Enclosure epsilon, String method, List<Citation> citations) {
  static EpsilonStatement gaussian(DpEvent event, double delta) {
    Enclosure mu = new GaussianAnalysis(event.adjacency()).analyze(event).sqrt();
    double lower = GaussianMechanism.epsilon(mu.lower(), delta).lower();
    double upper = GaussianMechanism.epsilon(mu.upper(), delta).upper();
    return new EpsilonStatement(
        event,
        delta,
        Enclosure.of(lower, upper),
        "exact: a composition of Gaussians is one Gaussian, so no epsilon below the lower end holds",
        List.of(
            new Citation("DongRothSu2022", "Corollary 3.3"),
            new Citation("BalleWang2018", "Theorem 8")));
  }

  static EpsilonStatement renyi(DpEvent event, double delta) {
    return new EpsilonStatement(
        event,
        delta,
        Accountant.rdp(event.adjacency()).compose(event).epsilonAt(delta),
        "Rényi divergences at the best real order: the interval encloses the bound that this method"
            + " proves; the true epsilon may be smaller",
        List.of(
            new Citation("MironovTalwarZhang2019", "Theorem 4"),
            new Citation("CanonneKamathSteinke2020", "Proposition 12")));
  }

  String text() {
    return String.join(
        "\n",
        "epsilon " + epsilon + " at delta " + delta + " under " + event.adjacency(),
        "guarantee: the upper end, " + guaranteeText(),
        "event: " + event.describe(),
        "method: " + method,
        "proved in: " + String.join("; ", citations.stream().map(Citation::toString).toList()),
        "");
  }

  private String guaranteeText() {
    return "(" + epsilon.upperDecimal() + ", " + delta + ")-DP under " + event.adjacency();
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("epsilon")
        .put("lower", epsilon.lowerDecimal())
        .put("upper", epsilon.upperDecimal());
    node.put("delta", delta);
    node.put("adjacency", event.adjacency().label());
    node.put("guarantee", guaranteeText());
    node.put("event", event.describe());
    node.put("method", method);
    ArrayNode proofs = node.putArray("citations");
    citations.forEach(citation -> proofs.add(citation.toString()));
    return JsonReport.text(node);
  }
}
