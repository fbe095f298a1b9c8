package org.assay.verify.internal.writing;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Where a number or a text stands in an output, and what people are told it is called. Keys of
 * objects are called by their names; coordinates of arrays and numbers in texts are counted from 1.
 * All that speaks of a part of an output has its name from here.
 *
 * @param name the name, which no other place of an output has
 * @param kind what stands there
 */
public record Place(String name, Kind kind) {
  /** What stands at a place. */
  public enum Kind {
    /** A number, a text, or more places. */
    PART,
    /** What a double leaves out of the number that stands before it. */
    REST
  }

  /** The whole output. */
  public static final Place OUTPUT = new Place("output", Kind.PART);

  /** The only number of an output that is a text. */
  public static final Place NUMBER = new Place("the number in the text", Kind.PART);

  /**
   * Characters of a name. Places within places have names as long as all keys on the way to them,
   * and a short output may have millions of such places.
   */
  private static final int LONGEST = 256;

  /** Characters of a longer name that are told. */
  private static final int SHOWN = 128;

  /** So many coordinates have their names made once, which takes some 10 MB if all are asked. */
  private static final int MOST_KEPT = 1 << 17;

  /** The first coordinates; replaced by a longer array when more are asked for. */
  private static volatile Place[] coordinates = {};

  private static Place part(String name) {
    return new Place(name, Kind.PART);
  }

  /**
   * A coordinate of an output that is an array.
   *
   * @param index from 0
   * @return "coordinate 1" for the first
   */
  public static Place coordinate(int index) {
    Place[] kept = coordinates;
    if (index < kept.length) {
      return kept[index];
    }
    if (index >= MOST_KEPT) {
      return unkept(index);
    }
    int more = Math.max(2 * kept.length, Integer.highestOneBit(index + 1) * 2);
    Place[] longer =
        IntStream.range(0, Math.min(MOST_KEPT, more))
            .mapToObj(i -> i < kept.length ? kept[i] : unkept(i))
            .toArray(Place[]::new);
    coordinates = longer;
    return longer[index];
  }

  private static Place unkept(int index) {
    return part("coordinate " + (index + 1));
  }

  /**
   * A number in an output that is a text.
   *
   * @param index from 0
   * @return "number 1" for the first
   */
  public static Place number(int index) {
    return part("number " + (index + 1));
  }

  /**
   * An item of the array that stands here.
   *
   * @param index from 0
   * @return for example "coordinate 1 of "sums""
   */
  public Place item(int index) {
    return within(coordinate(index));
  }

  /**
   * A number in the text that stands here.
   *
   * @param index from 0
   * @return for example "number 1 of "note""
   */
  public Place numberInText(int index) {
    return within(number(index));
  }

  /**
   * The value of a key of the object that stands here.
   *
   * @param key any text
   * @return the key in quotation marks, and that of which it is a key
   */
  public Place key(String key) {
    return within(part(quoted(key)));
  }

  /**
   * What a double leaves out of the number that stands here.
   *
   * @param part from 0, where several doubles are needed
   * @return the place behind this one, or behind its rest
   */
  public Place rest(int part) {
    String words =
        part == 0
            ? name + " without its first " + ExactNumber.LEADING + " digits"
            : "rest " + (part + 1) + " of the digits of " + name;
    return new Place(words, Kind.REST);
  }

  /**
   * The order in which the keys of the object that stands here were written.
   *
   * @return a place for a text
   */
  public Place order() {
    return within(part("order of the keys"));
  }

  /**
   * The place of a key that an object has more than once.
   *
   * @param times which one it is, from 2
   * @return another place than that of the first
   */
  public Place again(int times) {
    return part(name + " (" + times + ")");
  }

  /**
   * That something stands here, in words.
   *
   * @return for example "the key "a" is there"
   */
  public String presence() {
    return thing() + " is there";
  }

  /**
   * That nothing stands here, in words.
   *
   * @return for example "the key "a" is missing"
   */
  public String absence() {
    return thing() + " is missing";
  }

  private String thing() {
    return name.startsWith("\"") ? "the key " + name : name;
  }

  private Place within(Place inner) {
    return part(shortened(equals(OUTPUT) ? inner.name() : inner.name() + " of " + name));
  }

  /** Long names begin alike and end with a digest of the whole, so that they stay different. */
  private static String shortened(String name) {
    return name.length() <= LONGEST
        ? name
        : name.substring(0, SHOWN)
            + "… ("
            + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_16))
            + ")";
  }

  /** Escapes what is invisible, so that different keys have different names. */
  private static String quoted(String key) {
    StringBuilder quoted = new StringBuilder("\"");
    key.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (Character.isISOControl(c)) {
                quoted.append(String.format("\\u%04x", c));
              } else {
                quoted.append((char) c);
              }
            });
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return name;
  }
}
