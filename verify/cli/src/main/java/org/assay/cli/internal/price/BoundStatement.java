package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.internal.command.CitationJson;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommands {@code epsilon} and {@code delta}.
 *
 * @param event the event
 * @param formulas the fractions in the event, as typed
 * @param adjacency the relation of the guarantee
 * @param wanted {@code epsilon} or {@code delta}
 * @param other the other one of the two
 * @param at the value of the other one
 * @param bound the certified interval and its method
 * @param account the cost of Poisson samples, for shuffled batches
 */
record BoundStatement(
    DpEvent event,
    List<String> formulas,
    AdjacencyRelation adjacency,
    String wanted,
    String other,
    double at,
    Bound bound,
    Optional<PoissonAccount> account)
    implements Statement {
  /**
   * Value above which a search for an epsilon counts as unbounded; some searches go on to the
   * largest double. Not tuned.
   */
  private static final double SEARCHED = 1e300;

  /** The help text of both subcommands. */
  static final String DESCRIPTION =
      "Prints an interval, rounded outward to six digits (--json has all of them), of which the"
          + " upper end is the guarantee. Then it names the method, says whether the interval"
          + " encloses the true value, and where that is proved. A line restated: names the theorem"
          + " that carries the event over to the relation of the guarantee. Kinds of events and"
          + " their arguments stand in docs/reference/events.md.";

  static BoundStatement epsilon(
      DpEvent event, List<String> formulas, AdjacencyRelation adjacency, double delta) {
    Bound bound = TightestBound.of(event, adjacency).epsilon(delta);
    Optional<PoissonAccount> account =
        PoissonAccount.of(
            event, "epsilon", bound.value(), poisson -> poisson.epsilon(delta).value());
    return new BoundStatement(
        event, formulas, adjacency, "epsilon", "delta", delta, bound, account);
  }

  static BoundStatement delta(
      DpEvent event, List<String> formulas, AdjacencyRelation adjacency, double epsilon) {
    Bound bound = TightestBound.of(event, adjacency).delta(epsilon);
    Optional<PoissonAccount> account =
        PoissonAccount.of(event, "delta", bound.value(), poisson -> poisson.delta(epsilon).value());
    return new BoundStatement(
        event, formulas, adjacency, "delta", "epsilon", epsilon, bound, account);
  }

  @Override
  public String text() {
    return String.join(
        "\n",
        value() + " at " + other + " " + Decimals.number(at) + " under " + adjacency,
        "guarantee: " + promise(),
        "event: " + EventKinds.describe(event, adjacency, formulas),
        PremiseLines.text(event, adjacency)
            + "method: "
            + MethodNote.of(bound.method()).words()
            + (isUnbounded() ? "" : meaning() + whyWide()),
        "proved in: " + Reference.text(bound.method().citation()),
        account.map(poisson -> poisson.text() + "\n").orElse(""));
  }

  private String whyWide() {
    return bound.whyWide().map(limit -> "\nwide because " + limit).orElse("");
  }

  /** Whether the search reached its limit, so that no finite bound is proved. */
  private boolean isUnbounded() {
    return bound.value().lower() >= SEARCHED && bound.value().upper() == Double.POSITIVE_INFINITY;
  }

  private String value() {
    return isUnbounded()
        ? wanted + " unbounded: no finite guarantee"
        : wanted + " " + Decimals.BY_SIZE.outward(bound.value());
  }

  private String promise() {
    double upper = bound.value().upper();
    return upper == Double.POSITIVE_INFINITY
        ? "none"
        : "the upper end, " + guarantee(Decimals.BY_SIZE.up(upper), Decimals.BY_SIZE.given(at));
  }

  private String guarantee(String upper, String at) {
    boolean epsilonWanted = wanted.equals("epsilon");
    String pair = epsilonWanted ? upper + ", " + at : at + ", " + upper;
    return "(" + pair + ")-DP under " + adjacency;
  }

  private String meaning() {
    if (bound.method().exact()) {
      return ": the interval encloses the true " + wanted;
    }
    return bound.method() == TightestBound.Method.RENYI_ABOVE_LOSSES
        ? ": no guarantee from the pairs that dominate the steps is below the interval; the true "
            + wanted
            + " may be smaller"
        : ": the interval encloses the bound that this method proves; the true "
            + wanted
            + " may be smaller";
  }

  @Override
  public String json() {
    return JsonReport.text(node());
  }

  /** The statement as JSON, to which more may be added. */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject(wanted)
        .put("lower", bound.value().lowerDecimal())
        .put("upper", bound.value().upperDecimal());
    node.put(other, at);
    node.put("adjacency", adjacency.label());
    node.put("guarantee", guarantee(bound.value().upperDecimal(), Double.toString(at)));
    node.put("event", EventKinds.describe(event, adjacency, formulas));
    PremiseLines.put(node, event, adjacency);
    node.put("method", MethodNote.of(bound.method()).words() + meaning());
    node.put("encloses_true_value", bound.method().exact());
    bound.whyWide().ifPresent(limit -> node.put("wide_because", limit));
    account.ifPresent(poisson -> poisson.put(node));
    CitationJson.put(node, bound.method().citation());
    return node;
  }

  /**
   * The cost that is often stated for shuffled batches: that of as many Poisson samples of the same
   * expected size.
   *
   * @param wanted {@code epsilon} or {@code delta}
   * @param claimed the interval of the Poisson samples
   * @param own the bracket of the shuffled batches themselves
   */
  record PoissonAccount(String wanted, Enclosure claimed, Enclosure own) {
    /** Largest number of steps for which the cost is computed. */
    private static final long MOST_STEPS = 1L << 53;

    /**
     * The account of an event.
     *
     * @param event the event
     * @param wanted {@code epsilon} or {@code delta}
     * @param own the bracket of the event itself
     * @param question the computation for the Poisson samples
     * @return the account; empty for all events but shuffled batches
     */
    static Optional<PoissonAccount> of(
        DpEvent event, String wanted, Enclosure own, Function<TightestBound, Enclosure> question) {
      return event
          .accept(new Samples())
          .map(samples -> TightestBound.of(samples, event.adjacency()))
          .map(bound -> new PoissonAccount(wanted, question.apply(bound), own));
    }

    /** Whether the mechanism itself certainly costs more. */
    boolean refuted() {
      return own.lower() > claimed.upper();
    }

    String text() {
      String cost =
          "accounted as Poisson samples: " + wanted + " " + Decimals.BY_SIZE.up(claimed.upper());
      return refuted()
          ? cost
              + ", REFUTED for shuffled batches, whose own "
              + wanted
              + " is at least "
              + Decimals.BY_SIZE.down(own.lower())
          : cost + ", not proved for shuffled batches and not refuted by this test";
    }

    void put(ObjectNode node) {
      ObjectNode account = node.putObject("accounted_as_poisson");
      account
          .putObject(wanted)
          .put("lower", claimed.lowerDecimal())
          .put("upper", claimed.upperDecimal());
      account.put("refuted", refuted());
    }

    private static final class Samples extends DefaultVisitor<Optional<DpEvent>> {
      @Override
      protected Optional<DpEvent> visitOther(DpEvent other) {
        return Optional.empty();
      }

      @Override
      public Optional<DpEvent> visitShuffledBatches(ShuffledBatchesEvent run) {
        if (run.batches() > MOST_STEPS / run.epochs()) {
          return Optional.empty();
        }
        AdjacencyRelation adjacency = run.adjacency();
        return Optional.of(
            DpEvent.gaussian(run.noiseMultiplier(), ofSum(adjacency))
                .poissonSampled(1.0 / run.batches())
                .times(run.batches() * run.epochs()));
      }

      /**
       * A replaced record's samples are bounded through its absence, by a theorem that restates.
       */
      private static Sensitivity ofSum(AdjacencyRelation adjacency) {
        return Sensitivity.unit(
            adjacency == AdjacencyRelation.REPLACE_ONE
                ? AdjacencyRelation.ADD_OR_REMOVE
                : adjacency);
      }
    }
  }
}
