package org.assay.cli.dpsgd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.command.Statement;
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
    lines.add(steps());
    lines.add(rate());
    lines.add("");
    lines.add(
        "if every " + words().unit() + " joins each " + words().sample() + " at random (Poisson):");
    poisson.forEach(cost -> lines.add("  " + cost.text()));
    lines.add("if " + words().samples() + " are cut from a shuffle, each epoch anew:");
    for (int i = 0; i < shuffled.size(); i++) {
      lines.add("  " + shuffled.get(i).text() + comparison(i));
    }
    lines.add("what others print, for Poisson under add-remove:");
    others.forEach(other -> lines.add("  " + line(other)));
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
        + plan.epochs().map(epochs -> ", epochs " + epochs).orElse("")
        + ", noise multiplier "
        + noiseMultiplier
        + ", delta "
        + delta;
  }

  private String found(double epsilon) {
    return "noise multiplier: the smallest of five digits with epsilon "
        + epsilon
        + " for Poisson samples under add-remove";
  }

  private String steps() {
    if (words() == Wording.CLIENTS) {
      return "rounds: " + plan.steps();
    }
    return "steps: "
        + plan.steps()
        + plan.epochs().map(epochs -> ", " + plan.batches() + " in each epoch" + last()).orElse("");
  }

  private String last() {
    if (plan.left() == 0) {
      return "";
    }
    return plan.dropLast()
        ? ", which leaves " + plan.left() + " records aside"
        : ", the last one on "
            + plan.left()
            + " records (--drop-last leaves it out, --steps says another number)";
  }

  private String rate() {
    return "rate: "
        + plan.batchSize()
        + "/"
        + plan.records()
        + " = "
        + Decimals.BY_SIZE.up(plan.rate())
        + (words() == Wording.CLIENTS
            ? ""
            : "; a batch is what one noisy step sees, with all parts of accumulated gradients");
  }

  private String comparison(int i) {
    return shuffled.get(i).costMoreThan(poisson.get(i))
        ? "; the epsilon of Poisson is REFUTED for these"
        : "";
  }

  private static String line(OtherAccount other) {
    return other.library()
        + ": epsilon "
        + Decimals.BY_SIZE.up(other.epsilon())
        + " ("
        + other.why()
        + ")";
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
    for (OtherAccount other : others) {
      list.addObject()
          .put("library", other.library())
          .put("epsilon", other.epsilon())
          .put("why", other.why());
    }
    attacker.put(node.putObject("attacker"));
    return JsonReport.text(node);
  }

  private static void put(ArrayNode list, List<Batches> costs) {
    costs.forEach(cost -> cost.put(list.addObject()));
  }
}
