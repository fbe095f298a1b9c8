package org.assay.cli.internal.dpsgd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code dp-sgd} says.
 *
 * @param plan what is trained
 * @param noiseMultiplier standard deviation of the noise over the clipping norm
 * @param target the epsilon that the noise multiplier was found for, if it was
 * @param delta delta of all statements
 * @param poisson what Poisson samples cost, under add-or-remove and under replace-one
 * @param shuffled what shuffled batches cost, under zero-out and under replace-one
 * @param others what other libraries print
 * @param attacker what an attacker can do
 */
record DpSgdStatement(
    Plan plan,
    double noiseMultiplier,
    Optional<Double> target,
    double delta,
    List<Batches> poisson,
    List<Batches> shuffled,
    List<OtherAccount> others,
    Attacker attacker)
    implements Statement {
  /** Digits of a rate. */
  private static final MathContext DIGITS = new MathContext(6);

  static DpSgdStatement of(Plan plan, double noise, Optional<Double> target, double delta) {
    return new DpSgdStatement(
        plan,
        noise,
        target,
        delta,
        List.of(
            Batches.poisson(plan, noise, delta, AdjacencyRelation.ADD_OR_REMOVE),
            Batches.poisson(plan, noise, delta, AdjacencyRelation.REPLACE_ONE)),
        List.of(
            Batches.shuffled(plan, noise, delta, AdjacencyRelation.ZERO_OUT),
            Batches.shuffled(plan, noise, delta, AdjacencyRelation.REPLACE_ONE)),
        OtherAccount.of(plan, noise, delta),
        Attacker.of(plan.poisson(noise)));
  }

  private Wording words() {
    return plan.wording();
  }

  @Override
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    target.ifPresent(epsilon -> lines.add(found(epsilon)));
    lines.addAll(schedule());
    lines.add("");
    lines.add(
        words().samples()
            + " that every "
            + words().unit()
            + " joins by a coin of its own (Poisson):");
    poisson.forEach(cost -> lines.add("  " + cost.text()));
    lines.add(words().samples() + " that are cut from a shuffle, a new one in each epoch:");
    for (int i = 0; i < shuffled.size(); i++) {
      lines.add("  " + shuffled.get(i).text() + comparison(i));
    }
    lines.add("what others print by their formulas, for Poisson under add-remove:");
    others.forEach(other -> lines.add("  " + other.text()));
    lines.add("attacker: " + attacker.text(words()));
    lines.add("");
    return String.join("\n", lines);
  }

  private String heading() {
    return words().training()
        + ": "
        + plan.records()
        + " "
        + words().unit()
        + "s, "
        + plan.batchSize()
        + " in a "
        + words().sample()
        + plan.epochs().map(epochs -> ", " + plain(epochs) + " epochs").orElse("")
        + ", noise multiplier "
        + Decimals.BY_SIZE.given(noiseMultiplier)
        + ", delta "
        + Decimals.BY_SIZE.given(delta);
  }

  private String found(double epsilon) {
    return "noise multiplier: the smallest of five digits with epsilon "
        + epsilon
        + ", Poisson under add-remove";
  }

  private List<String> schedule() {
    String rate = "rate: " + plan.batchSize() + "/" + plan.records() + " = " + rounded(plan.rate());
    return words() == Wording.CLIENTS
        ? List.of("rounds: " + plan.steps(), rate)
        : List.of(
            "steps: " + plan.steps() + inEpoch(),
            rate,
            "batch: what one noisy step sees, all parts of accumulated gradients together");
  }

  /** For information; what is certified is about the double itself. */
  private static String rounded(double rate) {
    return new BigDecimal(rate).round(DIGITS).stripTrailingZeros().toString();
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private String inEpoch() {
    if (plan.epochs().isEmpty()) {
      return "";
    }
    String each = ", " + plan.batches() + " in each epoch";
    if (plan.left() == 0) {
      return each;
    }
    return plan.dropLast()
        ? each + ", which leaves " + plan.left() + " records aside"
        : each
            + ", the last with "
            + plan.left()
            + " records (--drop-last: without it, --steps: any number)";
  }

  private String comparison(int i) {
    if (shuffled.get(i).costMoreThan(poisson.get(i))) {
      return "; the epsilon of Poisson is REFUTED for these";
    }
    return shuffled.get(i).bound().value().lower() == 0 ? "; no lower end is known" : "";
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(words().unit() + "s", plan.records());
    node.put(words() == Wording.CLIENTS ? "clients_per_round" : "batch_size", plan.batchSize());
    plan.epochs().ifPresent(epochs -> node.put("epochs", epochs));
    node.put(words().step() + "s", plan.steps());
    node.put("sampling_probability", plan.rate());
    node.put("noise_multiplier", noiseMultiplier);
    target.ifPresent(epsilon -> node.put("target_epsilon", epsilon));
    node.put("delta", delta);
    put(node.putArray("poisson"), poisson);
    ArrayNode cut = node.putArray("shuffled");
    put(cut, shuffled);
    for (int i = 0; i < shuffled.size(); i++) {
      ((ObjectNode) cut.get(i))
          .put("poisson_refuted", shuffled.get(i).costMoreThan(poisson.get(i)));
    }
    ArrayNode list = node.putArray("others");
    others.forEach(other -> other.put(list.addObject()));
    attacker.put(node.putObject("attacker"));
    return JsonReport.text(node);
  }

  private static void put(ArrayNode list, List<Batches> costs) {
    costs.forEach(cost -> cost.put(list.addObject()));
  }
}
