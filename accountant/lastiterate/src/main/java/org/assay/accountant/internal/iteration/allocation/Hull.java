package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Greatest convex minorant of a schedule's points (noise variance, shift), by pooling adjacent
 * violators: a stack of blocks with growing slopes, to which steps are added at the end. A hull is
 * immutable, so that a search may try additions and discard them. Plain floating point: {@link
 * BackwardSums} certifies the result.
 */
final class Hull {
  static final Hull EMPTY = new Hull();

  private final Hull below;
  private final List<Block> blocks;
  private final long repetitions;

  private Hull() {
    this.below = this;
    this.blocks = List.of();
    this.repetitions = 0;
  }

  private Hull(Hull below, List<Block> blocks, long repetitions) {
    this.below = below;
    this.blocks = blocks;
    this.repetitions = repetitions;
  }

  /** Successive blocks of the hull, repeated a number of times. */
  record Run(List<Block> blocks, long repetitions) {}

  /** The runs from the first step on. */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (Hull node = this; node.repetitions > 0; node = node.below) {
      runs.add(new Run(node.blocks, node.repetitions));
    }
    Collections.reverse(runs);
    return runs;
  }

  /** The sum of the costs of all blocks, in plain floating point. */
  double cost() {
    double sum = 0;
    for (Hull node = this; node.repetitions > 0; node = node.below) {
      double once = 0;
      for (Block block : node.blocks) {
        once += block.cost();
      }
      sum += once * node.repetitions;
    }
    return sum;
  }

  /** Adds a block at the end, and pools it with earlier blocks whose slopes are not smaller. */
  Hull plus(Block added) {
    Block block = added;
    Hull rest = this;
    while (rest.joins(block)) {
      if (rest.repetitions > 1) {
        long pooled = rest.repetitionsPooledBy(block);
        block = pooled == 0 ? block : joined(rest.blocks).repeated(pooled).then(block);
        rest = rest.withLastRepetitionApart(pooled);
      } else {
        block = rest.last().then(block);
        rest = rest.below;
      }
    }
    return new Hull(rest, List.of(block), 1);
  }

  /**
   * Adds a repeated run whose blocks stay separate from one another. If its beginning is pooled
   * with earlier blocks, a bisection finds the number of pooled repetitions: along a convex chain
   * the answer changes once.
   */
  Hull plus(List<Block> run, long count) {
    Hull hull = this;
    long left = count;
    while (left > 0 && hull.joins(run.get(0))) {
      Hull base = hull;
      Block once = joined(run);
      long pooled =
          left == 1 ? 1 : firstTrue(1, left, k -> !base.plus(once.repeated(k)).joins(run.get(0)));
      hull = pooled == 1 ? base : base.plus(once.repeated(pooled - 1));
      for (Block block : run) {
        hull = hull.plus(block);
      }
      left -= pooled;
    }
    return left == 0 ? hull : new Hull(hull, run, left);
  }

  /**
   * Number of whole repetitions of a run that a block pools; the next repetition may be pooled in
   * part.
   */
  private long repetitionsPooledBy(Block block) {
    Block once = joined(blocks);
    return firstTrue(1, repetitions, k -> !last().joins(once.repeated(k).then(block))) - 1;
  }

  /**
   * The hull without some repetitions of its last run, and the last remaining repetition as single
   * blocks.
   */
  private Hull withLastRepetitionApart(long removed) {
    long left = repetitions - removed - 1;
    Hull hull = left == 0 ? below : new Hull(below, blocks, left);
    for (Block block : blocks) {
      hull = new Hull(hull, List.of(block), 1);
    }
    return hull;
  }

  private static Block joined(List<Block> run) {
    Block sum = run.get(0);
    for (Block block : run.subList(1, run.size())) {
      sum = sum.then(block);
    }
    return sum;
  }

  private boolean joins(Block next) {
    return repetitions > 0 && last().joins(next);
  }

  private Block last() {
    return blocks.get(blocks.size() - 1);
  }

  /** The first number in a range from which a monotone predicate holds, or the last number. */
  private static long firstTrue(long from, long to, LongPredicate predicate) {
    long low = from;
    long high = to;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (predicate.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
