package org.assay.accountant.internal.iteration.starts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Upper bounds of H between two runs on the same data, for all starts at distances up to r on a set
 * of diameter 25 in units of the noise of a step, after 1, 2, … steps: the recursion of {@code
 * doc-files/two-starts.md}. Values are kept on the lines of several families, which meet at the
 * limit and exchange their bounds at other places.
 */
final class TwoStartRecursion {
  /** Feet of the lines, in places. */
  private static final int[] FEET = {0, -40, -80, -160, -320, -640, -1500, TwoStartFamily.LEVEL};

  /** Steps between exchanges. */
  private static final int EXCHANGED = 2;

  /**
   * Number of steps from one attempt to hide the whole distance to the next, and last such step.
   */
  private static final int HIDDEN = 5;

  private static final int LAST_HIDDEN = 200;

  private final int lines;
  private final List<TwoStartFamily> families;
  private final List<TwoStartExchange> exchanges = new ArrayList<>();
  private int steps;

  TwoStartRecursion(double[] losses) {
    this.lines = losses.length;
    this.families =
        Arrays.stream(FEET).parallel().mapToObj(foot -> new TwoStartFamily(losses, foot)).toList();
    for (TwoStartFamily from : families) {
      for (TwoStartFamily to : families) {
        if (from != to) {
          exchanges.add(new TwoStartExchange(from, to, lines));
        }
      }
    }
  }

  int steps() {
    return steps;
  }

  /** Bound from the largest distance at the loss of an index. */
  double atLimit(int line) {
    return families.get(0).at(line, TwoStartKernels.CELLS);
  }

  /** One more step. */
  void advance() {
    families.parallelStream().forEach(TwoStartFamily::advance);
    steps++;
    if (steps % HIDDEN == 0 && steps <= LAST_HIDDEN) {
      families.forEach(family -> family.hide(steps));
    }
    if (steps % EXCHANGED == 0) {
      exchanges.forEach(TwoStartExchange::exchange);
    }
    meet();
  }

  /** At the limit the lines of all families have the same losses. */
  private void meet() {
    double best = 1;
    for (int n = 0; n < lines; n++) {
      for (TwoStartFamily family : families) {
        best = Math.min(best, family.at(n, TwoStartKernels.CELLS));
      }
      for (TwoStartFamily family : families) {
        family.improve(n, TwoStartKernels.CELLS, best);
      }
    }
  }
}
