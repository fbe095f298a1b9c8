package org.assay.accountant.event;

import static org.assay.accountant.event.EventKey.count;
import static org.assay.accountant.event.EventKey.counts;
import static org.assay.accountant.event.EventKey.number;
import static org.assay.accountant.event.EventKey.relation;
import static org.assay.accountant.event.EventKey.word;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.event.EventKey.Many;
import org.assay.accountant.event.EventKey.Range;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The kinds of which only the last of many steps is released: one pass, cyclic batches, random
 * ones.
 */
final class DescentKinds {
  private static final int MOST_STEPS = 1_000_000;

  /** The ways to choose random or all records; batches in a fixed order are another kind. */
  private static final List<NoisySgdSampling> RANDOM_OR_FULL =
      List.of(NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.POISSON, NoisySgdSampling.FULL_BATCH);

  private static final EventKey LIPSCHITZ_CONSTANT =
      number("lipschitz_constant", Range.POSITIVE).rises();
  private static final EventKey SMOOTHNESS = number("smoothness", Range.NOT_NEGATIVE);
  private static final EventKey STRONG_CONVEXITY = number("strong_convexity", Range.ANY);
  private static final EventKey DIAMETER = number("diameter", Range.POSITIVE).optional();

  static final Map<Class<? extends DpEvent>, EventKind<?>> ALL = all();

  private DescentKinds() {}

  private static Map<Class<? extends DpEvent>, EventKind<?>> all() {
    Map<Class<? extends DpEvent>, EventKind<?>> all = new LinkedHashMap<>();
    all.put(
        LastIterateEvent.class,
        schedule(
                EventKind.<LastIterateEvent>named(
                    "last-iterate",
                    "the last iterate of one pass, under replace-one; `step_size`, `batch_size` and"
                        + " `noise` are one number or a list of one for each step"),
                LastIterateEvent::schedule)
            .key(LIPSCHITZ_CONSTANT, LastIterateEvent::lipschitzConstant)
            .key(SMOOTHNESS, LastIterateEvent::smoothness)
            .builtBy(
                f ->
                    new LastIterateEvent(
                        schedule(f), f.number("lipschitz_constant"), f.number("smoothness"))));
    all.put(
        NoisyGradientDescentEvent.class,
        schedule(
                EventKind.<NoisyGradientDescentEvent>named(
                        "noisy-gradient-descent",
                        "the same over epochs of one order of batches, under replace-one; `diameter`"
                            + " of the set, unbounded if left out; `clipped-gradients` are known"
                            + " where `strong_convexity` is minus `smoothness`, and"
                            + " `averaged-iterates` and `adaptive-steps` are refused with a reason")
                    .key(counts("epochs", 1, Integer.MAX_VALUE), NoisyGradientDescentEvent::epochs),
                NoisyGradientDescentEvent::epoch)
            .key(LIPSCHITZ_CONSTANT, NoisyGradientDescentEvent::lipschitzConstant)
            .key(SMOOTHNESS, NoisyGradientDescentEvent::smoothness)
            .key(STRONG_CONVEXITY, NoisyGradientDescentEvent::strongConvexity)
            .key(word("form", NoisyGradientDescentEvent.Form.class), e -> EventKey.label(e.form()))
            .key(DIAMETER, e -> finite(e.diameter()))
            .builtBy(DescentKinds::cyclic));
    all.put(
        NoisySgdEvent.class,
        EventKind.<NoisySgdEvent>named(
                "noisy-sgd",
                "the last iterate over random or full batches; `noise` is that of the mean gradient;"
                    + " `adjacency` is replace-one if left out, and add-remove is known for Poisson"
                    + " samples. Gradients may be clipped to `lipschitz_constant` if"
                    + " `strong_convexity` is minus `smoothness`, or if the losses are generalized"
                    + " linear ones")
            .key(
                word("sampling", RANDOM_OR_FULL.stream().map(EventKey::label).toList()).main(),
                e -> EventKey.label(e.run().sampling()))
            .key(count("records"), e -> e.run().records())
            .key(count("batch_size"), e -> e.run().batchSize())
            .key(count("steps"), e -> e.run().steps())
            .key(number("step_size", Range.POSITIVE), e -> e.run().stepSize())
            .key(number("noise", Range.POSITIVE).falls(), e -> e.run().noise())
            .key(LIPSCHITZ_CONSTANT, e -> e.run().lipschitzConstant())
            .key(SMOOTHNESS, e -> e.run().smoothness())
            .key(STRONG_CONVEXITY, e -> e.run().strongConvexity())
            .key(DIAMETER, e -> finite(e.run().diameter()))
            .key(
                relation(AdjacencyRelation.REPLACE_ONE, AdjacencyRelation.ADD_OR_REMOVE)
                    .optional(AdjacencyRelation.REPLACE_ONE.label()),
                e -> e.adjacency().label())
            .builtBy(DescentKinds::random));
    return all;
  }

  private static Object finite(double diameter) {
    return diameter == Double.POSITIVE_INFINITY ? Optional.empty() : diameter;
  }

  private static <E extends DpEvent> EventKind.Draft<E> schedule(
      EventKind.Draft<E> draft, Function<E, GradientSchedule> schedule) {
    return draft
        .key(counts("steps", 1, MOST_STEPS), e -> (long) schedule.apply(e).steps())
        .key(
            number("step_size", Range.POSITIVE).many(Many.ONE_OR_LIST),
            e -> each(schedule.apply(e), schedule.apply(e)::stepSize))
        .key(
            counts("batch_size", 1, Integer.MAX_VALUE).many(Many.ONE_OR_LIST),
            e -> each(schedule.apply(e), t -> (long) schedule.apply(e).batchSize(t)))
        .key(
            number("noise", Range.NOT_NEGATIVE).many(Many.ONE_OR_LIST).falls(),
            e -> each(schedule.apply(e), schedule.apply(e)::noiseStandardDeviation));
  }

  /** One number if all steps have the same. */
  private static Object each(GradientSchedule schedule, IntFunction<Object> number) {
    List<Object> all = IntStream.range(0, schedule.steps()).mapToObj(number).toList();
    return all.stream().distinct().count() == 1 ? all.get(0) : all;
  }

  private static GradientSchedule schedule(EventFields f) {
    int steps = (int) f.get("steps").integer(1, MOST_STEPS);
    double[] batches =
        forEachStep(f.get("batch_size"), steps, size -> size.integer(1, Integer.MAX_VALUE));
    return GradientSchedule.of(
        forEachStep(f.get("step_size"), steps, EventDescription::number),
        Arrays.stream(batches).mapToInt(size -> (int) size).toArray(),
        forEachStep(f.get("noise"), steps, EventDescription::number));
  }

  private static double[] forEachStep(
      EventDescription value, int steps, ToDoubleFunction<EventDescription> reader) {
    double[] numbers = new double[steps];
    if (!value.isList()) {
      Arrays.fill(numbers, reader.applyAsDouble(value));
      return numbers;
    }
    List<? extends EventDescription> items = value.items();
    if (items.size() != steps) {
      throw value.invalid(
          "has " + items.size() + " items: it needs one for each of " + steps + " steps");
    }
    Arrays.setAll(numbers, t -> reader.applyAsDouble(items.get(t)));
    return numbers;
  }

  private static DpEvent cyclic(EventFields f) {
    return new NoisyGradientDescentEvent(
        schedule(f),
        f.get("epochs").integer(1, Integer.MAX_VALUE),
        f.number("lipschitz_constant"),
        f.number("smoothness"),
        f.number("strong_convexity"),
        f.number("diameter", Double.POSITIVE_INFINITY),
        f.constant("form", NoisyGradientDescentEvent.Form.class));
  }

  private static DpEvent random(EventFields f) {
    String word = f.word("sampling");
    NoisySgdSampling sampling =
        Stream.of(NoisySgdSampling.values())
            .filter(way -> EventKey.label(way).equals(word))
            .findFirst()
            .orElseThrow();
    AdjacencyRelation adjacency =
        f.optional("adjacency").isEmpty()
            ? AdjacencyRelation.REPLACE_ONE
            : AdjacencyRelation.ofLabel(f.word("adjacency"));
    return new NoisySgdEvent(
        NoisySgd.of(sampling, adjacency)
            .batches(f.count("batch_size"), f.count("records"))
            .steps(f.count("steps"), f.number("step_size"))
            .noise(f.number("noise"))
            .lipschitzConstant(f.number("lipschitz_constant"))
            .curvature(f.number("strong_convexity"), f.number("smoothness"))
            .diameter(f.number("diameter", Double.POSITIVE_INFINITY))
            .build());
  }
}
