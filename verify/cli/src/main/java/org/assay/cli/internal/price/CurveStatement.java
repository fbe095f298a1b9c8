package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code curve}.
 *
 * @param event the event
 * @param formulas the fractions in the event, as typed
 * @param adjacency the relation of the guarantees
 * @param profile delta over epsilon, epsilon rising; may be empty
 * @param renyi Rényi divergence over its order, order rising; may be empty
 * @param risk the success of attackers, if false positive rates were requested
 */
record CurveStatement(
    DpEvent event,
    List<String> formulas,
    AdjacencyRelation adjacency,
    List<Point> profile,
    List<Order> renyi,
    Optional<Risk> risk)
    implements Statement {
  /**
   * One point of the privacy profile.
   *
   * @param epsilon the epsilon
   * @param delta the certified interval of delta and its method
   */
  record Point(double epsilon, Bound delta) {}

  /**
   * One point of the Rényi curve.
   *
   * @param order the order
   * @param divergence the certified interval of the divergence
   */
  record Order(double order, Enclosure divergence) {}

  /**
   * The success of attackers.
   *
   * @param attained whether attackers are known who reach the lower ends
   * @param advantage the largest difference of true and false positive rates
   * @param success the largest probability of a right guess at prior {@link #PRIOR}
   * @param rates the largest true positive rates at false ones, in the requested order
   */
  record Risk(
      boolean attained, Enclosure advantage, Enclosure success, List<RiskStatement.Rate> rates) {
    private static final double PRIOR = 0.5;

    static Risk of(AttackerRisk risk, List<Double> falseAlarms) {
      return new Risk(
          risk.attained(),
          risk.advantage(),
          risk.success(PRIOR, AttackerRisk.Claim.PRESENT),
          falseAlarms.stream().map(rate -> RiskStatement.rate(risk, rate)).toList());
    }

    private String guesses() {
      Decimals notation = notation(List.of(advantage, success));
      return "guess\tlower\tupper\n"
          + row("advantage", notation, advantage)
          + row("success at prior " + PRIOR, notation, success);
    }

    private String tests() {
      Decimals notation =
          notation(
              rates.stream().flatMap(rate -> Stream.of(rate.present(), rate.absent())).toList());
      return "false_positives\tpresence_lower\tpresence_upper\tabsence_lower\tabsence_upper\n"
          + rates.stream()
              .map(rate -> row(rate.falseAlarms(), notation, rate.present(), rate.absent()))
              .collect(Collectors.joining());
    }

    private void putInto(ObjectNode node) {
      put(node.put("attained", attained), "advantage", advantage);
      put(node.put("prior", PRIOR), "success", success);
      RiskStatement.putRates(node, rates);
    }
  }

  /**
   * Tab-separated, six digits rounded outward, an empty line between the curves, what they rest on
   * in comments before.
   */
  @Override
  public String text() {
    List<String> tables = new ArrayList<>();
    if (!profile.isEmpty()) {
      StringBuilder table = new StringBuilder("epsilon\tdelta_lower\tdelta_upper\n");
      List<Enclosure> deltas = profile.stream().map(point -> point.delta().value()).toList();
      Decimals notation = notation(deltas);
      profile.forEach(point -> table.append(row(point.epsilon(), notation, point.delta().value())));
      tables.add(table.toString());
    }
    if (!renyi.isEmpty()) {
      StringBuilder table = new StringBuilder("order\tdivergence_lower\tdivergence_upper\n");
      Decimals notation = notation(renyi.stream().map(Order::divergence).toList());
      renyi.forEach(point -> table.append(row(point.order(), notation, point.divergence())));
      tables.add(table.toString());
    }
    risk.ifPresent(known -> tables.addAll(List.of(known.guesses(), known.tests())));
    return premises().map(line -> "# " + line + "\n").collect(Collectors.joining())
        + String.join("\n", tables);
  }

  private Stream<String> premises() {
    return PremiseLines.text(event, adjacency).lines();
  }

  /** The event, and what the curve rests on. */
  String described() {
    return EventKinds.describe(event, adjacency, formulas)
        + premises().map(line -> "; " + line).collect(Collectors.joining());
  }

  /** The common notation of both ends. */
  private static Decimals notation(List<Enclosure> values) {
    return Decimals.column(
        values.stream().flatMap(value -> Stream.of(value.lower(), value.upper())).toList());
  }

  private static String row(Object at, Decimals notation, Enclosure... values) {
    StringBuilder row = new StringBuilder().append(at);
    for (Enclosure value : values) {
      row.append('\t').append(notation.down(value.lower()));
      row.append('\t').append(notation.up(value.upper()));
    }
    return row.append('\n').toString();
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("event", EventKinds.describe(event, adjacency, formulas));
    PremiseLines.put(node, event, adjacency);
    node.put("adjacency", adjacency.label());
    if (!profile.isEmpty()) {
      putProfile(node.putArray("curve"));
    }
    if (!renyi.isEmpty()) {
      ArrayNode array = node.putArray("renyi");
      for (Order point : renyi) {
        put(array.addObject().put("order", point.order()), "divergence", point.divergence());
      }
    }
    risk.ifPresent(known -> known.putInto(node.putObject("risk")));
    return JsonReport.text(node);
  }

  private void putProfile(ArrayNode array) {
    for (Point point : profile) {
      ObjectNode item = array.addObject().put("epsilon", point.epsilon());
      put(item, "delta", point.delta().value());
      MethodNote method = MethodNote.of(point.delta().method());
      item.put("method", method.words());
      item.put("encloses_true_value", point.delta().method().exact());
      item.put("citation", method.citation().toString());
    }
  }

  private static void put(ObjectNode node, String name, Enclosure value) {
    node.putObject(name).put("lower", value.lowerDecimal()).put("upper", value.upperDecimal());
  }
}
