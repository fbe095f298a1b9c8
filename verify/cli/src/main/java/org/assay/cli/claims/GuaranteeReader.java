package org.assay.cli.claims;

import java.util.List;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Guard;
import org.assay.cli.input.Value;

/** Reads a claimed guarantee in its native currency. */
final class GuaranteeReader {
  private GuaranteeReader() {}

  static Guarantee read(Value value, AdjacencyRelation adjacency) {
    Fields fields = value.fields(Shapes.GUARANTEE);
    List<String> given = List.copyOf(value.entries().keySet());
    if (given.size() != 1) {
      throw value.invalid(
          "has "
              + given.size()
              + " keys: it needs exactly one of "
              + String.join(", ", Shapes.GUARANTEE.keys()));
    }
    Value inner = fields.optional(given.get(0)).orElseThrow();
    return inner.checked(() -> guarantee(given.get(0), inner, adjacency));
  }

  private static Guarantee guarantee(String kind, Value value, AdjacencyRelation adjacency) {
    return switch (kind) {
      case "pure" -> new Guarantee.Pure(amount(value.fields(Shapes.PURE), "epsilon"), adjacency);
      case "approximate" -> approximate(value.fields(Shapes.APPROXIMATE), adjacency);
      case "renyi" -> renyi(value, adjacency);
      case "zcdp" ->
          new Guarantee.ZeroConcentrated(amount(value.fields(Shapes.ZCDP), "rho"), adjacency);
      case "gaussian" ->
          new Guarantee.Gaussian(amount(value.fields(Shapes.GAUSSIAN), "mu"), adjacency);
      default -> throw new AssertionError(kind);
    };
  }

  private static Guarantee approximate(Fields fields, AdjacencyRelation adjacency) {
    double delta = fields.get("delta").number(Parameters::requireOpenProbability);
    return new Guarantee.Approximate(amount(fields, "epsilon"), delta, adjacency);
  }

  private static Guarantee renyi(Value value, AdjacencyRelation adjacency) {
    TreeMap<Double, Double> epsilonByOrder = new TreeMap<>();
    for (Value item : value.items()) {
      Fields point = item.fields(Shapes.RENYI_POINT);
      Value order = point.get("order");
      double number = order.number(Guard::order);
      if (epsilonByOrder.put(number, amount(point, "epsilon")) != null) {
        throw order.invalid("was " + number + ": that order is given twice");
      }
    }
    return new Guarantee.Renyi(epsilonByOrder, adjacency);
  }

  private static double amount(Fields fields, String key) {
    return fields.get(key).number(Parameters::requireNonNegative);
  }
}
