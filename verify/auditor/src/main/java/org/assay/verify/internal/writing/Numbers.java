package org.assay.verify.internal.writing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Collects the numbers of an output with their places. */
public final class Numbers {
  private final DoubleStream.Builder values = DoubleStream.builder();
  private final List<Place> places = new ArrayList<>();
  private final List<Structure.Text> texts = new ArrayList<>();
  private boolean structured;

  /**
   * Adds a number as written, with its rests ({@link ExactNumber}).
   *
   * @param place its place
   * @param number a decimal number
   * @return this
   */
  public Numbers add(Place place, String number) {
    double nearest = Double.parseDouble(number);
    add(place, nearest);
    double[] rests = ExactNumber.rests(number, nearest);
    for (int part = 0; part < rests.length; part++) {
      structured = true;
      add(place.rest(part), rests[part]);
    }
    return this;
  }

  /**
   * Adds a number.
   *
   * @param place its place
   * @param value any double
   * @return this
   */
  public Numbers add(Place place, double value) {
    values.add(value);
    places.add(place);
    return this;
  }

  /**
   * Adds a text.
   *
   * @param place its place
   * @param text any text; its numbers become numbers of the output
   * @return this
   */
  public Numbers add(Place place, WrittenText text) {
    say(place, text.frame());
    for (int i = 0; i < text.count(); i++) {
      add(place.numberInText(i), text.number(i));
    }
    return this;
  }

  /**
   * Adds a text whose numbers are not numbers of the output.
   *
   * @param place its place
   * @param text any text
   */
  public void say(Place place, String text) {
    structured = true;
    texts.add(new Structure.Text(place, text));
  }

  /** Marks the output as more than an array of numbers, even if nothing added shows that. */
  public void structured() {
    structured = true;
  }

  /**
   * The values of the numbers.
   *
   * @return in the order in which they were added
   */
  public double[] values() {
    return values.build().toArray();
  }

  /**
   * The places and texts.
   *
   * @return empty if the output is a plain array of numbers
   */
  public Optional<Structure> structure() {
    return structured ? Optional.of(new Structure(places, texts)) : Optional.empty();
  }
}
