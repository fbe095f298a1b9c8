package org.assay.accountant.meaning;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Raises the hockey-stick divergence of a program's two laws of transcripts: where the first one is
 * larger the objective is linear in the laws of each call, so calls take turns to use their best
 * ones.
 */
final class Ascent {
  private static final int SWEEPS = 8;

  private final double factor;
  private final Transcripts transcripts;
  private final Random random;
  private final Lots[] lots;
  private final int[][][] seen;
  private Strategy strategy;
  private double[] first;
  private double[] second;

  /**
   * An ascent from a strategy, which is not changed.
   *
   * @param factor e to the epsilon
   */
  Ascent(
      double factor,
      Transcripts transcripts,
      Lots.Catalogue catalogue,
      Plan plan,
      Strategy start,
      Random random) {
    this.factor = factor;
    this.transcripts = transcripts;
    this.random = random;
    this.strategy = start.copy();
    this.lots = new Lots[transcripts.count()];
    for (int y = 0; y < lots.length; y++) {
      lots[y] = catalogue.of(plan.along(y));
    }
    this.seen = seen(transcripts, lots);
    this.first = new double[0];
    this.second = new double[0];
    cover();
    evaluate();
  }

  /** The inputs that every call may read after every history. */
  static int[][][] seen(Transcripts transcripts, Lots[] lots) {
    int[][][] seen = new int[transcripts.calls()][][];
    for (int call = 0; call < seen.length; call++) {
      BitSet[] sets = new BitSet[transcripts.histories(call)];
      Arrays.setAll(sets, i -> new BitSet());
      Map<Lots, BitSet> known = new HashMap<>();
      for (int y = 0; y < lots.length; y++) {
        int asked = call;
        sets[transcripts.history(call, y)].or(
            known.computeIfAbsent(lots[y], lot -> inputs(lot, asked)));
      }
      seen[call] = Arrays.stream(sets).map(set -> set.stream().toArray()).toArray(int[][]::new);
    }
    return seen;
  }

  private static BitSet inputs(Lots lots, int call) {
    BitSet inputs = new BitSet();
    for (int world = 0; world < lots.count(); world++) {
      inputs.set(lots.inputs(world)[call]);
    }
    return inputs;
  }

  private void cover() {
    for (int call = 0; call < seen.length; call++) {
      for (int history = 0; history < seen[call].length; history++) {
        strategy.cover(call, history, seen[call][history], random);
      }
    }
  }

  double value() {
    double value = 0;
    for (int y = 0; y < first.length; y++) {
      value += Math.max(0, first[y] - factor * second[y]);
    }
    return value;
  }

  /** What the transcripts with one beginning contribute. */
  double value(int call, int history) {
    double value = 0;
    int block = transcripts.count() / transcripts.histories(call);
    for (int y = history * block; y < (history + 1) * block; y++) {
      value += Math.max(0, first[y] - factor * second[y]);
    }
    return value;
  }

  Strategy strategy() {
    return strategy;
  }

  /** Until nothing grows; the laws of calls before the first one are held fixed. */
  void run(int firstCall) {
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double before = value();
      Strategy kept = strategy.copy();
      for (int call = transcripts.calls() - 1; call >= firstCall; call--) {
        respond(call);
        evaluate();
      }
      if (!(value() > before + 1e-12)) {
        if (value() < before) {
          strategy = kept;
          cover();
          evaluate();
        }
        return;
      }
    }
  }

  private void evaluate() {
    first = new double[transcripts.count()];
    second = new double[transcripts.count()];
    for (int y = 0; y < first.length; y++) {
      for (int world = 0; world < lots[y].count(); world++) {
        double mass = lots[y].weight(world) * probability(y, lots[y].inputs(world), -1);
        if (lots[y].isFirst(world)) {
          first[y] += mass;
        } else {
          second[y] += mass;
        }
      }
    }
  }

  /** Of the outputs of all calls but one. */
  private double probability(int transcript, int[] inputs, int excepted) {
    double product = 1;
    for (int call = 0; call < inputs.length; call++) {
      if (call != excepted) {
        int history = transcripts.history(call, transcript);
        int outcome = transcripts.outcome(call, transcript);
        product *= strategy.probability(call, history, inputs[call], outcome);
      }
    }
    return product;
  }

  private void respond(int call) {
    boolean[] chosen = chosen(call);
    int block = transcripts.count() / transcripts.histories(call);
    for (int history = 0; history < transcripts.histories(call); history++) {
      int[] inputs = seen[call][history];
      double[][] values = new double[inputs[inputs.length - 1] + 1][transcripts.outcomes(call)];
      for (int y = history * block; y < (history + 1) * block; y++) {
        if (chosen[y]) {
          add(values, call, y);
        }
      }
      strategy.respond(call, history, values, inputs);
    }
  }

  private void add(double[][] values, int call, int transcript) {
    Lots worlds = lots[transcript];
    int outcome = transcripts.outcome(call, transcript);
    for (int world = 0; world < worlds.count(); world++) {
      double sign = worlds.isFirst(world) ? 1 : -factor;
      int[] inputs = worlds.inputs(world);
      values[inputs[call]][outcome] +=
          sign * worlds.weight(world) * probability(transcript, inputs, call);
    }
  }

  /**
   * The transcripts that the objective counts; after a history that has none in some block, the
   * most likely one to become one, or the search would stay where it is.
   */
  private boolean[] chosen(int call) {
    boolean[] chosen = new boolean[transcripts.count()];
    int length = chosen.length / transcripts.histories(call);
    for (int start = 0; start < chosen.length; start += length) {
      for (int block = 0; block < transcripts.blocks(call); block++) {
        choose(chosen, call, block, start, start + length);
      }
    }
    return chosen;
  }

  private void choose(boolean[] chosen, int call, int block, int from, int to) {
    int best = -1;
    boolean some = false;
    for (int y = from; y < to; y++) {
      if (transcripts.block(call, y) == block) {
        chosen[y] = first[y] > factor * second[y];
        some |= chosen[y];
        best = best < 0 || share(y) > share(best) ? y : best;
      }
    }
    chosen[best] |= !some;
  }

  private double share(int transcript) {
    double all = first[transcript] + second[transcript];
    return all > 0 ? first[transcript] / all : 0;
  }

  Lots lots(int transcript) {
    return lots[transcript];
  }

  int[] seen(int call, int history) {
    return seen[call][history];
  }
}
