package org.assay.verify.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.assay.accountant.privacy.Guarantee;

/** A claim as JSON: its kind and its numbers. */
final class ClaimJson implements Guarantee.Visitor<ObjectNode> {
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
