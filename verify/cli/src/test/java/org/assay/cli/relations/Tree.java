package org.assay.cli.relations;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * An event and its description in an event file.
 *
 * @param event as the library builds it
 * @param file as a file describes it
 */
record Tree(DpEvent event, String file) {
  AdjacencyRelation adjacency() {
    return event.adjacency();
  }

  /** A mechanism; the size is from 0 (much noise) to 1 (little). */
  static Tree leaf(String kind, double size, AdjacencyRelation adjacency) {
    Sensitivity one = Sensitivity.unit(adjacency);
    double noise = Math.scalb(1.0, (int) Math.round(4 - 4 * size));
    return switch (kind) {
      case "gaussian" -> leaf(DpEvent.gaussian(noise, one), kind, "noise_multiplier: " + noise);
      case "laplace" -> leaf(DpEvent.laplace(noise, one), kind, "noise_multiplier: " + noise);
      case "randomized-response" ->
          leaf(
              DpEvent.randomizedResponse(0.55 + size / 4, adjacency),
              kind,
              "truth_probability: " + (0.55 + size / 4));
      case "pure" -> leaf(new PureEvent(1 / noise, adjacency), kind, "epsilon: " + 1 / noise);
      case "discrete-laplace" ->
          leaf(new DiscreteLaplaceEvent(noise, one), kind, "scale: " + noise);
      case "discrete-gaussian" ->
          leaf(new DiscreteGaussianEvent(noise, one), kind, "sigma: " + noise);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static Tree leaf(DpEvent event, String kind, String keys) {
    return new Tree(event, object(kind, keys + ", adjacency: " + event.adjacency().label()));
  }

  private static String object(String kind, String keys) {
    return String.format(Locale.ROOT, "{%s: {%s}}", kind, keys);
  }

  Tree poisson(double q) {
    return new Tree(
        event.poissonSampled(q),
        object("poisson", "sampling_probability: " + q + ", event: " + file));
  }

  Tree fixedSize(long sample, long population) {
    return new Tree(
        event.fixedSizeSampled(sample, population),
        object("fixed-size", sizes(sample, population)));
  }

  Tree withReplacement(long sample, long population) {
    return new Tree(
        event.sampledWithReplacement(sample, population),
        object("with-replacement", sizes(sample, population)));
  }

  private String sizes(long sample, long population) {
    return "sample_size: " + sample + ", population_size: " + population + ", event: " + file;
  }

  Tree times(long count) {
    return new Tree(event.times(count), object("repeat", "times: " + count + ", event: " + file));
  }

  Tree group(long size) {
    return new Tree(
        new GroupEvent(event, size), object("group", "size: " + size + ", event: " + file));
  }

  Tree alone(ParallelEvent.Assignment assignment) {
    String word = assignment == ParallelEvent.Assignment.BY_SLOT ? "by-slot" : "by-value";
    return new Tree(
        new ParallelEvent(List.of(event), assignment),
        object("parallel", "assignment: " + word + ", events: [" + file + "]"));
  }

  static Tree sequence(Tree... parts) {
    DpEvent[] events = List.of(parts).stream().map(Tree::event).toArray(DpEvent[]::new);
    String files = List.of(parts).stream().map(Tree::file).collect(Collectors.joining(", "));
    return new Tree(DpEvent.sequence(events), "{sequence: [" + files + "]}");
  }

  static Arbitrary<Tree> leaves(AdjacencyRelation adjacency) {
    Arbitrary<String> kinds =
        Arbitraries.of(
            "gaussian",
            "laplace",
            "randomized-response",
            "pure",
            "discrete-laplace",
            "discrete-gaussian");
    return Combinators.combine(kinds, Arbitraries.of(0.0, 0.25, 0.5, 0.75))
        .as((kind, size) -> leaf(kind, size, adjacency));
  }

  /** Mechanisms, samples of them, repetitions and pairs. */
  static Arbitrary<Tree> trees(AdjacencyRelation adjacency) {
    Arbitrary<Tree> leaves = leaves(adjacency);
    Arbitrary<Tree> sampled =
        adjacency == AdjacencyRelation.REPLACE_ONE
            ? leaves.map(leaf -> leaf.fixedSize(1, 4))
            : leaves.map(leaf -> leaf.poisson(0.25));
    Arbitrary<Tree> steps = Arbitraries.oneOf(leaves, sampled);
    Arbitrary<Tree> repeated = Combinators.combine(steps, Arbitraries.of(2L, 5L)).as(Tree::times);
    Arbitrary<Tree> pairs =
        Combinators.combine(steps, repeated).as((first, second) -> sequence(first, second));
    return Arbitraries.oneOf(leaves, sampled, repeated, pairs);
  }

  @Override
  public String toString() {
    return file;
  }
}
