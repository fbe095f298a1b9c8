package org.assay.accountant.meaning;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Which law every call uses after every history, for every input that it may read then: the number
 * of a law in each block of its mechanism.
 */
final class Strategy {
  private static final int UNSEEN = -1;

  private final List<Mechanism> mechanisms;
  private final Transcripts transcripts;
  private final Inputs inputs;
  private final int[][][][] numbers;
  private final double[][][][] laws;

  private Strategy(
      List<Mechanism> mechanisms, Transcripts transcripts, Inputs inputs, int[][][][] numbers) {
    this.mechanisms = mechanisms;
    this.transcripts = transcripts;
    this.inputs = inputs;
    this.numbers = numbers;
    this.laws = new double[numbers.length][][][];
    for (int call = 0; call < numbers.length; call++) {
      laws[call] = new double[numbers[call].length][0][];
    }
  }

  static Strategy empty(List<Mechanism> mechanisms, Transcripts transcripts, Inputs inputs) {
    int[][][][] numbers = new int[mechanisms.size()][][][];
    for (int call = 0; call < numbers.length; call++) {
      int blocks = mechanisms.get(call).blocks().size();
      numbers[call] = new int[transcripts.histories(call)][blocks][0];
    }
    return new Strategy(mechanisms, transcripts, inputs, numbers);
  }

  Strategy copy() {
    int[][][][] copied = new int[numbers.length][][][];
    for (int call = 0; call < numbers.length; call++) {
      copied[call] = new int[numbers[call].length][][];
      for (int history = 0; history < copied[call].length; history++) {
        copied[call][history] =
            Arrays.stream(numbers[call][history]).map(int[]::clone).toArray(int[][]::new);
      }
    }
    return new Strategy(mechanisms, transcripts, inputs, copied);
  }

  /** Takes over what another strategy does after one history, from some call on. */
  void adopt(Strategy other, int firstCall, int history) {
    for (int call = firstCall; call < numbers.length; call++) {
      int longer = transcripts.histories(call) / transcripts.histories(firstCall);
      for (int h = history * longer; h < (history + 1) * longer; h++) {
        for (int b = 0; b < numbers[call][h].length; b++) {
          numbers[call][h][b] = other.numbers[call][h][b].clone();
        }
      }
    }
  }

  /** Gives a law to inputs that have none yet, keeping to what is admissible beside the others. */
  void cover(int call, int history, int[] seen, Random random) {
    List<Block> blocks = mechanisms.get(call).blocks();
    for (int b = 0; b < blocks.size(); b++) {
      int[] grown = numbers[call][history][b];
      if (grown.length < inputs.count()) {
        grown = Arrays.copyOf(grown, inputs.count());
        Arrays.fill(grown, numbers[call][history][b].length, grown.length, UNSEEN);
        numbers[call][history][b] = grown;
      }
      for (int input : seen) {
        if (grown[input] == UNSEEN) {
          grown[input] = extension(blocks.get(b), grown, input, random);
        }
      }
    }
    tabulate(call, history, seen);
  }

  private int extension(Block block, int[] known, int input, Random random) {
    if (block.step() == Block.FREE) {
      return random.nextInt(block.laws());
    }
    int low = 1;
    int high = block.laws() - 2;
    for (int other = 0; other < known.length; other++) {
      int distance = known[other] == UNSEEN ? Inputs.UNRELATED : inputs.distance(input, other);
      if (distance != Inputs.UNRELATED) {
        if (block.isCertain(known[other])) {
          return known[other];
        }
        low = Math.max(low, known[other] - block.step() * distance);
        high = Math.min(high, known[other] + block.step() * distance);
      }
    }
    return low + random.nextInt(high - low + 1);
  }

  private void tabulate(int call, int history, int[] seen) {
    double[][] table = Arrays.copyOf(laws[call][history], inputs.count());
    List<Block> blocks = mechanisms.get(call).blocks();
    for (int input : seen) {
      double[] law = new double[transcripts.outcomes(call)];
      int next = 0;
      for (int b = 0; b < blocks.size(); b++) {
        for (int outcome = 0; outcome < blocks.get(b).outcomes(); outcome++) {
          law[next++] = blocks.get(b).rounded(numbers[call][history][b][input], outcome);
        }
      }
      table[input] = law;
    }
    laws[call][history] = table;
  }

  /** The exact law of a call's output. */
  Fraction[] law(int call, int history, int input) {
    Fraction[] law = new Fraction[transcripts.outcomes(call)];
    int next = 0;
    List<Block> blocks = mechanisms.get(call).blocks();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      for (int outcome = 0; outcome < block.outcomes(); outcome++) {
        law[next++] = block.probability(numbers[call][history][b][input], outcome);
      }
    }
    return law;
  }

  double probability(int call, int history, int input, int outcome) {
    return laws[call][history][input][outcome];
  }

  /**
   * Changes a call's laws after one history to the best ones.
   *
   * @param values of every outcome by input
   * @param seen the inputs that may come there
   */
  void respond(int call, int history, double[][] values, int[] seen) {
    int[][] distances = new int[seen.length][seen.length];
    for (int i = 0; i < seen.length; i++) {
      for (int j = 0; j < seen.length; j++) {
        distances[i][j] = inputs.distance(seen[i], seen[j]);
      }
    }
    int offset = 0;
    List<Block> blocks = mechanisms.get(call).blocks();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      respond(
          block, numbers[call][history][b], worth(block, offset, values, seen), seen, distances);
      offset += block.outcomes();
    }
    tabulate(call, history, seen);
  }

  private static void respond(
      Block block, int[] numbers, double[][] worth, int[] seen, int[][] distances) {
    int[] current = Arrays.stream(seen).map(input -> numbers[input]).toArray();
    int[] best = new Response(block, worth, distances).best(current);
    Arrays.fill(numbers, UNSEEN);
    for (int i = 0; i < seen.length; i++) {
      numbers[seen[i]] = best[i];
    }
  }

  private static double[][] worth(Block block, int offset, double[][] values, int[] seen) {
    double[][] worth = new double[seen.length][block.laws()];
    for (int i = 0; i < seen.length; i++) {
      for (int number = 0; number < worth[i].length; number++) {
        for (int outcome = 0; outcome < block.outcomes(); outcome++) {
          worth[i][number] += block.rounded(number, outcome) * values[seen[i]][offset + outcome];
        }
      }
    }
    return worth;
  }

  /** The number of the law that a block uses. */
  int number(int call, int history, int block, int input) {
    return numbers[call][history][block][input];
  }
}
