package org.assay.accountant.event;

import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Binary trees of partial sums, one after the other. A tree has a row for every complete block of
 * {@code 2^h} of its steps that starts at a multiple of the block's length. There are {@code ⌊log2
 * n⌋ + 1} lengths, and a step is in at most one block of every length. A record's participations
 * are counted over all trees, regardless of restarts.
 *
 * @param stepsPerTree how many steps n each tree has, at least 1
 * @param trees how many trees there are, at least 1; at most 2^53 steps in all
 */
record TreeMatrix(long stepsPerTree, long trees) implements StrategyMatrix {
  /** Largest number of steps in all trees. */
  private static final double LARGEST = 0x1p53;

  /** With more participations only a crude bound is given. */
  private static final long MOST_PARTICIPATIONS = 10_000_000;

  /** Largest number of steps among which the worst ones are searched. */
  private static final long MOST_SEARCHED = 2048;

  /** Largest number of steps whose errors are computed. */
  private static final long MOST_ERRORS = 1L << 24;

  /** Largest work for the lower end, in steps times levels. */
  private static final long MOST_COUNTED = 1_000_000;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if there are no steps or more than 2^53
   */
  TreeMatrix {
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

  /** Steps that are at least the longest block's length apart are never in one block. */
  @Override
  public long bands() {
    return Long.highestOneBit(stepsPerTree);
  }

  @Override
  public Map<String, Object> terms() {
    return Map.of("matrix", "tree", "steps", stepsPerTree, "trees", trees);
  }

  /**
   * With few steps the worst ones are searched. With many steps a bound is given, which first steps
   * of different trees attain if allowed.
   */
  @Override
  public Enclosure sensitivity(long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    long times = Math.min(participations, 1 + (steps() - 1) / separation);
    if (times > 1 && steps() <= MOST_SEARCHED) {
      int size = (int) steps();
      int apart = (int) Math.min(separation, size);
      return WorstParticipation.squaredLength(new Blocks(), size, (int) times, apart).sqrt();
    }
    long levels = 1 + floorLog(stepsPerTree);
    if (times > MOST_PARTICIPATIONS) {
      Enclosure all = Enclosure.ofCount(levels).sqrt().times(Enclosure.ofCount(times));
      return Enclosure.of(Enclosure.ofCount(levels).sqrt().lower(), all.upper());
    }
    Enclosure upper = mostTogether(times, separation, levels);
    return times == 1 || firstStepsFit(times, separation)
        ? upper.sqrt()
        : Enclosure.of(together(times, separation).lower(), upper.upper()).sqrt();
  }

  private static Enclosure mostTogether(long times, long separation, long levels) {
    Enclosure squares = Enclosure.ofCount(levels).times(Enclosure.ofCount(times));
    for (long gap = 1; gap < times; gap++) {
      // Only blocks longer than the gap hold both steps.
      long common = levels - 1 - floorLog(gap * separation);
      if (common <= 0) {
        break;
      }
      Enclosure pairs = Enclosure.ofCount(2 * common).times(Enclosure.ofCount(times - gap));
      squares = squares.plus(pairs);
    }
    return squares;
  }

  /** Lower bound of the squared sensitivity from the steps 0, b, 2b, ..., or the first of them. */
  private Enclosure together(long times, long separation) {
    long levels = 1 + floorLog(stepsPerTree);
    long counted = Math.min(times, MOST_COUNTED / levels);
    Enclosure squares = Enclosure.ZERO;
    for (int level = 0; level < levels; level++) {
      long block = -1;
      long inBlock = 0;
      for (long i = 0; i <= counted; i++) {
        long step = i * separation;
        long own = i == counted ? -2 : block(step, level);
        if (own != block) {
          squares = squares.plus(Enclosure.ofCount(inBlock).square());
          block = own;
          inBlock = 0;
        }
        inBlock += own < 0 ? 0 : 1;
      }
    }
    return squares;
  }

  /**
   * Number of the block of {@code 2^level} steps that holds a step, counted over all trees, or -1.
   */
  private long block(long step, int level) {
    long blocks = stepsPerTree >> level;
    long within = step % stepsPerTree >> level;
    return within < blocks ? step / stepsPerTree * blocks + within : -1;
  }

  /** Whether a record can take part in the first steps of {@code times} different trees. */
  private boolean firstStepsFit(long times, long separation) {
    long treesApart = 1 + (separation - 1) / stepsPerTree;
    return separation >= bands() && (times - 1) <= (trees - 1) / treesApart;
  }

  /** How many blocks two steps have in common. */
  private final class Blocks implements WorstParticipation.Products {
    @Override
    public double of(int i, int j) {
      int common = 0;
      for (int level = 0; 1L << level <= stepsPerTree; level++) {
        long block = block(i, level);
        common += block >= 0 && block == block(j, level) ? 1 : 0;
      }
      return common;
    }

    @Override
    public double error(int i, int j) {
      return 0;
    }

    @Override
    public int reach() {
      return (int) bands();
    }
  }

  private static long floorLog(long number) {
    return 63L - Long.numberOfLeadingZeros(number);
  }

  @Override
  public double[] squaredErrors() {
    if (steps() > MOST_ERRORS) {
      throw new IllegalArgumentException(
          "steps was " + steps() + ": errors are computed for at most 2^24 steps");
    }
    return RunningSums.ofTrees((int) stepsPerTree, (int) trees);
  }
}
