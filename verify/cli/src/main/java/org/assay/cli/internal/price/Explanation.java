package org.assay.cli.internal.price;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code explain}.
 *
 * @param event the event
 * @param formulas the fractions in the event, as typed
 * @param adjacency the relation of all epsilons
 * @param delta the delta of all epsilons
 * @param certified the certified interval
 * @param others the results of other methods, in the order of the table
 */
record Explanation(
    DpEvent event,
    List<String> formulas,
    AdjacencyRelation adjacency,
    double delta,
    Bound certified,
    List<Way> others)
    implements Statement {
  /**
   * A method for an epsilon.
   *
   * @param name the name of the method
   * @param epsilon its result; empty if the method does not apply
   * @param why the reason why it differs, or does not apply
   * @param citation its source
   */
  record Way(String name, OptionalDouble epsilon, String why, Citation citation) {}

  static Explanation of(
      DpEvent event, List<String> formulas, AdjacencyRelation adjacency, double delta) {
    Bound certified = TightestBound.of(event, adjacency).epsilon(delta);
    List<Way> ways = new ArrayList<>(byDivergences(event, adjacency, delta));
    ways.add(byCentralLimit(event, adjacency, delta, certified));
    ways.addAll(new StepByStep(event, adjacency, delta).ways());
    return new Explanation(event, formulas, adjacency, delta, certified, ways);
  }

  private static List<Way> byDivergences(DpEvent event, AdjacencyRelation adjacency, double delta) {
    Citation improved = new Citation("CanonneKamathSteinke2020", "Proposition 12");
    Citation classical = new Citation("Mironov2017", "Proposition 3");
    Optional<RdpCurve> curve = ifKnown(() -> Cost.of(event, adjacency).renyi());
    String few = DefaultOrders.OPACUS.count() + " default orders of Opacus";
    String more = DefaultOrders.DP_ACCOUNTING.count() + " of dp_accounting";
    return List.of(
        new Way(
            "Rényi, best real order",
            known(ifKnown(() -> Accountant.rdp(adjacency).compose(event).epsilonAt(delta).upper())),
            "the conversion loses what the orders do not tell apart",
            improved),
        new Way(
            "Rényi, improved conversion",
            known(curve.map(known -> DefaultOrders.OPACUS.improved(known, delta))),
            few,
            improved),
        new Way(
            "Rényi, improved conversion",
            known(curve.map(known -> DefaultOrders.DP_ACCOUNTING.improved(known, delta))),
            more,
            improved),
        new Way(
            "Rényi, classical conversion",
            known(curve.map(known -> DefaultOrders.OPACUS.classical(known, delta))),
            few + "; log(1/delta)/(order - 1) is added in full",
            classical));
  }

  private static OptionalDouble known(Optional<Double> epsilon) {
    return epsilon.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
  }

  /**
   * The mu to which compositions of Poisson samples of one Gaussian tend, {@code q sqrt(T (e^(1/σ²)
   * - 1))} ([@BuDongLongSu2020], Theorem 5), and its epsilon. This epsilon is no bound.
   */
  private static Way byCentralLimit(
      DpEvent event, AdjacencyRelation adjacency, double delta, Bound certified) {
    Citation citation = new Citation("BuDongLongSu2020", "Theorem 5");
    String name = "central limit of GDP";
    Optional<Double> mu =
        adjacency == AdjacencyRelation.ADD_OR_REMOVE && event.adjacency() == adjacency
            ? event.accept(new LimitOfSamples())
            : Optional.empty();
    if (mu.isEmpty()) {
      return new Way(
          name,
          OptionalDouble.empty(),
          "known here for repeated Poisson samples of one Gaussian under add-remove",
          citation);
    }
    double epsilon = mu.get() > 0 ? GaussianMechanism.epsilon(mu.get(), delta).midpoint() : 0;
    Enclosure interval = certified.value();
    String side =
        epsilon < interval.lower()
            ? "too small here"
            : epsilon > interval.upper() ? "too large here" : "inside the interval here";
    return new Way(
        name, OptionalDouble.of(epsilon), "NOT a bound, an estimate; it is " + side, citation);
  }

  private static final class LimitOfSamples extends DefaultVisitor<Optional<Double>> {
    private final double count;

    LimitOfSamples() {
      this(1);
    }

    private LimitOfSamples(double count) {
      this.count = count;
    }

    @Override
    protected Optional<Double> visitOther(DpEvent other) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(new LimitOfSamples(count * event.count()));
    }

    @Override
    public Optional<Double> visitPoissonSampled(PoissonSampledEvent event) {
      double probability = event.samplingProbability();
      return event
          .event()
          .accept(new MultiplierOf())
          .map(sigma -> probability * Math.sqrt(count * Math.expm1(1 / (sigma * sigma))))
          .filter(mu -> mu < Double.POSITIVE_INFINITY);
    }
  }

  /** The noise multiplier of a single Gaussian. */
  private static final class MultiplierOf extends DefaultVisitor<Optional<Double>> {
    @Override
    protected Optional<Double> visitOther(DpEvent other) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> visitGaussian(GaussianEvent event) {
      return Optional.of(event.noiseMultiplier());
    }
  }

  /**
   * Composition theorems, which use only an epsilon and a delta of every step.
   *
   * @param steps the different steps with their numbers of runs
   */
  private record StepByStep(Map<DpEvent, Long> steps, AdjacencyRelation adjacency, double delta) {
    StepByStep(DpEvent event, AdjacencyRelation adjacency, double delta) {
      this(new LinkedHashMap<>(), adjacency, delta);
      event.accept(new Counting(steps, 1));
    }

    List<Way> ways() {
      long count = steps.values().stream().mapToLong(Long::longValue).sum();
      double share = Rounding.divideDown(delta / 2, (double) count);
      String each = " to each of " + count + (count == 1 ? " step" : " steps");
      Optional<Map<DpEvent, Double>> all =
          ifKnown(() -> epsilons(Rounding.divideDown(delta, (double) count)));
      Optional<Map<DpEvent, Double>> half = ifKnown(() -> epsilons(share));
      boolean alike = steps.size() == 1;
      return List.of(
          new Way(
              "basic composition",
              known(all.map(this::sum)),
              "epsilons add up; delta/steps" + each,
              new Citation("DworkRoth2014", "Theorem 3.16")),
          new Way(
              "advanced composition",
              known(half.map(this::advanced)),
              "delta/2 for the theorem, the rest" + each,
              alike
                  ? new Citation("DworkRoth2014", "Theorem 3.20")
                  : new Citation("KairouzOhViswanath2015", "Theorem 3.5")),
          new Way(
              "optimal composition",
              known(half.flatMap(known -> ifKnown(() -> optimal(known, share)))),
              "the best that follows from (epsilon, delta) of the steps; delta/2" + each,
              alike
                  ? new Citation("KairouzOhViswanath2015", "Theorem 3.3")
                  : new Citation("MurtaghVadhan2016", "Theorem 1.5")));
    }

    private Map<DpEvent, Double> epsilons(double share) {
      Map<DpEvent, Double> epsilons = new LinkedHashMap<>();
      steps.forEach(
          (step, count) ->
              epsilons.put(step, TightestBound.of(step, adjacency).epsilon(share).value().upper()));
      return epsilons;
    }

    private double sum(Map<DpEvent, Double> epsilons) {
      Enclosure sum = Enclosure.ZERO;
      for (Map.Entry<DpEvent, Double> step : epsilons.entrySet()) {
        sum = sum.plus(times(step, Enclosure.exact(step.getValue())));
      }
      return sum.upper();
    }

    private Enclosure times(Map.Entry<DpEvent, Double> step, Enclosure once) {
      return once.times(Enclosure.ofCount(steps.getOrDefault(step.getKey(), 0L)));
    }

    /**
     * {@code sqrt(2 log(2/delta) Σ ε²) + Σ ε (e^ε - 1)} for steps of one kind. For unlike ones each
     * {@code e^ε - 1} is over {@code e^ε + 1}, the logarithm may be {@code log(e + 2 sqrt(Σ
     * ε²)/delta)}, and the sum of the epsilons counts too: the theorem takes the least.
     */
    private double advanced(Map<DpEvent, Double> epsilons) {
      boolean alike = steps.size() == 1;
      Enclosure squares = Enclosure.ZERO;
      Enclosure means = Enclosure.ZERO;
      for (Map.Entry<DpEvent, Double> step : epsilons.entrySet()) {
        Enclosure epsilon = Enclosure.exact(step.getValue());
        squares = squares.plus(times(step, epsilon.square()));
        Enclosure growth = epsilon.expm1();
        Enclosure once = alike ? growth : growth.dividedBy(growth.plus(2));
        means = means.plus(times(step, epsilon.times(once)));
      }
      Enclosure half = Enclosure.exact(delta / 2);
      Enclosure log = half.log().negate();
      if (!alike) {
        log = log.min(squares.sqrt().dividedBy(half).plus(Enclosure.exact(1).exp()).log());
      }
      double theorem = squares.times(log.times(2)).sqrt().plus(means).upper();
      return alike ? theorem : Math.min(theorem, sum(epsilons));
    }

    private double optimal(Map<DpEvent, Double> epsilons, double share) {
      List<DpEvent> composed = new ArrayList<>();
      steps.forEach(
          (step, count) ->
              composed.add(
                  new ApproximateEvent(epsilons.getOrDefault(step, 0.0), share, adjacency)
                      .times(count)));
      return TightestBound.of(new ComposedEvent(composed), adjacency)
          .epsilon(delta)
          .value()
          .upper();
    }
  }

  /** Finds the steps of a run. */
  private static final class Counting extends DefaultVisitor<Integer> {
    private final Map<DpEvent, Long> steps;
    private final long times;

    private Counting(Map<DpEvent, Long> steps, long times) {
      this.steps = steps;
      this.times = times;
    }

    @Override
    protected Integer visitOther(DpEvent other) {
      steps.merge(other, times, Math::addExact);
      return steps.size();
    }

    @Override
    public Integer visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(new Counting(steps, Math.multiplyExact(times, event.count())));
    }

    @Override
    public Integer visitComposed(ComposedEvent event) {
      event.events().forEach(part -> part.accept(this));
      return steps.size();
    }
  }

  @Override
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "epsilon at delta "
            + Decimals.BY_SIZE.given(delta)
            + " under "
            + adjacency
            + " of "
            + EventKinds.describe(event, adjacency, formulas));
    lines.addAll(PremiseLines.text(event, adjacency).lines().toList());
    lines.add("");
    List<String> sources = new ArrayList<>();
    lines.add(
        row(
            "certified",
            Decimals.BY_SIZE.outward(certified.value()),
            MethodNote.of(certified.method()).words(),
            place(certified.method().citation(), sources)));
    for (Way way : others) {
      lines.add(row(way.name(), shown(way.epsilon()), way.why(), place(way.citation(), sources)));
    }
    lines.add("");
    for (int i = 0; i < sources.size(); i++) {
      lines.add("[" + (i + 1) + "] " + sources.get(i));
    }
    lines.add(
        "Tools also differ in what they are asked: the relation, the sampling, the number of"
            + " steps.");
    lines.add("");
    return String.join("\n", lines);
  }

  private static String shown(OptionalDouble epsilon) {
    if (epsilon.isEmpty()) {
      return "-";
    }
    return epsilon.getAsDouble() == Double.POSITIVE_INFINITY
        ? "none finite"
        : Decimals.BY_SIZE.up(epsilon.getAsDouble());
  }

  private static int place(Citation citation, List<String> sources) {
    String source = Reference.text(citation);
    if (!sources.contains(source)) {
      sources.add(source);
    }
    return sources.indexOf(source) + 1;
  }

  private static String row(String name, String epsilon, String why, int source) {
    return String.format("%-28s %-20s %s [%s]", name, epsilon, why, source);
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("event", EventKinds.describe(event, adjacency, formulas));
    PremiseLines.put(node, event, adjacency);
    node.put("adjacency", adjacency.label());
    node.put("delta", delta);
    node.putObject("certified")
        .put("lower", certified.value().lowerDecimal())
        .put("upper", certified.value().upperDecimal())
        .put("method", MethodNote.of(certified.method()).words());
    ArrayNode list = node.putArray("others");
    for (Way way : others) {
      ObjectNode row = list.addObject().put("method", way.name());
      way.epsilon().ifPresent(epsilon -> row.put("epsilon", epsilon));
      row.put("why", way.why()).put("citation", way.citation().toString());
    }
    return JsonReport.text(node);
  }
}
