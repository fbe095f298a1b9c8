package org.assay.verify.internal.log;

import java.util.Arrays;
import java.util.Optional;

/**
 * The steps of a block in which a record may take part, if the sampling limits them.
 *
 * @param block number of steps of an epoch; counts begin anew in each
 * @param most largest number of steps of a block in which a record takes part
 * @param exactly whether a record takes part in exactly this number of steps
 * @param separation the smallest distance between two steps of a record within a block
 * @param modulus a divisor of each of these distances
 */
record Places(long block, long most, boolean exactly, long separation, long modulus) {
  /** Follows the steps of a log. */
  static final class Follower {
    private final Places places;
    private final long[] last;
    private final long[] taken;
    private long position;

    /**
     * Begins with the first step of a block.
     *
     * @param records number of records in the log
     */
    Follower(Places places, int records) {
      this.places = places;
      this.last = new long[records];
      this.taken = new long[records];
      Arrays.fill(last, -1);
    }

    /**
     * Checks the next step.
     *
     * @return the fault of the step in words; empty if there is none
     */
    Optional<String> see(LoggedStep step) {
      if (position % places.block == 0) {
        Arrays.fill(last, -1);
        Arrays.fill(taken, 0);
      }
      for (int record : step.members()) {
        Optional<String> wrong = join(step, record);
        if (wrong.isPresent()) {
          return wrong;
        }
      }
      position++;
      return position % places.block == 0 ? end(step) : Optional.empty();
    }

    private Optional<String> join(LoggedStep step, int record) {
      long gap = position - last[record];
      boolean before = last[record] >= 0;
      taken[record]++;
      last[record] = position;
      if (taken[record] > places.most) {
        return wrong(
            step, record, "in " + taken[record] + " steps, where " + places.most + times());
      }
      if (before && gap < places.separation) {
        return wrong(
            step,
            record,
            gap + " steps after an earlier one, where at least " + places.separation + " are due");
      }
      return before && gap % places.modulus != 0
          ? wrong(
              step,
              record,
              gap
                  + " steps after an earlier one, where a multiple of "
                  + places.modulus
                  + " is due")
          : Optional.empty();
    }

    private String times() {
      return (places.most == 1 ? " is" : " are") + " due in " + places.block + " steps";
    }

    private static Optional<String> wrong(LoggedStep step, int record, String problem) {
      return Optional.of(step.place() + " has record " + step.nameOf(record) + " " + problem);
    }

    private Optional<String> end(LoggedStep step) {
      if (!places.exactly) {
        return Optional.empty();
      }
      long missing = Arrays.stream(taken).filter(times -> times < places.most).count();
      return missing == 0
          ? Optional.empty()
          : Optional.of(
              String.format(
                  "%d of %d records took part less often than in %d of the %d steps up to %s",
                  missing, taken.length, places.most, places.block, step.place()));
    }
  }
}
