package org.assay.accountant.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of event: how it is called, its keys, how it is read and how it is printed.
 *
 * @param <E> the class of its events
 */
public final class EventKind<E extends DpEvent> {
  private final String name;
  private final String meaning;
  private final List<EventKey> keys;
  private final Map<String, Function<E, Object>> getters;
  private final Function<EventFields, DpEvent> builder;

  private EventKind(Draft<E> draft, Function<EventFields, DpEvent> builder) {
    this.name = draft.name;
    this.meaning = draft.meaning;
    this.keys = List.copyOf(draft.keys);
    this.getters = Map.copyOf(draft.getters);
    this.builder = builder;
  }

  static <E extends DpEvent> Draft<E> named(String name, String meaning) {
    return new Draft<>(name, meaning);
  }

  /** A kind of which not all keys are said yet. */
  static final class Draft<E extends DpEvent> {
    private final String name;
    private final String meaning;
    private final List<EventKey> keys = new ArrayList<>();
    private final Map<String, Function<E, Object>> getters = new LinkedHashMap<>();

    private Draft(String name, String meaning) {
      this.name = name;
      this.meaning = meaning;
    }

    /** One more key, and what it is for an event: an empty optional where it is left out. */
    Draft<E> key(EventKey key, Function<E, Object> getter) {
      keys.add(key);
      getters.put(key.name(), getter);
      return this;
    }

    EventKind<E> builtBy(Function<EventFields, DpEvent> builder) {
      return new EventKind<>(this, builder);
    }
  }

  /**
   * How files and the notation call the kind.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * What its events are, in words.
   *
   * @return a part of a sentence
   */
  public String meaning() {
    return meaning;
  }

  /**
   * Its keys, in the order in which the notation prints them.
   *
   * @return the keys
   */
  public List<EventKey> keys() {
    return keys;
  }

  /**
   * A key.
   *
   * @param key its name
   * @return the key, if the kind has it
   */
  public Optional<EventKey> key(String key) {
    return keys.stream().filter(known -> known.name().equals(key)).findFirst();
  }

  /** The names of its keys. */
  List<String> keyNames() {
    return keys.stream().map(EventKey::name).toList();
  }

  DpEvent read(EventFields fields) {
    return builder.apply(fields);
  }

  /** What a key is for an event; empty where it is left out. */
  Optional<Object> value(E event, EventKey key) {
    Object value = Objects.requireNonNull(getters.get(key.name())).apply(event);
    Optional<Object> given =
        value instanceof Optional<?> optional
            ? optional.map(Object.class::cast)
            : Optional.of(value);
    return given.equals(key.absent()) ? Optional.empty() : given;
  }

  /** The name and its keys, as the notation writes them. */
  @Override
  public String toString() {
    return name + keyNames();
  }
}
