package org.assay.cli.internal.dpsgd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.CitationJson;
import org.assay.cli.internal.price.MethodNote;

/**
 * What batches of one kind cost under one relation.
 *
 * @param adjacency the relation
 * @param delta the delta at which epsilon is asked for
 * @param bound epsilon, its upper end being the guarantee
 */
record Batches(AdjacencyRelation adjacency, double delta, Bound bound) {
  /** Poisson samples; under replace-one a theorem restates them. */
  static Batches poisson(
      Plan plan, double noiseMultiplier, double delta, AdjacencyRelation adjacency) {
    Bound bound = TightestBound.of(plan.poisson(noiseMultiplier), adjacency).epsilon(delta);
    return new Batches(adjacency, delta, bound);
  }

  /**
   * Batches cut from a shuffle. The guarantee is that of all epochs that are begun. Its lower end
   * is what whole epochs reveal, if all records take part in them; nothing is known otherwise.
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
      Plan plan, double noiseMultiplier, double delta, AdjacencyRelation adjacency, long howMany) {
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
