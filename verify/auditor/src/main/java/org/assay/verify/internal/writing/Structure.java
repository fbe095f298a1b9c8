package org.assay.verify.internal.writing;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * What an output has besides its numbers, if it is more than an array of numbers: the place of each
 * number, and the texts. Immutable.
 *
 * @param places the places of the numbers, in their order
 * @param texts the texts, in their order
 */
public record Structure(List<Place> places, List<Text> texts) {
  /** Copies the lists. */
  public Structure {
    places = List.copyOf(places);
    texts = List.copyOf(texts);
  }

  /**
   * The numbers that are not rests.
   *
   * @return their indices, ascending
   */
  public int[] parts() {
    return IntStream.range(0, places.size())
        .filter(i -> places.get(i).kind() != Place.Kind.REST)
        .toArray();
  }

  /**
   * The structure without rests, for an observer who sees doubles only.
   *
   * @return empty if a number or a plain array of numbers is left
   */
  public Optional<Structure> withoutRests() {
    int[] parts = parts();
    if (parts.length == places.size()) {
      return Optional.of(this);
    }
    List<Place> left = Arrays.stream(parts).mapToObj(places::get).toList();
    boolean plain =
        left.equals(List.of(Place.OUTPUT))
            || IntStream.range(0, parts.length)
                .allMatch(i -> left.get(i).equals(Place.coordinate(i)));
    return plain && texts.isEmpty() ? Optional.empty() : Optional.of(new Structure(left, texts));
  }

  /**
   * An output in words, for people.
   *
   * @param values the numbers, as many as there are places
   * @return every place with its number or text
   */
  public String describe(double[] values) {
    StringJoiner said = new StringJoiner(", ", "{", "}");
    for (int at = 0; at < values.length; ) {
      int end = at + 1;
      while (end < values.length && places.get(end).kind() == Place.Kind.REST) {
        end++;
      }
      String number =
          end == at + 1
              ? Double.toString(values[at])
              : ExactNumber.joined(values[at], Arrays.copyOfRange(values, at + 1, end))
                  .toPlainString();
      if (places.get(at).equals(Place.OUTPUT)) {
        return number;
      }
      said.add(places.get(at) + ": " + number);
      at = end;
    }
    texts.forEach(text -> said.add(text.place() + ": \"" + text.frame() + '"'));
    return said.toString();
  }

  /**
   * A text within an output.
   *
   * @param place its place
   * @param frame the text, with a sign in place of every number
   */
  public record Text(Place place, String frame) {}
}
