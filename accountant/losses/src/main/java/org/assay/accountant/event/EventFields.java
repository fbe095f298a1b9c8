package org.assay.accountant.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/** The entries of a description whose keys are known to be those of its kind. */
final class EventFields {
  private final EventKind<?> kind;
  private final EventDescription owner;
  private final Map<String, ? extends EventDescription> entries;
  private final Optional<AdjacencyRelation> inherited;

  EventFields(EventKind<?> kind, EventDescription owner, Optional<AdjacencyRelation> inherited) {
    this.kind = kind;
    this.owner = owner;
    this.entries = owner.entries();
    this.inherited = inherited;
    entries.forEach(
        (key, value) -> {
          if (kind.key(key).isEmpty()) {
            throw value.invalid("is an unknown key; " + Suggestion.among(key, kind.keyNames()));
          }
        });
    kind.keys().stream().filter(this::isMissing).findFirst().ifPresent(this::refuse);
  }

  private boolean isMissing(EventKey key) {
    boolean given =
        entries.containsKey(key.name())
            || (key.name().equals(EventKey.ADJACENCY) && inherited.isPresent());
    return key.isRequired() && !given;
  }

  private void refuse(EventKey missing) {
    throw missing.name().equals(EventKey.ADJACENCY)
        ? owner.invalid("does not say which databases are neighbours; " + AdjacencyRelation.CHOICE)
        : owner.invalid("has no '" + missing.name() + "', which is required");
  }

  EventDescription get(String key) {
    return optional(key).orElseThrow();
  }

  Optional<EventDescription> optional(String key) {
    if (kind.key(key).isEmpty()) {
      throw new IllegalArgumentException("key was " + key + ": " + kind.name() + " has none");
    }
    return Optional.ofNullable(entries.get(key));
  }

  double number(String key) {
    return get(key).number();
  }

  double number(String key, double absent) {
    return optional(key).map(EventDescription::number).orElse(absent);
  }

  /** A multiplier of noise, by which something is divided; the event refuses those below 0. */
  double noiseMultiplier() {
    String key = "noise_multiplier";
    double value = number(key);
    return value > 0 ? Parameters.requireFiniteReciprocal(key, value) : value;
  }

  List<Double> numbers(String key) {
    return get(key).items().stream().map(EventDescription::number).toList();
  }

  /** Fractions as they are, however they are written. */
  List<Rational> fractions(String key) {
    return get(key).items().stream()
        .map(item -> item.checked(() -> NotationParser.exactly(key, item.text())))
        .toList();
  }

  long count(String key) {
    return count(get(key));
  }

  long count(String key, long absent) {
    return optional(key).map(EventFields::count).orElse(absent);
  }

  /** A whole number from 1 to 2^53. */
  static long count(EventDescription value) {
    return value.integer(1, 1L << 53);
  }

  boolean flag(String key, boolean absent) {
    return optional(key).map(EventDescription::flag).orElse(absent);
  }

  String text(String key) {
    return get(key).text();
  }

  /** One of the words of a key. */
  String word(String key) {
    return get(key).oneOf(kind.key(key).orElseThrow().words());
  }

  <W extends Enum<W>> W constant(String key, Class<W> words) {
    String word = get(key).oneOf(EventKey.labels(words));
    return Arrays.stream(words.getEnumConstants())
        .filter(constant -> EventKey.label(constant).equals(word.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow();
  }

  AdjacencyRelation adjacency() {
    return optional(EventKey.ADJACENCY)
        .map(word -> AdjacencyRelation.ofLabel(word.oneOf(LABELS)))
        .or(() -> inherited)
        .orElseThrow();
  }

  private static final List<String> LABELS =
      Arrays.stream(AdjacencyRelation.values()).map(AdjacencyRelation::label).toList();

  Sensitivity sensitivity() {
    return new Sensitivity(number("sensitivity", 1), adjacency());
  }

  DpEvent event(String key) {
    return EventKinds.read(get(key), inherited);
  }

  List<DpEvent> events(String key) {
    return get(key).items().stream().map(item -> EventKinds.read(item, inherited)).toList();
  }

  /** Needs a key that another one asks for. */
  EventDescription needed(String key, String because, String word) {
    return optional(key)
        .orElseThrow(() -> get(because).invalid("needs the key " + key + " where it is " + word));
  }

  /** Refuses keys that do not go with a word. */
  void refuse(String because, String word, String... keys) {
    for (String key : keys) {
      optional(key)
          .ifPresent(
              value -> {
                throw value.invalid("does not belong to the " + because + " " + word);
              });
    }
  }
}
