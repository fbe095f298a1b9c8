package org.assay.cli.internal.events;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.assay.accountant.event.EventKey;
import org.assay.accountant.event.EventKinds;
import org.assay.cli.internal.input.Value;

/**
 * How the cost of each kind of event depends on each of its numbers: the one table that says what a
 * question mark may stand for. The arguments stand in {@code docs/events.md}; they decide only
 * whether an answer is the best one, as every answer's own cost is certified.
 */
final class NumberKeys {
  private static final Search EPSILON = Search.largest(1e-9, 1e4, 1);
  private static final Search DELTA = Search.largest(1e-300, Math.nextDown(1.0), 1e-9);
  private static final Search RHO = Search.largest(1e-12, 1e6, 0.1);
  private static final Search SENSITIVITY = Search.largest(1e-9, 1e9, 1);
  private static final Search ORDERS = Search.smallest(1 + 1e-9, 1e12, 10);
  private static final Search MEAN = Search.largest(1e-6, 1e9, 1);
  private static final Search FALLING_PROBABILITY = Search.smallest(1e-12, 1 - 1e-12, 0.5);
  private static final Search TRUTH = Search.largest(1e-12, 1 - 0x1p-53, 0.5);

  private static final String RELATIVE =
      "noise is stated relative to it, so the cost does not depend on it; find the noise";
  private static final String LIST = "it is a list; find another number";
  private static final String NOT_PROVED =
      "no proof says that the bound rises or falls with it; find the noise";
  private static final String LIMITED =
      "where batches are full, more records crowd each other out, so the cost may rise and fall;"
          + " find a number of the step";

  private static final Map<String, Map<String, Dependence>> ALL = all();

  private NumberKeys() {}

  /**
   * How the cost depends on a number.
   *
   * @param search how the best number is found; empty where none is
   * @param why why it is not looked for
   * @param limits the least and the most that the event's other keys allow
   */
  record Dependence(
      Optional<Search> search, String why, BiFunction<String, Map<String, Value>, Search> limits) {
    static Dependence of(Search search) {
      return new Dependence(
          Optional.of(search),
          "",
          (key, others) -> search.within(key, 0, Double.POSITIVE_INFINITY));
    }

    static Dependence refused(String why) {
      return new Dependence(
          Optional.empty(),
          why,
          (key, others) -> {
            throw new IllegalStateException(key + " is not looked for: " + why);
          });
    }

    static Dependence atMost(Search search, String other) {
      return new Dependence(
          Optional.of(search),
          "",
          (key, others) -> search.within(key, 0, number(others, other, Double.POSITIVE_INFINITY)));
    }

    static Dependence atLeast(Search search, String other) {
      return new Dependence(
          Optional.of(search),
          "",
          (key, others) -> search.within(key, number(others, other, 1), Double.POSITIVE_INFINITY));
    }

    /** Of so many answers the least private truth is above one over their number. */
    static Dependence truth() {
      return new Dependence(
          Optional.of(TRUTH),
          "",
          (key, others) -> TRUTH.within(key, 1 / number(others, "answers", 2), 1));
    }

    /** The search at a key, within what the other keys of the event allow. */
    Search within(String key, Map<String, Value> others) {
      return limits.apply(key, others);
    }

    private static double number(Map<String, Value> others, String key, double absent) {
      Value given = others.get(key);
      return given == null || !given.isNumber() ? absent : given.number();
    }
  }

  /** How the cost of a kind depends on a key, if the key holds numbers. */
  static Optional<Dependence> of(String kind, String key) {
    return Optional.ofNullable(ALL.getOrDefault(kind, Map.of()).get(key));
  }

  /** Whether a key is that of a kind of event. */
  static boolean isKind(String key) {
    return ALL.containsKey(key);
  }

  /** The numbers of a kind. */
  static Set<String> keys(String kind) {
    return Objects.requireNonNull(ALL.get(kind)).keySet();
  }

  /** The keys at which numbers can be found, of any kind. */
  static List<String> searchable() {
    return ALL.values().stream()
        .flatMap(keys -> keys.entrySet().stream())
        .filter(entry -> entry.getValue().search().isPresent())
        .map(Map.Entry::getKey)
        .distinct()
        .sorted()
        .toList();
  }

  private static Map<String, Map<String, Dependence>> all() {
    Dependence noise = Dependence.of(Search.NOISE_MULTIPLIER);
    Dependence more = Dependence.of(Search.largestCount());
    Dependence fewer = Dependence.of(Search.smallestCount());
    Dependence epsilon = Dependence.of(EPSILON);
    Dependence delta = Dependence.of(DELTA);
    Dependence rho = Dependence.of(RHO);
    Dependence probability = Dependence.of(Search.SAMPLING_PROBABILITY);
    Dependence relative = Dependence.refused(RELATIVE);
    Dependence list = Dependence.refused(LIST);
    Dependence limited = Dependence.refused(LIMITED);
    Dependence unproved = Dependence.refused(NOT_PROVED);
    Map<String, Map<String, Dependence>> all = new LinkedHashMap<>();
    all.put("repeat", Map.of("times", Dependence.of(Search.STEPS)));
    all.put("poisson", Map.of("sampling_probability", probability));
    all.put(
        "fixed-size",
        Map.of(
            "sample_size", Dependence.atMost(Search.largestCount(), "population_size"),
            "population_size", Dependence.atLeast(Search.smallestCount(), "sample_size")));
    all.put("with-replacement", Map.of("sample_size", more, "population_size", fewer));
    all.put(
        "truncated-poisson",
        Map.of("records", limited, "sampling_probability", limited, "largest_batch", limited));
    all.put("group", Map.of("size", more));
    all.put("parallel", Map.of());
    all.put(
        "allocated",
        Map.of(
            "steps", Dependence.atLeast(Search.smallestCount(), "selected"),
            "selected", Dependence.atMost(Search.largestCount(), "steps")));
    all.put(
        "select",
        Map.of(
            "mean", Dependence.of(MEAN),
            "shape", unproved,
            "success_probability", Dependence.of(FALLING_PROBABILITY)));
    all.put("gaussian", Map.of("noise_multiplier", noise, "sensitivity", relative));
    all.put("laplace", Map.of("noise_multiplier", noise, "sensitivity", relative));
    all.put(
        "generalized-gaussian",
        Map.of(
            "noise_multiplier", noise,
            "sensitivity", relative,
            "smoothness", unproved));
    all.put(
        "mixture-of-gaussians",
        Map.of("standard_deviation", noise, "sensitivities", list, "probabilities", list));
    Dependence divided =
        Dependence.refused("each tree takes its share of the steps; find the steps");
    all.put(
        "matrix-mechanism",
        Map.of(
            "noise_multiplier", noise,
            "steps", more,
            "trees", divided,
            "bands", Dependence.atMost(Search.largestCount(), "steps"),
            "rows", list,
            "participations", more,
            "separation", fewer));
    all.put(
        "sampled-banded-matrix",
        Map.of(
            "noise_multiplier", noise,
            "sampling_probability", probability,
            "steps", more,
            "trees", divided,
            "bands",
                Dependence.refused(
                    "more bands are fewer rounds with larger columns; find the noise multiplier"),
            "rows", list));
    all.put(
        "shuffled-reports",
        Map.of("reports", fewer, "local_epsilon", epsilon, "answers", unproved));
    all.put(
        "shuffled-batches",
        Map.of(
            "noise_multiplier", noise,
            "epochs", more,
            "batches",
                Dependence.refused(
                    "the guarantee does not depend on it; find the noise multiplier")));
    all.put("discrete-gaussian", Map.of("sigma", noise, "sensitivity", more));
    all.put("discrete-laplace", Map.of("scale", noise, "sensitivity", more));
    all.put(
        "truncated-laplace",
        Map.of(
            "bound", Dependence.of(Search.THRESHOLD),
            "sensitivity", Dependence.of(SENSITIVITY),
            "scale",
                Dependence.refused(
                    "more scale under one bound moves mass to the ends, so the cost may rise and"
                        + " fall; find the bound")));
    all.put(
        "staircase",
        Map.of(
            "epsilon",
            epsilon,
            "gamma",
            Dependence.refused("it moves cost between epsilons; find epsilon")));
    all.put(
        "randomized-response",
        Map.of(
            "truth_probability", Dependence.truth(),
            "answers",
                Dependence.refused(
                    "the cost rises or falls with it as the truth is more or less likely than one"
                        + " of the answers; find the truth_probability")));
    all.put("exponential-mechanism", Map.of("epsilon", epsilon));
    all.put("permute-and-flip", Map.of("epsilon", epsilon));
    all.put("report-noisy-max", Map.of("epsilon", epsilon));
    all.put(
        "sparse-vector",
        Map.of(
            "threshold_noise_multiplier", noise,
            "query_noise_multiplier", noise,
            "positives", more,
            "sensitivity", relative));
    all.put(
        "gaussian-sparse-vector",
        Map.of(
            "threshold_noise_multiplier", noise,
            "query_noise_multiplier", noise,
            "queries", more,
            "positives", more,
            "sensitivity", relative));
    all.put(
        "thresholded-counts",
        Map.of(
            "threshold", Dependence.of(Search.THRESHOLD),
            "partitions", more,
            "scale",
                Dependence.refused(
                    "more noise hides counts but shows more partitions; find the threshold")));
    all.put(
        "partition-selection",
        Map.of(
            "epsilon", epsilon,
            "delta", delta,
            "partitions",
                Dependence.refused(
                    "epsilon and delta are those of all partitions of a record; find epsilon")));
    all.put("no-op", Map.of());
    all.put("non-private", Map.of());
    all.put("pure", Map.of("epsilon", epsilon));
    all.put("approximate", Map.of("epsilon", epsilon, "delta", delta));
    all.put("zcdp", Map.of("rho", rho, "xi", rho, "delta", delta));
    all.put("certified", Map.of("rho", rho, "omega", Dependence.of(ORDERS)));
    for (String descent : List.of("last-iterate", "noisy-gradient-descent", "noisy-sgd")) {
      Map<String, Dependence> keys = new LinkedHashMap<>();
      EventKinds.named(descent).orElseThrow().keys().stream()
          .filter(EventKey::isNumber)
          .forEach(key -> keys.put(key.name(), unproved));
      keys.put("noise", noise);
      keys.put("lipschitz_constant", Dependence.of(SENSITIVITY));
      all.put(descent, keys);
    }
    return all;
  }
}
