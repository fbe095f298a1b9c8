package org.assay.accountant.event;

import static org.assay.accountant.event.EventKey.count;
import static org.assay.accountant.event.EventKey.counts;
import static org.assay.accountant.event.EventKey.event;
import static org.assay.accountant.event.EventKey.number;
import static org.assay.accountant.event.EventKey.word;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.event.EventKey.Many;
import org.assay.accountant.event.EventKey.Range;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The table of kinds of events: event files, the notation, the schema and the reference page read
 * it. An event is described by an object whose only key is its kind. Kinds with parts stand here,
 * mechanisms in {@code MechanismKinds} and descents in {@code DescentKinds}.
 */
public final class EventKinds {
  /** The kind of several events, one after the other, which has a list instead of keys. */
  public static final String SEQUENCE = "sequence";

  static final EventKind<SelfComposedEvent> REPEAT =
      EventKind.<SelfComposedEvent>named("repeat", "the same, so many times")
          .key(count("times").main().rises(), SelfComposedEvent::count)
          .key(event("event").main(), SelfComposedEvent::event)
          .builtBy(f -> f.event("event").times(f.count("times")));

  private static final String POISSON = "poisson";
  private static final String NEGATIVE_BINOMIAL = "negative-binomial";

  /** The most steps of an allocation. */
  private static final double MOST_ALLOCATED = 0x1p40;

  /** The kinds by the classes of their events; kinds that are read as others are not in it. */
  private static final Map<Class<? extends DpEvent>, EventKind<?>> BY_CLASS = new LinkedHashMap<>();

  private static final Map<String, EventKind<?>> BY_NAME = new LinkedHashMap<>();

  static {
    add(SelfComposedEvent.class, REPEAT);
    add(
        PoissonSampledEvent.class,
        EventKind.<PoissonSampledEvent>named(
                POISSON, "on a sample that each record joins independently")
            .key(
                number("sampling_probability", Range.PROBABILITY).main().rises(),
                PoissonSampledEvent::samplingProbability)
            .key(event("event").main(), PoissonSampledEvent::event)
            .builtBy(f -> f.event("event").poissonSampled(f.number("sampling_probability"))));
    add(
        SampledWithoutReplacementEvent.class,
        EventKind.<SampledWithoutReplacementEvent>named(
                "fixed-size", "on a uniform sample of that size without replacement")
            .key(count("sample_size").main().rises(), SampledWithoutReplacementEvent::sampleSize)
            .key(
                count("population_size").main().falls(),
                SampledWithoutReplacementEvent::populationSize)
            .key(event("event").main(), SampledWithoutReplacementEvent::event)
            .builtBy(
                f ->
                    f.event("event")
                        .fixedSizeSampled(f.count("sample_size"), f.count("population_size"))));
    add(
        SampledWithReplacementEvent.class,
        EventKind.<SampledWithReplacementEvent>named(
                "with-replacement",
                "on that many independent uniform draws, in which a record may occur several"
                    + " times")
            .key(count("sample_size").main().rises(), SampledWithReplacementEvent::sampleSize)
            .key(
                counts("population_size", 2, 0x1p53).main().falls(),
                SampledWithReplacementEvent::populationSize)
            .key(event("event").main(), SampledWithReplacementEvent::event)
            .builtBy(
                f ->
                    f.event("event")
                        .sampledWithReplacement(
                            f.count("sample_size"), f.count("population_size"))));
    add(
        TruncatedPoissonSampledEvent.class,
        EventKind.<TruncatedPoissonSampledEvent>named(
                "truncated-poisson",
                "on a sample that each of `records` records joins independently, cut down at"
                    + " random to `largest_batch` if it is larger")
            .key(
                number("sampling_probability", Range.PROBABILITY).main(),
                TruncatedPoissonSampledEvent::samplingProbability)
            .key(event("event").main(), TruncatedPoissonSampledEvent::event)
            .key(count("records"), TruncatedPoissonSampledEvent::records)
            .key(count("largest_batch"), TruncatedPoissonSampledEvent::largestBatch)
            .builtBy(
                f ->
                    f.event("event")
                        .truncatedPoissonSampled(
                            f.count("records"),
                            f.number("sampling_probability"),
                            f.count("largest_batch"))));
    add(
        GroupEvent.class,
        EventKind.<GroupEvent>named(
                "group", "a unit of privacy owns that many of the records that `event` sees")
            .key(count("size").main().rises(), GroupEvent::size)
            .key(event("event").main(), GroupEvent::event)
            .builtBy(f -> f.event("event").forGroupsOf(f.count("size"))));
    add(
        ParallelEvent.class,
        EventKind.<ParallelEvent>named("parallel", "on disjoint parts of the data")
            .key(event("events").many(Many.LIST).main(), ParallelEvent::events)
            .key(
                word("assignment", ParallelEvent.Assignment.class)
                    .optional(EventKey.label(ParallelEvent.Assignment.BY_VALUE)),
                e -> EventKey.label(e.assignment()))
            .builtBy(
                f ->
                    new ParallelEvent(
                        f.events("events"),
                        f.optional("assignment").isEmpty()
                            ? ParallelEvent.Assignment.BY_VALUE
                            : f.constant("assignment", ParallelEvent.Assignment.class))));
    add(
        RandomAllocationEvent.class,
        EventKind.<RandomAllocationEvent>named(
                "allocated",
                "`steps` runs, each on the records that drew it; every record draws `selected` of"
                    + " the steps")
            .key(counts("steps", 1, MOST_ALLOCATED).main().falls(), RandomAllocationEvent::steps)
            .key(event("event").main(), RandomAllocationEvent::event)
            .key(
                counts("selected", 1, MOST_ALLOCATED).rises().optional(1L),
                RandomAllocationEvent::selected)
            .builtBy(
                f ->
                    new RandomAllocationEvent(
                        f.count("steps"), f.count("selected", 1), f.event("event"))));
    add(
        RepeatAndSelectEvent.class,
        EventKind.<RepeatAndSelectEvent>named(
                "select",
                "a random number of runs, of which the best result is released, as when a model is"
                    + " tuned: `poisson` with `mean`, or `negative-binomial` with `shape` and"
                    + " `success_probability`")
            .key(
                word("repetitions", List.of(POISSON, NEGATIVE_BINOMIAL)).main(),
                e -> term(e, "repetitions"))
            .key(event("event").main(), RepeatAndSelectEvent::event)
            .key(number("mean", Range.POSITIVE).rises().optional(), e -> term(e, "mean"))
            .key(number("shape", new Range(-1, false, 1e9, true)).optional(), e -> term(e, "shape"))
            .key(
                number("success_probability", Range.OPEN_PROBABILITY).falls().optional(),
                e -> term(e, "success_probability"))
            .builtBy(f -> new RepeatAndSelectEvent(f.event("event"), repetitions(f))));
    MechanismKinds.ALL.forEach(EventKinds::add);
    MechanismKinds.ALIASES.forEach(kind -> BY_NAME.put(kind.name(), kind));
    DescentKinds.ALL.forEach(EventKinds::add);
  }

  private EventKinds() {}

  private static void add(Class<? extends DpEvent> type, EventKind<?> kind) {
    BY_CLASS.put(type, kind);
    BY_NAME.put(kind.name(), kind);
  }

  private static Object term(RepeatAndSelectEvent event, String key) {
    return Optional.ofNullable(event.repetitions().terms().get(key));
  }

  private static Repetitions repetitions(EventFields f) {
    String word = f.word("repetitions");
    if (word.equals(POISSON)) {
      f.refuse("repetitions", word, "shape", "success_probability");
      return new PoissonRepetitions(f.needed("mean", "repetitions", word).number());
    }
    f.refuse("repetitions", word, "mean");
    return new NegativeBinomialRepetitions(
        f.needed("shape", "repetitions", word).number(),
        f.needed("success_probability", "repetitions", word).number());
  }

  /**
   * Whether a text at a key is a word or a name, and not a number written in another way.
   *
   * @param key the key, of any kind
   * @param text the text
   * @return whether events read it as it is
   */
  public static boolean isWord(String key, String text) {
    List<EventKey> known = all().stream().flatMap(kind -> kind.key(key).stream()).toList();
    boolean number = known.stream().anyMatch(EventKey::isNumber);
    return !known.isEmpty()
        && (!number || known.stream().anyMatch(one -> one.words().contains(text)));
  }

  /**
   * Whether events stand at a key, alone or in a list.
   *
   * @param key the key, of any kind
   * @return whether they do
   */
  public static boolean holdsEvents(String key) {
    return key.equals(SEQUENCE)
        || all().stream()
            .flatMap(kind -> kind.key(key).stream())
            .anyMatch(one -> one.form() == EventKey.Form.EVENT);
  }

  /**
   * All kinds that have keys.
   *
   * @return the kinds, those with parts first
   */
  public static List<EventKind<?>> all() {
    return List.copyOf(BY_NAME.values());
  }

  /**
   * A kind.
   *
   * @param name its name
   * @return the kind, if there is one of that name
   */
  public static Optional<EventKind<?>> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * The names of all kinds.
   *
   * @return the names, {@link #SEQUENCE} first
   */
  public static List<String> names() {
    return Stream.concat(Stream.of(SEQUENCE), BY_NAME.keySet().stream()).toList();
  }

  /** The kind of an event that is no sequence. */
  @SuppressWarnings("unchecked") // added with the class of its events
  static <E extends DpEvent> EventKind<E> of(E event) {
    EventKind<?> kind = BY_CLASS.get(event.getClass());
    if (kind == null) {
      throw new IllegalStateException(event.getClass() + " is not in the table of kinds");
    }
    return (EventKind<E>) kind;
  }

  /**
   * The event of a description.
   *
   * @param description an object whose only key is the kind of event
   * @param adjacency the relation of the mechanisms that name none; empty if each must name one
   * @return the event
   * @throws RuntimeException if the description is not as it must be, naming the place
   */
  public static DpEvent read(EventDescription description, Optional<AdjacencyRelation> adjacency) {
    Map<String, ? extends EventDescription> entries = description.entries();
    if (entries.size() != 1) {
      throw description.invalid("has " + entries.size() + " keys: an event has one key, its kind");
    }
    String name = entries.keySet().iterator().next();
    EventDescription inner = entries.values().iterator().next();
    if (name.equals(SEQUENCE)) {
      return inner.checked(() -> sequence(inner, adjacency));
    }
    EventKind<?> kind = BY_NAME.get(name);
    if (kind == null) {
      throw inner.invalid("is an unknown event; " + Suggestion.among(name, names()));
    }
    return inner.checked(() -> kind.read(new EventFields(kind, inner, adjacency)));
  }

  /** A sequence of one event is that event. */
  private static DpEvent sequence(EventDescription list, Optional<AdjacencyRelation> adjacency) {
    List<DpEvent> events = list.items().stream().map(item -> read(item, adjacency)).toList();
    return events.size() == 1 ? events.get(0) : new ComposedEvent(events);
  }

  /**
   * An event in the notation of {@code docs/reference/events.md} with fractions as they were typed,
   * such as {@code poisson(256/60000, gaussian(1.1))}: {@link DpEvent#parse(String,
   * AdjacencyRelation)} reads it again.
   *
   * @param event the event
   * @param adjacency the relation, which is written only where a mechanism has another one
   * @param formulas fractions; a number that one of them stands for is written as the formula
   * @return one line
   * @throws IllegalArgumentException if a formula is none
   */
  public static String describe(DpEvent event, AdjacencyRelation adjacency, List<String> formulas) {
    return new NotationWriter(Optional.of(adjacency), formulas).write(event);
  }
}
