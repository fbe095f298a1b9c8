package org.assay.accountant.event;

import java.util.OptionalLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * The shuffle model: every record is reported by the same local randomizer, and the reports are
 * released in random order. The relation is replace-one; the number of records is public.
 *
 * @param reports how many records there are, from 1 to 2^53
 * @param localEpsilon epsilon of the randomizer in pure differential privacy, finite and at least 0
 * @param answers k, from 2 to 2^53, if the randomizer is k-ary randomized response; empty if only
 *     epsilon is known. Randomized response gives the true answer with probability {@code e^ε/(e^ε
 *     + k - 1)}, and otherwise one of the other answers uniformly
 */
public record ShuffledReportsEvent(long reports, double localEpsilon, OptionalLong answers)
    implements DpEvent {
  private static final long LARGEST_COUNT = 1L << 53;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ShuffledReportsEvent {
    requireCount("reports", reports, 1);
    Parameters.requireNonNegative("localEpsilon", localEpsilon);
    Parameters.requireGiven("answers", answers);
    answers.ifPresent(count -> requireCount("answers", count, 2));
  }

  private static void requireCount(String name, long count, long least) {
    if (!(count >= least && count <= LARGEST_COUNT)) {
      throw new IllegalArgumentException(
          name + " was " + count + ": it must be from " + least + " to 2^53");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return AdjacencyRelation.REPLACE_ONE;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitShuffledReports(this);
  }
}
