package org.assay.accountant.event;

import java.util.List;
import java.util.Optional;

/**
 * A mechanism that other events dominate, for neighbours that differ in one record: all its bounds
 * are theirs. Nothing is claimed for groups, whose records may be affected in different parts of
 * the mechanism; they are refused.
 */
public sealed interface DominatedEvent extends DpEvent
    permits SampledMatrixEvent, ThresholdedCountsEvent, PartitionSelectionEvent {
  /**
   * What dominates it between neighbours that differ in one record.
   *
   * @return the event, under the same relation
   */
  DpEvent dominating();

  /**
   * Events of which one dominates it, whatever the neighbours are: less together than {@link
   * #dominating} where a single one for all neighbours has to be worse than each.
   *
   * @return the events, at least one, under the same relation
   */
  default List<DpEvent> cases() {
    return List.of(dominating());
  }

  /**
   * The same events with every number that {@link #cases} rounds up rounded down, in the same
   * order: what is proved about their lower ends holds for the unrounded bound.
   *
   * @return the events, as many as there are cases
   */
  default List<DpEvent> casesRoundedDown() {
    return cases();
  }

  /**
   * Whether a case is as bad as the mechanism itself between some neighbours, or in the limit of
   * such.
   *
   * @param index which of {@link #cases}, from 0
   * @return true if no smaller bound holds for it; false by default
   */
  default boolean attains(int index) {
    return false;
  }

  /**
   * The same mechanism by the numbers that its outputs depend on.
   *
   * @return this event unless other numbers describe the same mechanism
   */
  default DominatedEvent simplified() {
    return this;
  }

  /**
   * Whether it treats records by places that were given to them beforehand, see {@link
   * EventMeaning#readsPlaces}.
   *
   * @return true if it does
   */
  boolean hasPlaces();

  /**
   * This event as a matrix mechanism on samples.
   *
   * @return this event if it is one; empty by default
   */
  default Optional<SampledMatrixEvent> sampledMatrix() {
    return Optional.empty();
  }

  @Override
  default <R> R accept(Visitor<R> visitor) {
    return visitor.visitDominated(this);
  }
}
