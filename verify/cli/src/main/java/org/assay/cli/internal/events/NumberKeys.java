package org.assay.cli.internal.events;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.assay.accountant.event.EventKey;
import org.assay.accountant.event.EventKind;
import org.assay.accountant.event.EventKinds;
import org.assay.cli.internal.input.Value;

/**
 * The dependence of the cost on each number of each kind of event, for which a question mark may
 * stand. Most searches follow from the table of kinds, which says whether the cost rises or falls;
 * a new kind needs an entry here only for a search or a reason of its own. The arguments stand in
 * {@code docs/reference/events.md}. They matter only for the question whether an answer is the best
 * one, since every answer's cost is certified.
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
   * The dependence of the cost on a number.
   *
   * @param search the search for the best number; empty if there is none
   * @param why the reason why there is no search
   * @param limits the smallest and the largest number that the event's other keys allow
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

    /** Integer noise reaches a threshold where it reaches the next whole number. */
    static Dependence threshold() {
      return new Dependence(
          Optional.of(Search.THRESHOLD),
          "",
          (key, others) -> {
            Value noise = others.get("noise");
            boolean whole = noise != null && noise.isText() && noise.text().startsWith("discrete");
            return (whole ? Search.smallestCount() : Search.THRESHOLD)
                .within(key, 0, Double.POSITIVE_INFINITY);
          });
    }

    /** The least private truth of so many answers is above one over their number. */
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
    Map<String, Map<String, Dependence>> special = special();
    Map<String, Map<String, Dependence>> all = new LinkedHashMap<>();
    for (EventKind<?> kind : EventKinds.all()) {
      Map<String, Dependence> own = special.getOrDefault(kind.name(), Map.of());
      Map<String, Dependence> keys = new LinkedHashMap<>();
      kind.keys().stream()
          .filter(EventKey::isNumber)
          .forEach(key -> keys.put(key.name(), own.getOrDefault(key.name(), usual(key))));
      all.put(kind.name(), keys);
    }
    return all;
  }

  /** The dependence that follows from the table of kinds. */
  private static Dependence usual(EventKey key) {
    if (isList(key)) {
      return Dependence.refused(LIST);
    }
    return switch (key.effect()) {
      case RISES -> Dependence.of(usualLargest(key));
      case FALLS -> Dependence.of(usualSmallest(key));
      case UNKNOWN -> Dependence.refused(usualReason(key));
    };
  }

  /** Whether the cost depends on many numbers at a key. */
  static boolean isList(EventKey key) {
    return key.many() == EventKey.Many.LIST || key.many() == EventKey.Many.ROWS;
  }

  private static Search usualLargest(EventKey key) {
    if (key.form() == EventKey.Form.COUNT) {
      return Search.largestCount();
    }
    return switch (key.name()) {
      case "epsilon", "local_epsilon" -> EPSILON;
      case "delta" -> DELTA;
      case "rho", "xi" -> RHO;
      case "sampling_probability" -> Search.SAMPLING_PROBABILITY;
      default -> SENSITIVITY;
    };
  }

  private static Search usualSmallest(EventKey key) {
    if (key.form() == EventKey.Form.COUNT) {
      return Search.smallestCount();
    }
    return key.range().most() <= 1 ? FALLING_PROBABILITY : Search.NOISE_MULTIPLIER;
  }

  private static String usualReason(EventKey key) {
    return key.name().equals("sensitivity") ? RELATIVE : NOT_PROVED;
  }

  /** Keys whose search or reason does not follow from the table of kinds. */
  private static Map<String, Map<String, Dependence>> special() {
    Dependence more = Dependence.of(Search.largestCount());
    Dependence limited = Dependence.refused(LIMITED);
    Dependence divided =
        Dependence.refused("each tree takes its share of the steps; find the steps");
    Map<String, Map<String, Dependence>> special = new HashMap<>();
    special.put("repeat", Map.of("times", Dependence.of(Search.STEPS)));
    special.put(
        "fixed-size",
        Map.of(
            "sample_size", Dependence.atMost(Search.largestCount(), "population_size"),
            "population_size", Dependence.atLeast(Search.smallestCount(), "sample_size")));
    special.put(
        "truncated-poisson",
        Map.of("records", limited, "sampling_probability", limited, "largest_batch", limited));
    special.put(
        "allocated",
        Map.of(
            "steps", Dependence.atLeast(Search.smallestCount(), "selected"),
            "selected", Dependence.atMost(Search.largestCount(), "steps")));
    special.put("select", Map.of("mean", Dependence.of(MEAN)));
    special.put(
        "matrix-mechanism",
        Map.of("trees", divided, "bands", Dependence.atMost(Search.largestCount(), "steps")));
    special.put(
        "sampled-banded-matrix",
        Map.of(
            "trees",
            divided,
            "bands",
            Dependence.refused(
                "more bands are fewer rounds with larger columns; find the noise multiplier")));
    special.put(
        "shuffled-batches",
        Map.of(
            "batches",
            Dependence.refused("the guarantee does not depend on it; find the noise multiplier")));
    special.put("discrete-gaussian", Map.of("sensitivity", more));
    special.put("discrete-laplace", Map.of("sensitivity", more));
    special.put("binomial", Map.of("sensitivity", more));
    special.put(
        "truncated-laplace",
        Map.of(
            "bound", Dependence.of(Search.THRESHOLD),
            "scale",
                Dependence.refused(
                    "more scale under one bound moves mass to the ends, so the cost may rise and"
                        + " fall; find the bound")));
    special.put(
        "staircase",
        Map.of("gamma", Dependence.refused("it moves cost between epsilons; find epsilon")));
    special.put(
        "randomized-response",
        Map.of(
            "truth_probability", Dependence.truth(),
            "answers",
                Dependence.refused(
                    "the cost rises or falls with it as the truth is more or less likely than one"
                        + " of the answers; find the truth_probability")));
    special.put(
        "thresholded-counts",
        Map.of(
            "threshold", Dependence.threshold(),
            "scale",
                Dependence.refused(
                    "more noise hides counts but shows more partitions; find the threshold")));
    special.put(
        "partition-selection",
        Map.of(
            "partitions",
            Dependence.refused(
                "epsilon and delta are those of all partitions of a record; find epsilon")));
    special.put("certified", Map.of("omega", Dependence.of(ORDERS)));
    return special;
  }
}
