package org.assay.cli.events;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Fields;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Shape;
import org.assay.cli.input.Suggestion;
import org.assay.cli.input.Value;

/**
 * Reads an event: an object whose only key is the kind of event. The schema that ships with the
 * project names the same kinds and keys.
 */
public final class EventReader {
  private static final Shape REPEAT = new Shape("repeat", List.of("times", "event"), List.of());
  private static final Shape POISSON =
      new Shape("poisson-sampled", List.of("sampling_probability", "event"), List.of());
  private static final Shape FIXED_SIZE =
      new Shape(
          "fixed-size-sampled", List.of("sample_size", "population_size", "event"), List.of());
  private static final Shape WITH_REPLACEMENT =
      new Shape(
          "with-replacement-sampled",
          List.of("sample_size", "population_size", "event"),
          List.of());
  private static final Shape TRUNCATED_POISSON =
      new Shape(
          "truncated-poisson-sampled",
          List.of("records", "sampling_probability", "largest_batch", "event"),
          List.of());
  private static final Shape GROUP = new Shape("group", List.of("size", "event"), List.of());
  private static final Shape PARALLEL =
      new Shape("parallel", List.of("events"), List.of("assignment"));
  private static final Shape RANDOMLY_ALLOCATED =
      new Shape("randomly-allocated", List.of("steps", "event"), List.of("selected"));
  private static final Shape REPEAT_AND_SELECT =
      new Shape(
          "repeat-and-select",
          List.of("repetitions", "event"),
          List.of("mean", "shape", "success_probability"));
  private static final String SEQUENCE = "sequence";

  private static final String ADJACENCY = "adjacency";

  /** Keys whose text is a word or a name. */
  private static final Set<String> WORDS =
      Set.of(
          ADJACENCY,
          "assignment",
          "form",
          "matrix",
          "sampling",
          "monotone",
          "repetitions",
          "name",
          "citation",
          "locator");

  private static final Map<String, Function<Value, DpEvent>> KINDS = kinds();

  private EventReader() {}

  private static Map<String, Function<Value, DpEvent>> kinds() {
    Map<String, Function<Value, DpEvent>> kinds = new LinkedHashMap<>();
    kinds.put(SEQUENCE, EventReader::sequence);
    put(kinds, REPEAT, f -> event(f.get("event")).times(LeafKinds.count(f.get("times"))));
    put(
        kinds,
        POISSON,
        f -> event(f.get("event")).poissonSampled(f.get("sampling_probability").number()));
    put(kinds, FIXED_SIZE, EventReader::fixedSize);
    put(kinds, WITH_REPLACEMENT, EventReader::withReplacement);
    put(kinds, TRUNCATED_POISSON, EventReader::truncatedPoisson);
    put(kinds, GROUP, f -> event(f.get("event")).forGroupsOf(LeafKinds.count(f.get("size"))));
    put(kinds, PARALLEL, EventReader::parallel);
    put(kinds, RANDOMLY_ALLOCATED, EventReader::randomlyAllocated);
    put(kinds, REPEAT_AND_SELECT, RepetitionsReader::event);
    LeafKinds.ALL.forEach(kind -> put(kinds, kind.shape(), kind.builder()));
    return kinds;
  }

  private static void put(
      Map<String, Function<Value, DpEvent>> kinds, Shape shape, Function<Fields, DpEvent> builder) {
    kinds.put(shape.name(), value -> builder.apply(value.fields(shape)));
  }

  /** The kinds of events, as files name them. */
  static List<String> names() {
    return List.copyOf(KINDS.keySet());
  }

  /** The keys of every kind that has keys. */
  static List<Shape> shapes() {
    List<Shape> shapes =
        new ArrayList<>(
            List.of(
                REPEAT,
                POISSON,
                FIXED_SIZE,
                WITH_REPLACEMENT,
                TRUNCATED_POISSON,
                GROUP,
                PARALLEL,
                RANDOMLY_ALLOCATED,
                REPEAT_AND_SELECT));
    LeafKinds.ALL.forEach(kind -> shapes.add(kind.shape()));
    return List.copyOf(shapes);
  }

  /**
   * Reads a file.
   *
   * @param file YAML or JSON
   * @return the event it describes
   * @throws InputException if the file is not as it must be
   */
  public static DpEvent read(Path file) {
    return event(DocumentReader.read(file));
  }

  /**
   * Whether a text at a key is a word or a name, and not a number written in another way.
   *
   * @param key the key
   * @param text the text
   * @return whether events read it as it is
   */
  public static boolean isWord(String key, String text) {
    return WORDS.contains(key)
        || (key.equals("noise")
            && (ConstantNames.of(ReportNoisyMaxEvent.Noise.class).contains(text)
                || ConstantNames.of(ThresholdedCountsEvent.Noise.class).contains(text)));
  }

  /**
   * An event whose mechanisms all name a relation.
   *
   * @param event the event's description
   * @param adjacency the relation of those that name none
   * @return the completed description
   */
  public static Value completed(Value event, AdjacencyRelation adjacency) {
    return event.changed("", (key, value) -> withAdjacency(key, value, adjacency));
  }

  private static Value withAdjacency(String key, Value value, AdjacencyRelation adjacency) {
    boolean needed =
        value.isObject()
            && !value.entries().containsKey(ADJACENCY)
            && LeafKinds.ALL.stream()
                .map(LeafKinds.Kind::shape)
                .anyMatch(
                    shape -> shape.name().equals(key) && shape.required().contains(ADJACENCY));
    return needed ? value.withText(ADJACENCY, adjacency.label()) : value;
  }

  /**
   * Reads an event that stands in another document.
   *
   * @param value the event's description
   * @return the event
   * @throws InputException if the description is not as it must be
   */
  public static DpEvent event(Value value) {
    Map<String, Value> entries = value.entries();
    if (entries.size() != 1) {
      throw value.invalid("has " + entries.size() + " keys: an event has one key, its kind");
    }
    String name = entries.keySet().iterator().next();
    Value inner = entries.values().iterator().next();
    Function<Value, DpEvent> kind = KINDS.get(name);
    if (kind == null) {
      throw inner.invalid("is an unknown event; " + Suggestion.among(name, KINDS.keySet()));
    }
    return inner.checked(() -> kind.apply(inner));
  }

  private static List<DpEvent> events(Value list) {
    return list.items().stream().map(EventReader::event).toList();
  }

  /** A sequence of one event is that event. */
  private static DpEvent sequence(Value list) {
    List<DpEvent> events = events(list);
    return events.size() == 1 ? events.get(0) : new ComposedEvent(events);
  }

  private static DpEvent fixedSize(Fields fields) {
    return event(fields.get("event"))
        .fixedSizeSampled(
            LeafKinds.count(fields.get("sample_size")),
            LeafKinds.count(fields.get("population_size")));
  }

  private static DpEvent withReplacement(Fields fields) {
    return event(fields.get("event"))
        .sampledWithReplacement(
            LeafKinds.count(fields.get("sample_size")),
            LeafKinds.count(fields.get("population_size")));
  }

  private static DpEvent truncatedPoisson(Fields fields) {
    return event(fields.get("event"))
        .truncatedPoissonSampled(
            LeafKinds.count(fields.get("records")),
            fields.get("sampling_probability").number(),
            LeafKinds.count(fields.get("largest_batch")));
  }

  private static DpEvent randomlyAllocated(Fields fields) {
    long selected = fields.optional("selected").map(LeafKinds::count).orElse(1L);
    return new RandomAllocationEvent(
        LeafKinds.count(fields.get("steps")), selected, event(fields.get("event")));
  }

  private static DpEvent parallel(Fields fields) {
    ParallelEvent.Assignment assignment =
        fields
            .optional("assignment")
            .map(value -> ConstantNames.read(value, ParallelEvent.Assignment.class))
            .orElse(ParallelEvent.Assignment.BY_VALUE);
    return new ParallelEvent(events(fields.get("events")), assignment);
  }
}
