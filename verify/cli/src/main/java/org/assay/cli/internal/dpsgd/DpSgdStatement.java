package org.assay.cli.internal.dpsgd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.internal.command.CitationJson;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.price.DefaultOrders;
import org.assay.cli.internal.price.MethodNote;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code dp-sgd}.
 *
 * @param plan the plan of the training
 * @param noiseMultiplier standard deviation of the noise over the clipping norm
 * @param target the epsilon for which the noise multiplier was calibrated, if any
 * @param delta delta of all statements
 * @param poisson the cost of Poisson samples, under add-or-remove and under replace-one
 * @param shuffled the cost of shuffled batches, under zero-out and under replace-one
 * @param others the results of other libraries
 * @param attacker the success of an attacker
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
    return String.format(
        "%s: %s %ss, %s in a %s%s, noise multiplier %s, delta %s",
        words().training(),
        plan.records(),
        words().unit(),
        plan.batchSize(),
        words().sample(),
        plan.epochs().map(epochs -> ", " + plain(epochs) + " epochs").orElse(""),
        Decimals.BY_SIZE.given(noiseMultiplier),
        Decimals.BY_SIZE.given(delta));
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

  /** A rate for display; the certified numbers are about the double itself. */
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

  /**
   * An attacker who sees the whole release, knows all other records, and guesses whether a record
   * takes part, at prior probability 1/2. The best guess is right with probability (1 + delta)/2,
   * with delta at epsilon 0, the total variation between both cases.
   *
   * @param advantage delta at epsilon 0
   */
  record Attacker(Bound advantage) {
    private static final int PLACES = 2;

    /** Two decimals of a percentage. */
    private static final BigDecimal HALF_OF_PERCENT = BigDecimal.valueOf(50);

    static Attacker of(DpEvent event) {
      return new Attacker(TightestBound.of(event, AdjacencyRelation.ADD_OR_REMOVE).delta(0));
    }

    private BigDecimal atMost() {
      return percent(Math.min(1, advantage.value().upper()), RoundingMode.CEILING);
    }

    private BigDecimal atLeast() {
      return percent(advantage.value().lower(), RoundingMode.FLOOR);
    }

    private static BigDecimal percent(double advantage, RoundingMode mode) {
      return BigDecimal.ONE
          .add(new BigDecimal(advantage))
          .multiply(HALF_OF_PERCENT)
          .setScale(PLACES, mode);
    }

    String text(Wording wording) {
      String reached =
          advantage.method().exact()
              ? "; there are neighbours where one is right " + atLeast() + "%"
              : "";
      return String.format(
          "a guess at even odds whether a %s took part is right at most %s%% of the time"
              + " (Poisson)%s",
          wording.unit(), atMost(), reached);
    }

    void put(ObjectNode node) {
      node.put("right_at_most_percent", atMost());
      if (advantage.method().exact()) {
        node.put("right_at_least_percent", atLeast());
      }
    }
  }

  /**
   * The cost of batches of one kind under one relation.
   *
   * @param adjacency the relation
   * @param delta the delta of the epsilon
   * @param bound the epsilon, whose upper end is the guarantee
   */
  record Batches(AdjacencyRelation adjacency, double delta, Bound bound) {
    /** The cost of Poisson samples; under replace-one by a theorem that restates the guarantee. */
    static Batches poisson(
        Plan plan, double noiseMultiplier, double delta, AdjacencyRelation adjacency) {
      Bound bound = TightestBound.of(plan.poisson(noiseMultiplier), adjacency).epsilon(delta);
      return new Batches(adjacency, delta, bound);
    }

    /**
     * Batches cut from a shuffle. The guarantee is that of all epochs that are begun. The lower end
     * is that of whole epochs, if all records take part in them; otherwise no lower end is known.
     */
    static Batches shuffled(
        Plan plan, double noiseMultiplier, double delta, AdjacencyRelation adjacency) {
      Bound begun = epochs(plan, noiseMultiplier, delta, adjacency, plan.begunEpochs());
      if (plan.seesAll() && plan.wholeEpochs() == plan.begunEpochs()) {
        return new Batches(adjacency, delta, begun);
      }
      double lower =
          plan.seesAll() && plan.wholeEpochs() > 0
              ? epochs(plan, noiseMultiplier, delta, adjacency, plan.wholeEpochs()).value().lower()
              : 0;
      Enclosure bracket = Enclosure.of(lower, begun.value().upper());
      return new Batches(adjacency, delta, new Bound(bracket, begun.method()));
    }

    private static Bound epochs(
        Plan plan,
        double noiseMultiplier,
        double delta,
        AdjacencyRelation adjacency,
        long howMany) {
      return TightestBound.of(plan.shuffled(noiseMultiplier, howMany, adjacency), adjacency)
          .epsilon(delta);
    }

    /** Whether these batches certainly cost more than the others guarantee. */
    boolean costMoreThan(Batches others) {
      return bound.value().lower() > others.bound.value().upper();
    }

    String text() {
      return adjacency
          + ": epsilon "
          + Decimals.BY_SIZE.outward(bound.value())
          + ", guarantee: "
          + guarantee(Decimals.BY_SIZE.up(bound.value().upper()), Decimals.BY_SIZE.given(delta));
    }

    private String guarantee(String upper, String at) {
      return bound.value().upper() == Double.POSITIVE_INFINITY
          ? "none"
          : "(" + upper + ", " + at + ")-DP";
    }

    void put(ObjectNode node) {
      node.put("adjacency", adjacency.label());
      node.putObject("epsilon")
          .put("lower", bound.value().lowerDecimal())
          .put("upper", bound.value().upperDecimal());
      node.put(
          "guarantee",
          guarantee(bound.value().upperDecimal(), Double.toString(delta)) + " under " + adjacency);
      node.put("method", MethodNote.of(bound.method()).words());
      node.put("encloses_true_value", bound.method().exact());
      CitationJson.put(node, bound.method().citation());
    }
  }

  /**
   * The epsilon of another library's accountant for the same training, under add-or-remove, by
   * evaluation of its published formulas. The library itself may differ in the last digits, and
   * dp_accounting returns 0 if a divergence is below the square of delta.
   *
   * @param library the library and its accountant
   * @param epsilon the result of its formulas
   * @param why the method, and the reason why it differs
   */
  record OtherAccount(String library, double epsilon, String why) {
    private static final AdjacencyRelation RELATION = AdjacencyRelation.ADD_OR_REMOVE;

    /** {@code eps_error} of the default accountant of Opacus, which is added to its estimate. */
    private static final double OPACUS_MARGIN = 0.01;

    /** The results of all libraries. */
    static List<OtherAccount> of(Plan plan, double noiseMultiplier, double delta) {
      boolean federated = plan.wording() == Wording.CLIENTS;
      // The data loader of Opacus turns a loader with this number of batches into Poisson samples.
      double loaded = federated ? plan.rate() : 1.0 / plan.batches();
      String rate = federated ? "" : " at rate 1/" + plan.batches();
      DpEvent opacus = plan.poisson(noiseMultiplier, loaded);
      double exact = TightestBound.of(opacus, RELATION).epsilon(delta).value().upper();
      DpEvent unsampled =
          DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(RELATION)).times(plan.begunEpochs());
      return List.of(
          new OtherAccount(
              "Opacus, prv",
              exact + OPACUS_MARGIN,
              "its default: about the true epsilon" + rate + " and its margin of 0.01"),
          new OtherAccount(
              "Opacus, rdp",
              byRenyi(opacus, DefaultOrders.OPACUS, delta),
              "plain Rényi accounting with "
                  + DefaultOrders.OPACUS.count()
                  + " default orders"
                  + rate
                  + ", which loses in the conversion"),
          new OtherAccount(
              "TensorFlow Privacy, Poisson sampling",
              byRenyi(plan.poisson(noiseMultiplier), DefaultOrders.DP_ACCOUNTING, delta),
              "the same with "
                  + DefaultOrders.DP_ACCOUNTING.count()
                  + " default orders; Poisson is its assumption"),
          new OtherAccount(
              "TensorFlow Privacy, each example once per epoch",
              byRenyi(unsampled, DefaultOrders.DP_ACCOUNTING, delta),
              "the same without sampling, for any order"));
    }

    String text() {
      return library + ": epsilon " + Decimals.BY_SIZE.up(epsilon) + " (" + why + ")";
    }

    void put(ObjectNode node) {
      node.put("library", library).put("epsilon", epsilon).put("why", why);
    }

    private static double byRenyi(DpEvent event, DefaultOrders orders, double delta) {
      return orders.improved(Steps.of(event, RELATION).renyi(), delta);
    }
  }
}
