package org.assay.accountant.event;

import java.util.Optional;

/**
 * A mechanism of which somebody else has proved a curve, given by its numbers: whoever builds one
 * vouches for them, for every pair of neighbours under its relation and whatever was released
 * before. The commands epsilon and delta print what was taken on trust.
 */
public sealed interface KnownCurveEvent extends DpEvent
    permits PairEvent, RenyiEvent, ProfileEvent {
  /**
   * What the mechanism is called.
   *
   * @return the name, if one was given
   */
  Optional<String> name();

  /**
   * The source in which the numbers are proved.
   *
   * @return the source in the words of whoever vouches for the numbers, if one was given
   */
  Optional<String> citation();

  /**
   * What answers assume about the mechanism, in words.
   *
   * @return a part of a sentence
   */
  default String assumption() {
    return EventKinds.of((DpEvent) this).name()
        + name().map(name -> " of " + name).orElse("")
        + " under "
        + adjacency()
        + citation().map(source -> ", by " + source).orElse(", by no source that was named");
  }

  /**
   * What to do with each kind of curve.
   *
   * @param <R> the type of results
   */
  interface Curves<R> {
    /**
     * A dominating pair.
     *
     * @param event the event
     * @return the result
     */
    R pair(PairEvent event);

    /**
     * Rényi divergences of some orders.
     *
     * @param event the event
     * @return the result
     */
    R renyi(RenyiEvent event);

    /**
     * Points of a privacy profile.
     *
     * @param event the event
     * @return the result
     */
    R profile(ProfileEvent event);
  }

  /**
   * Dispatch on the kind of curve.
   *
   * @param curves what to do with each kind
   * @param <R> the result
   * @return what the visitor returned
   */
  <R> R curve(Curves<R> curves);

  @Override
  default <R> R accept(Visitor<R> visitor) {
    return visitor.visitKnownCurve(this);
  }
}
