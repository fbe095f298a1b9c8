package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Binary trees of partial sums, one after the other: each has a row for every complete block of
 * {@code 2^h} of its steps that starts at a multiple of its length. A step is in one block of each
 * length, of {@code ⌊log2 n⌋ + 1} lengths. A record's participations are counted over all trees: a
 * restart gives nothing back.
 *
 * @param stepsPerTree how many steps n each tree has, at least 1
 * @param trees how many trees there are, at least 1; at most 2^53 steps in all
 */
public record TreeMatrix(long stepsPerTree, long trees) implements StrategyMatrix {
  private static final double LARGEST = 0x1p53;
  private static final long MOST_PARTICIPATIONS = 10_000_000;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if there are no steps or more than 2^53
   */
  public TreeMatrix {
    Parameters.requireAtLeastOne("stepsPerTree", stepsPerTree);
    Parameters.requireAtLeastOne("trees", trees);
    if ((double) stepsPerTree * trees > LARGEST) {
      throw new InvalidParameterException(
          "stepsPerTree", "was " + stepsPerTree + " in " + trees + " trees: at most 2^53 in all");
    }
  }

  @Override
  public long steps() {
    return stepsPerTree * trees;
  }

  /** Steps as far apart as the longest block is long are never in one block. */
  @Override
  public long bands() {
    return Long.highestOneBit(stepsPerTree);
  }

  @Override
  public String describe() {
    String restarted = trees == 1 ? "" : trees + " trees in turn, each a ";
    return restarted + "tree of " + stepsPerTree + " steps";
  }

  @Override
  public Bound sensitivity(long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    long times = Math.min(participations, 1 + (steps() - 1) / separation);
    long levels = 1 + floorLog(stepsPerTree);
    if (times > MOST_PARTICIPATIONS) {
      Enclosure all = Enclosure.ofCount(levels).sqrt().times(Enclosure.ofCount(times));
      return new Bound(all, false);
    }
    Enclosure squares = Enclosure.ofCount(levels).times(Enclosure.ofCount(times));
    for (long gap = 1; gap < times; gap++) {
      // Two steps that far apart are together in longer blocks only.
      long common = levels - 1 - floorLog(gap * separation);
      if (common <= 0) {
        break;
      }
      Enclosure pairs = Enclosure.ofCount(2 * common).times(Enclosure.ofCount(times - gap));
      squares = squares.plus(pairs);
    }
    return new Bound(squares.sqrt(), times == 1 || firstStepsFit(times, separation));
  }

  /** Whether a record can take part in the first steps of so many trees and in nothing else. */
  private boolean firstStepsFit(long times, long separation) {
    long treesApart = 1 + (separation - 1) / stepsPerTree;
    return separation >= bands() && (times - 1) <= (trees - 1) / treesApart;
  }

  private static long floorLog(long number) {
    return 63L - Long.numberOfLeadingZeros(number);
  }
}
