package org.assay.accountant.meaning;

import java.util.Arrays;

/**
 * The admissible laws of one block, for the inputs that one call may read after one history, with
 * the largest value: every input gets the number of a law.
 */
final class Response {
  private final Block block;
  private final double[][] values;
  private final int[][] distances;

  /**
   * A search.
   *
   * @param values by input and number
   * @param distances between inputs
   */
  Response(Block block, double[][] values, int[][] distances) {
    this.block = block;
    this.values = values;
    this.distances = distances;
  }

  /** Not below the current choice, which is kept unless another one is better. */
  int[] best(int[] current) {
    int[] best = current.clone();
    if (block.step() == Block.FREE) {
      for (int x = 0; x < best.length; x++) {
        best[x] = largest(values[x], 0, values[x].length, best[x]);
      }
      return best;
    }
    boolean[] done = new boolean[best.length];
    for (int root = 0; root < best.length; root++) {
      if (!done[root]) {
        int[] related = related(root);
        Arrays.stream(related).forEach(x -> done[x] = true);
        improve(best, related);
      }
    }
    return best;
  }

  private int[] related(int root) {
    int[] found = new int[values.length];
    int count = 0;
    for (int x = 0; x < found.length; x++) {
      if (distances[root][x] != Inputs.UNRELATED) {
        found[count++] = x;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private void improve(int[] best, int[] related) {
    double most = value(best, related);
    for (int start = 0; start < 4; start++) {
      int[] tried = start(start, best, related);
      if (start >= 2) {
        climb(tried, related);
      }
      double value = value(tried, related);
      if (value > most + 1e-15) {
        most = value;
        for (int x : related) {
          best[x] = tried[x];
        }
      }
    }
  }

  /** The two certain outcomes, the best constant or what is there, and everybody's own best. */
  private int[] start(int kind, int[] best, int[] related) {
    int[] start = best.clone();
    int last = block.laws() - 1;
    for (int x : related) {
      start[x] =
          switch (kind) {
            case 0 -> 0;
            case 1 -> last;
            case 2 -> block.isCertain(best[x]) ? last / 2 : best[x];
            default -> largest(values[x], 1, last, last / 2);
          };
    }
    return kind == 3 ? envelope(start, related) : start;
  }

  /** The largest admissible numbers below given ones. */
  private int[] envelope(int[] numbers, int[] related) {
    int[] lower = numbers.clone();
    for (int x : related) {
      for (int other : related) {
        lower[x] = Math.min(lower[x], numbers[other] + block.step() * distances[x][other]);
      }
    }
    return lower;
  }

  /** Moves one input's number, and the others' as little as they must, while that helps. */
  private void climb(int[] numbers, int[] related) {
    double value = value(numbers, related);
    boolean grew = true;
    while (grew) {
      grew = false;
      for (int x : related) {
        for (int number = 1; number < block.laws() - 1; number++) {
          double gain = gain(numbers, related, x, number);
          if (gain > 1e-13 * (1 + Math.abs(value))) {
            moveAll(numbers, related, x, number);
            value += gain;
            grew = true;
          }
        }
      }
    }
  }

  private double gain(int[] numbers, int[] related, int x, int number) {
    double gain = 0;
    for (int other : related) {
      int moved = moved(numbers[other], distances[x][other], number);
      gain += values[other][moved] - values[other][numbers[other]];
    }
    return gain;
  }

  private void moveAll(int[] numbers, int[] related, int x, int number) {
    for (int other : related) {
      numbers[other] = moved(numbers[other], distances[x][other], number);
    }
  }

  private int moved(int old, int distance, int number) {
    int reach = block.step() * distance;
    return Math.min(Math.max(old, number - reach), number + reach);
  }

  private double value(int[] numbers, int[] related) {
    double sum = 0;
    for (int x : related) {
      sum += values[x][numbers[x]];
    }
    return sum;
  }

  private static int largest(double[] values, int from, int to, int preferred) {
    int best = preferred;
    for (int i = from; i < to; i++) {
      if (values[i] > values[best] + 1e-15) {
        best = i;
      }
    }
    return best;
  }
}
