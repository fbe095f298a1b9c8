package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * The hull of an expanding pattern, repeated for ever: vertices at the same phases of every period
 * (Lemma 3 of {@code doc-files/shift-allocation.md}), found in the middle one of three periods.
 *
 * @param firstVertex how many steps of a period precede its first vertex
 * @param blocks the blocks from there to the same vertex of the next period; none where the whole
 *     pattern pools
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
