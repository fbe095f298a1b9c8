package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds a schedule to a {@link Hull}. Of a long repetition only the points that can be vertices are
 * added. These are the outermost periods of a contracting pattern, and one repeating chain of an
 * expanding one (Lemmas 2 and 3 of {@code doc-files/shift-allocation.md}).
 */
final class HullBuilder {
  /** Largest number of repetitions of a pattern that are added one by one. Not tuned. */
  private static final int FEW_PERIODS = 3;

  private Hull hull;

  private HullBuilder(Hull hull) {
    this.hull = hull;
  }

  /** The hull of the steps from a given one on, with a distance at its start. */
  static Hull build(IterationSchedule schedule, long from, double distance) {
    Hull start = distance > 0 ? Hull.EMPTY.plus(Block.distance(distance)) : Hull.EMPTY;
    HullBuilder builder = new HullBuilder(start);
    for (int i = schedule.stretchAt(from); i < schedule.stretches().size(); i++) {
      builder.add(schedule.stretches().get(i), Math.max(0, from - schedule.start(i)));
    }
    return builder.hull;
  }

  private void add(Stretch stretch, long from) {
    int period = stretch.period();
    int phase = (int) (from % period);
    long whole = stretch.repetitions() - from / period;
    if (phase > 0) {
      addSteps(stretch, phase, period);
      whole--;
    }
    if (whole <= FEW_PERIODS) {
      for (long i = 0; i < whole; i++) {
        addSteps(stretch, 0, period);
      }
    } else {
      addMany(stretch, whole);
    }
  }

  private void addMany(Stretch stretch, long whole) {
    int period = stretch.period();
    Block once = joined(stretch, 0, period);
    ExpandingChain chain = once.factor > 1 ? ExpandingChain.of(stretch) : ExpandingChain.NONE;
    if (chain.blocks().isEmpty()) {
      addSteps(stretch, 0, period);
      hull = hull.plus(once.repeated(whole - 2).then(Block.of(stretch, 0)));
      addSteps(stretch, 1, period);
    } else {
      addSteps(stretch, 0, chain.firstVertex());
      hull = hull.plus(chain.blocks(), whole - 1);
      addSteps(stretch, chain.firstVertex(), period);
    }
  }

  private void addSteps(Stretch stretch, int from, int to) {
    for (Block block : StepPool.pool(stretch, from, to)) {
      hull = hull.plus(block);
    }
  }

  private static Block joined(Stretch stretch, int from, int to) {
    Block sum = Block.of(stretch, from);
    for (int t = from + 1; t < to; t++) {
      sum = sum.then(Block.of(stretch, t));
    }
    return sum;
  }

  /**
   * The hull of an expanding pattern that repeats without end. Its vertices are at the same phases
   * of every period (Lemma 3 of {@code doc-files/shift-allocation.md}), found in the middle one of
   * three periods.
   *
   * @param firstVertex number of steps of a period before its first vertex
   * @param blocks the blocks from that vertex to the same vertex of the next period; none if the
   *     whole pattern pools
   */
  record ExpandingChain(int firstVertex, List<Block> blocks) {
    static final ExpandingChain NONE = new ExpandingChain(0, List.of());

    static ExpandingChain of(Stretch stretch) {
      int period = stretch.period();
      List<Block> all = threePeriods(stretch);
      int vertex = firstVertex(all, period);
      if (vertex == 0) {
        return NONE;
      }
      List<Block> chain = new ArrayList<>();
      long end = 0;
      long length = 0;
      for (Block block : all) {
        end += block.length;
        if (end > period + vertex && end <= 2L * period + vertex) {
          chain.add(block);
          length += block.length;
        }
      }
      return length == period ? new ExpandingChain(vertex, chain) : NONE;
    }

    private static int firstVertex(List<Block> blocks, int period) {
      long end = 0;
      for (Block block : blocks) {
        end += block.length;
        if (end > period && end <= 2L * period) {
          return (int) (end - period);
        }
      }
      return 0;
    }

    private static List<Block> threePeriods(Stretch stretch) {
      Hull hull = Hull.EMPTY;
      for (int i = 0; i < 3; i++) {
        for (Block block : StepPool.pool(stretch, 0, stretch.period())) {
          hull = hull.plus(block);
        }
      }
      return hull.runs().stream().map(run -> run.blocks().get(0)).toList();
    }
  }

  /** Pools the steps of a list among themselves, in arrays, before they are added to a hull. */
  private static final class StepPool {
    private StepPool() {}

    /** The hull's blocks over steps {@code from <= t < to} of a pattern. */
    static List<Block> pool(Stretch stretch, int from, int to) {
      List<Block> stack = new ArrayList<>();
      for (int t = from; t < to; t++) {
        Block block = Block.of(stretch, t);
        while (!stack.isEmpty() && stack.get(stack.size() - 1).joins(block)) {
          block = stack.remove(stack.size() - 1).then(block);
        }
        stack.add(block);
      }
      return stack;
    }
  }
}
