package org.assay.accountant.event;

import java.util.List;
import java.util.Map;

/**
 * Makes the values that a text in the notation describes, in the order in which they are read. The
 * name of a value is its key, empty for the whole event; its position the index of its first
 * character.
 *
 * @param <V> the values
 */
public interface NotationFactory<V extends EventDescription> {
  /**
   * A number.
   *
   * @param position where it begins
   * @param name its key
   * @param typed what was typed
   * @param decimal what the text stands for, as a decimal
   * @return the value
   */
  V number(int position, String name, String typed, String decimal);

  /**
   * A word, a quoted text or the question mark.
   *
   * @param position where it begins
   * @param name its key
   * @param text the text
   * @return the value
   */
  V text(int position, String name, String text);

  /**
   * A list.
   *
   * @param position where it begins
   * @param name its key
   * @param items its items
   * @return the value
   */
  V list(int position, String name, List<V> items);

  /**
   * An object.
   *
   * @param position where it begins
   * @param name its key
   * @param entries its entries
   * @return the value
   */
  V object(int position, String name, Map<String, V> entries);

  /**
   * A refusal of the text.
   *
   * @param position where it is wrong
   * @param problem what is wrong there
   * @return the exception to throw
   */
  RuntimeException refusal(int position, String problem);
}
