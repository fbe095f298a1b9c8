package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** How data are split at every point, for every history if records are split by their values. */
final class Plan {
  private final List<SplitPoint> points;
  private final Transcripts transcripts;
  private final int[][][] splits;

  private Plan(List<SplitPoint> points, Transcripts transcripts, int[][][] splits) {
    this.points = points;
    this.transcripts = transcripts;
    this.splits = splits;
  }

  /** Some plan, the same for all histories or not. */
  static Plan random(
      List<SplitPoint> points, Transcripts transcripts, boolean adaptive, Random random) {
    int[][][] splits = new int[points.size()][][];
    for (int i = 0; i < splits.length; i++) {
      SplitPoint point = points.get(i);
      boolean byHistory = point.byValue();
      splits[i] = new int[byHistory ? transcripts.histories(point.callsBefore()) : 1][];
      for (int h = 0; h < splits[i].length; h++) {
        splits[i][h] = h == 0 || adaptive ? point.random(random) : splits[i][0];
      }
    }
    return new Plan(points, transcripts, splits);
  }

  /** The splits on the way to a transcript. */
  List<int[]> along(int transcript) {
    List<int[]> along = new ArrayList<>();
    for (int i = 0; i < splits.length; i++) {
      int history =
          splits[i].length == 1 ? 0 : transcripts.history(points.get(i).callsBefore(), transcript);
      along.add(splits[i][history]);
    }
    return along;
  }

  int histories(int point) {
    return splits[point].length;
  }

  /** The same plan but for the parts of some keys after all histories. */
  Plan with(int point, int[] keys, int code) {
    Plan changed = this;
    for (int history = 0; history < splits[point].length; history++) {
      changed = changed.with(point, history, keys, code);
    }
    return changed;
  }

  /** The same plan but for the parts of some keys after one history. */
  Plan with(int point, int history, int[] keys, int code) {
    int[][][] changed = new int[splits.length][][];
    for (int i = 0; i < splits.length; i++) {
      changed[i] = splits[i].clone();
    }
    int[] split = splits[point][history].clone();
    int rest = code;
    for (int key : keys) {
      split[key] = rest % points.get(point).parts();
      rest /= points.get(point).parts();
    }
    changed[point][history] = split;
    return new Plan(points, transcripts, changed);
  }

  boolean sameAs(Plan other) {
    return Arrays.deepEquals(splits, other.splits);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(splits);
  }
}
