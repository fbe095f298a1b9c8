package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.accounting.AttackerRisk.Claim;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.price.PremiseLines;
import org.assay.cli.internal.price.RiskStatement;

/**
 * The success of attackers against an event: see {@link AttackerRisk}. The answer has both ends,
 * and whether attackers are known who reach the lower one. The event is written as in an event
 * file.
 *
 * @param name its name in the batch language
 * @param required required arguments, which are numbers
 * @param optional optional arguments
 * @param question the computed quantity
 */
record RiskFunction(String name, List<String> required, List<String> optional, Question question)
    implements BatchFunction {
  private static final String EVENT = "event";
  private static final String ADJACENCY = "adjacency";
  private static final String CLAIM = "claim";
  private static final String PRIOR = "prior";
  private static final String RATE = "fpr";
  private static final Map<String, Claim> CLAIMS = claims();

  /** A question about a risk. */
  interface Question {
    BatchAnswer of(AttackerRisk risk, Fields fields, String described);
  }

  static final List<BatchFunction> ALL =
      List.of(
          new RiskFunction(
              "event_advantage",
              List.of(),
              List.of(ADJACENCY),
              (risk, fields, described) -> both(risk, risk.advantage())),
          new RiskFunction(
              "event_success",
              List.of(PRIOR),
              List.of(ADJACENCY, CLAIM),
              (risk, fields, described) ->
                  both(risk, risk.success(number(fields, PRIOR), claim(fields)))),
          new RiskFunction(
              "event_tpr",
              List.of(RATE),
              List.of(ADJACENCY, CLAIM),
              (risk, fields, described) ->
                  both(risk, risk.truePositiveRate(number(fields, RATE), claim(fields)))),
          new RiskFunction(
              "event_risk",
              List.of(PRIOR, "delta"),
              List.of(ADJACENCY),
              (risk, fields, described) ->
                  RiskStatement.of(described, risk, number(fields, PRIOR), number(fields, "delta"))
                      ::putInto));

  private static Map<String, Claim> claims() {
    Map<String, Claim> claims = new LinkedHashMap<>();
    claims.put("either", Claim.EITHER);
    claims.put("present", Claim.PRESENT);
    claims.put("absent", Claim.ABSENT);
    return claims;
  }

  private static BatchAnswer both(AttackerRisk risk, Enclosure value) {
    return object -> {
      Answer.of(value).putInto(object);
      object.put("attained", risk.attained());
    };
  }

  private static double number(Fields fields, String key) {
    return fields.get(key).number(Parameters::requireOpenProbability);
  }

  private static Claim claim(Fields fields) {
    String word = fields.optional(CLAIM).map(Value::text).orElse("either");
    if (!CLAIMS.containsKey(word)) {
      throw new LineException(
          "argument claim was \"" + word + "\": it must be one of either, present, absent");
    }
    return Objects.requireNonNull(CLAIMS.get(word));
  }

  @Override
  public BatchAnswer at(JsonNode args) {
    List<String> keys = new ArrayList<>(List.of(EVENT));
    keys.addAll(required);
    Shape shape = new Shape("args", keys, optional);
    Fields fields = DocumentReader.readJson("args", args.toString()).fields(shape);
    Optional<AdjacencyRelation> wanted =
        fields.optional(ADJACENCY).map(label -> AdjacencyOption.read(ADJACENCY, label.text()));
    DpEvent event = EventReader.event(fields.get(EVENT), wanted);
    AdjacencyRelation relation = wanted.orElseGet(event::adjacency);
    BatchAnswer answer =
        question.of(
            AttackerRisk.of(event, relation),
            fields,
            "event: " + EventKinds.describe(event, relation, List.of()));
    return object -> {
      answer.putInto(object);
      PremiseLines.putAssumed(object, event);
    };
  }

  @Override
  public BatchAnswer at(JsonNode args, int digits) {
    throw new LineException("fn '" + name + "' is not known to more digits: leave out --digits");
  }
}
