package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.List;

/** Pools the steps of a list among themselves, in arrays, before they meet the rest of a hull. */
final class StepPool {
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
