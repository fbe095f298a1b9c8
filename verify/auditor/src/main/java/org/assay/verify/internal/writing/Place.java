package org.assay.verify.internal.writing;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The place of a number or a text in an output, with the name by which people are told. Keys of
 * objects are named as they are; coordinates of arrays and numbers in texts are counted from 1. All
 * names of parts of an output come from this class.
 *
 * @param name a name that no other place of the output has
 * @param kind the kind of the place
 */
public record Place(String name, Kind kind) {
  /** What a place holds. */
  public enum Kind {
    /** A number, a text, or further places. */
    PART,
    /** A rest of the number before it, see {@link ExactNumber}. */
    REST
  }

  /** The whole output. */
  public static final Place OUTPUT = new Place("output", Kind.PART);

  /** The only number of an output that is a text. */
  public static final Place NUMBER = new Place("the number in the text", Kind.PART);

  /**
   * Characters of a name. A name contains all keys on the way to its place, and a short output may
   * have millions of places.
   */
  private static final int LONGEST = 256;

  /** Characters of a longer name that are shown. */
  private static final int SHOWN = 128;

  /** Coordinates whose places are kept; all of them together take some 10 MB. */
  private static final int MOST_KEPT = 1 << 17;

  /** The places of the first coordinates; replaced by a longer array on demand. */
  private static volatile Place[] coordinates = {};

  private static Place part(String name) {
    return new Place(name, Kind.PART);
  }

  /**
   * The place of a number of an output.
   *
   * @param structure the places of the output, empty for a number and for an array of numbers
   * @param length how many numbers the output has
   * @param index which one, from 0
   * @return the place; a single number without a structure is at the place "output"
   */
  public static Place of(Optional<Structure> structure, int length, int index) {
    if (structure.isPresent()) {
      return structure.get().places().get(index);
    }
    return length == 1 ? OUTPUT : coordinate(index);
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
   * A rest of the number at this place, see {@link ExactNumber}.
   *
   * @param part from 0, if there are several
   * @return the place after this one, or after the rest before
   */
  public Place rest(int part) {
    String words =
        part == 0
            ? name + " without its first " + ExactNumber.LEADING + " digits"
            : "rest " + (part + 1) + " of the digits of " + name;
    return new Place(words, Kind.REST);
  }

  /**
   * The order in which the keys of the object at this place were written.
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
   * That this place holds something, in words.
   *
   * @return for example "the key "a" is there"
   */
  public String presence() {
    return thing() + " is there";
  }

  /**
   * That this place holds nothing, in words.
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

  /** A long name: its beginning and a hash of the whole, which keeps names distinct. */
  private static String shortened(String name) {
    return name.length() <= LONGEST
        ? name
        : name.substring(0, SHOWN)
            + "… ("
            + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_16))
            + ")";
  }

  /** A key with invisible characters escaped, so that different keys have different names. */
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
