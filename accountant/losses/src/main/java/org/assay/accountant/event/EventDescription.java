package org.assay.accountant.event;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A value of a description of an event, wherever it was written: in the notation or in a file.
 * {@link EventKinds#read} makes the event.
 */
public interface EventDescription {
  /**
   * The entries by their keys.
   *
   * @return the entries, in the order in which they were written
   * @throws RuntimeException if this is no object, naming the place
   */
  Map<String, ? extends EventDescription> entries();

  /**
   * The items of a list.
   *
   * @return at least one
   * @throws RuntimeException if this is no list or empty, naming the place
   */
  List<? extends EventDescription> items();

  /**
   * Whether this is a list.
   *
   * @return whether it has items
   */
  boolean isList();

  /**
   * A text or a word.
   *
   * @return the text, not blank
   * @throws RuntimeException if this is none, naming the place
   */
  String text();

  /**
   * A number.
   *
   * @return the double nearest to what was written
   * @throws RuntimeException if this is none, naming the place
   */
  double number();

  /**
   * A whole number.
   *
   * @param least the smallest allowed
   * @param most the largest allowed
   * @return the number
   * @throws RuntimeException if this is none in that range, naming the place
   */
  long integer(long least, long most);

  /**
   * True or false.
   *
   * @return which of both
   * @throws RuntimeException if this is neither, naming the place
   */
  boolean flag();

  /**
   * One of a few words.
   *
   * @param words what it may be
   * @return the word
   * @throws RuntimeException if this is none of them, naming the place and the nearest word
   */
  String oneOf(List<String> words);

  /**
   * A refusal of this value.
   *
   * @param rule what is wrong, following the value's name
   * @return the exception to throw, which names the place
   */
  RuntimeException invalid(String rule);

  /**
   * Builds something from this value.
   *
   * @param builder what builds it
   * @param <T> what is built
   * @return the result
   * @throws RuntimeException if the builder refuses its arguments, naming the place of this value
   */
  <T> T checked(Supplier<T> builder);
}
