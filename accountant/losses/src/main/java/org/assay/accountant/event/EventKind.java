package org.assay.accountant.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of event: its name, its keys, and how its events are read and printed.
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

  /** A builder of a kind, to which keys are added one by one. */
  static final class Draft<E extends DpEvent> {
    private final String name;
    private final String meaning;
    private final List<EventKey> keys = new ArrayList<>();
    private final Map<String, Function<E, Object>> getters = new LinkedHashMap<>();

    private Draft(String name, String meaning) {
      this.name = name;
      this.meaning = meaning;
    }

    /**
     * Adds a key. The getter gives the key's value for an event, or an empty optional if the key is
     * left out.
     */
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
   * The name of the kind in files and in the notation.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * A short description of the events.
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

  /** The value of a key for an event; empty if the key is left out. */
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
