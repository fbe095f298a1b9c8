package org.assay.accountant.event;

import static org.assay.accountant.event.EventKey.fractions;
import static org.assay.accountant.event.EventKey.number;
import static org.assay.accountant.event.EventKey.text;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.event.EventKey.Many;
import org.assay.accountant.event.EventKey.Range;
import org.assay.accountant.privacy.Guarantee;

/** The kinds of mechanisms that are given by the numbers of a curve. */
final class CurveKinds {
  private static final EventKey NAME = text("name").optional();
  private static final EventKey CITATION = text("citation").optional();
  private static final String EPSILONS = "epsilons";

  private CurveKinds() {}

  private static EventKey numbers(String name, Range range) {
    return number(name, range).many(Many.LIST).main();
  }

  /** Adds the kinds, each by its class. */
  static void addTo(Map<Class<? extends DpEvent>, EventKind<?>> all) {
    all.put(
        PairEvent.class,
        vouched(
                MechanismKinds.<PairEvent>kind(
                        "pair",
                        "what two finite laws dominate: `left` with the record, `right` without it"
                            + " (under replace-one in both orders); each sums to exactly 1")
                    .key(fractions("left").main(), PairEvent::left)
                    .key(fractions("right").main(), PairEvent::right))
            .builtBy(
                f ->
                    new PairEvent(
                        f.fractions("left"),
                        f.fractions("right"),
                        given(f, NAME),
                        given(f, CITATION),
                        f.adjacency())));
    all.put(
        RenyiEvent.class,
        vouched(
                MechanismKinds.<RenyiEvent>kind(
                        "renyi",
                        "anything whose Rényi divergences of these `orders` are at most `epsilons`;"
                            + " two lists of equally many numbers")
                    .key(
                        numbers("orders", Range.above(1)).falls(),
                        e -> List.copyOf(e.statement().epsilonByOrder().keySet()))
                    .key(
                        numbers(EPSILONS, Range.NOT_NEGATIVE).rises(),
                        e -> List.copyOf(e.statement().epsilonByOrder().values())))
            .builtBy(
                f ->
                    new RenyiEvent(
                        new Guarantee.Renyi(points(f, "orders", EPSILONS), f.adjacency()),
                        given(f, NAME),
                        given(f, CITATION))));
    all.put(
        ProfileEvent.class,
        vouched(
                MechanismKinds.<ProfileEvent>kind(
                        "profile",
                        "anything for which all of these (epsilon, delta) hold; two lists of"
                            + " equally many numbers")
                    .key(
                        numbers(EPSILONS, Range.NOT_NEGATIVE).rises(),
                        e -> List.copyOf(e.statement().deltaByEpsilon().keySet()))
                    .key(
                        numbers("deltas", Range.PROBABILITY).rises(),
                        e -> List.copyOf(e.statement().deltaByEpsilon().values())))
            .builtBy(
                f ->
                    new ProfileEvent(
                        new Guarantee.Profile(points(f, EPSILONS, "deltas"), f.adjacency()),
                        given(f, NAME),
                        given(f, CITATION))));
  }

  private static <E extends KnownCurveEvent> EventKind.Draft<E> vouched(EventKind.Draft<E> draft) {
    return draft
        .key(NAME, KnownCurveEvent::name)
        .key(CITATION, KnownCurveEvent::citation)
        .key(MechanismKinds.ANY_RELATION, MechanismKinds::label);
  }

  private static Optional<String> given(EventFields f, EventKey key) {
    return f.optional(key.name()).map(EventDescription::text);
  }

  private static NavigableMap<Double, Double> points(EventFields f, String first, String second) {
    List<Double> places = f.numbers(first);
    List<Double> values = f.numbers(second);
    if (places.size() != values.size()) {
      throw f.get(second)
          .invalid(
              "has "
                  + values.size()
                  + " numbers and "
                  + first
                  + " "
                  + places.size()
                  + ": they must be equally many");
    }
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i < places.size(); i++) {
      if (points.put(places.get(i) + 0.0, values.get(i)) != null) {
        throw f.get(first).invalid("has " + places.get(i) + " twice: give one of them");
      }
    }
    return points;
  }
}
