package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Fits {@link SymmetricTrees} that predict which dataset an outcome came from, by boosting with
 * Newton steps of the logistic loss ([@ChenGuestrin2016]). A tree usually chooses its questions one
 * after the other. The first two are chosen together if a pair of columns gains more that way. The
 * reason: a leak in the joint law of two columns shows in neither column alone.
 */
final class Boosting {
  /** Trees of one fit. Not tuned: scoring an outcome costs three comparisons per tree. */
  private static final int TREES = 12;

  /** Learning rate: the factor of every Newton step. Not tuned. */
  private static final double RATE = 0.4;

  /**
   * Added to the curvature of every leaf; shrinks the values of leaves with few rows. Not tuned.
   */
  private static final double RIDGE = 2;

  /**
   * Number of columns that a fit may ask about: those of the best pairs, then those that gain most
   * alone. Not tuned: the time of a fit is proportional to this number.
   */
  private static final int MAXIMUM_COLUMNS = 12;

  /**
   * Number of columns that are tried in pairs. Not tuned: 20 columns make 190 pairs, each one pass
   * over the rows.
   */
  private static final int MAXIMUM_PAIRED = 20;

  /** Number of the best pairs that every further tree tries again. Not tuned. */
  private static final int REMEMBERED_PAIRS = 4;

  /**
   * A pair of questions replaces two questions chosen one by one if the pair gains this many times
   * as much. Not tuned.
   */
  private static final double PREFERENCE = 1.1;

  private final CodedRows rows;
  private final int first;
  private final int step;
  private final double[] gradients;
  private final double[] curvatures;
  private final double[] scores;
  private final int[] leaf;
  private final double[] slopes = new double[SymmetricTrees.LEAVES * CodedColumn.CODES];
  private final double[] weights = new double[SymmetricTrees.LEAVES * CodedColumn.CODES];

  private Boosting(CodedRows rows, int first, int step) {
    this.rows = rows;
    this.first = first;
    this.step = step;
    this.gradients = new double[rows.rows()];
    this.curvatures = new double[rows.rows()];
    this.scores = new double[rows.rows()];
    this.leaf = new int[rows.rows()];
  }

  /** Fits to every row. */
  static SymmetricTrees fit(CodedRows rows) {
    return new Boosting(rows, 0, 1).fit();
  }

  /** Fits to one half of the rows, see {@link CodedRows#fold}. */
  static SymmetricTrees fitHalf(CodedRows rows, int fold) {
    return new Boosting(rows, fold, 2).fit();
  }

  private record Split(CodedColumn column, int code, double gain) {}

  private record Pair(CodedColumn column, int code, CodedColumn other, int otherCode, double gain) {
    Split split() {
      return new Split(column, code, gain);
    }

    Split otherSplit() {
      return new Split(other, otherCode, gain);
    }
  }

  private SymmetricTrees fit() {
    SymmetricTrees.Builder builder = new SymmetricTrees.Builder(TREES);
    differentiate();
    List<CodedColumn> all = rows.columns();
    List<Split> alone = all.stream().map(column -> best(column, 1)).toList();
    List<CodedColumn> ranked = ranked(alone);
    List<Pair> pairs = pairs(candidates(ranked));
    List<CodedColumn> used = used(ranked, pairs);
    for (int tree = 0; tree < TREES && !used.isEmpty(); tree++) {
      grow(builder, used, pairs);
      differentiate();
    }
    return builder.build();
  }

  private void differentiate() {
    for (int row = first; row < leaf.length; row += step) {
      double probability = 1 / (1 + Math.exp(-scores[row]));
      gradients[row] = (rows.isLeft(row) ? 1 : 0) - probability;
      curvatures[row] = Math.max(1e-6, probability * (1 - probability));
      leaf[row] = 0;
    }
  }

  private static List<CodedColumn> ranked(List<Split> splits) {
    return splits.stream()
        .sorted(Comparator.comparingDouble(Split::gain).reversed())
        .map(Split::column)
        .toList();
  }

  /**
   * The columns to try in pairs. One half are the columns that gain most alone. The other half are
   * the next columns in the order of the layout, in which coordinates come early.
   */
  private static List<CodedColumn> candidates(List<CodedColumn> ranked) {
    if (ranked.size() <= MAXIMUM_PAIRED) {
      return ranked;
    }
    List<CodedColumn> chosen = new ArrayList<>(ranked.subList(0, MAXIMUM_PAIRED / 2));
    ranked.stream()
        .filter(column -> !chosen.contains(column))
        .sorted(Comparator.comparingInt(CodedColumn::index))
        .limit(MAXIMUM_PAIRED / 2)
        .forEach(chosen::add);
    return chosen;
  }

  private List<Pair> pairs(List<CodedColumn> columns) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      for (int j = 0; j < i; j++) {
        pairs.add(best(columns.get(i), columns.get(j)));
      }
    }
    pairs.sort(Comparator.comparingDouble(Pair::gain).reversed());
    return List.copyOf(pairs.subList(0, Math.min(REMEMBERED_PAIRS, pairs.size())));
  }

  private static List<CodedColumn> used(List<CodedColumn> ranked, List<Pair> pairs) {
    List<CodedColumn> used = new ArrayList<>();
    for (Pair pair : pairs) {
      for (CodedColumn column : List.of(pair.column(), pair.other())) {
        if (!used.contains(column)) {
          used.add(column);
        }
      }
    }
    ranked.stream()
        .filter(column -> !used.contains(column))
        .limit(Math.max(0, MAXIMUM_COLUMNS - used.size()))
        .forEach(used::add);
    return used;
  }

  private void grow(SymmetricTrees.Builder builder, List<CodedColumn> columns, List<Pair> pairs) {
    Split[] splits = new Split[SymmetricTrees.DEPTH];
    splits[0] = best(columns, 1);
    answer(splits[0], 0);
    splits[1] = best(columns, 2);
    Pair pair =
        pairs.stream()
            .map(known -> best(known.column(), known.other()))
            .max(Comparator.comparingDouble(Pair::gain))
            .orElse(new Pair(splits[0].column(), 0, splits[1].column(), 0, 0));
    if (pair.gain() > PREFERENCE * splits[1].gain()) {
      retract();
      splits[0] = pair.split();
      splits[1] = pair.otherSplit();
      answer(splits[0], 0);
    }
    answer(splits[1], 1);
    splits[2] = best(columns, 4);
    answer(splits[2], 2);
    finish(builder, splits);
  }

  private void retract() {
    for (int row = first; row < leaf.length; row += step) {
      leaf[row] = 0;
    }
  }

  private void answer(Split split, int level) {
    CodedColumn column = split.column();
    for (int row = first; row < leaf.length; row += step) {
      leaf[row] |= column.code(row) > split.code() ? 1 << level : 0;
    }
  }

  private void finish(SymmetricTrees.Builder builder, Split[] splits) {
    double[] slope = new double[SymmetricTrees.LEAVES];
    double[] weight = new double[SymmetricTrees.LEAVES];
    for (int row = first; row < leaf.length; row += step) {
      slope[leaf[row]] += gradients[row];
      weight[leaf[row]] += curvatures[row];
    }
    double[] values = new double[SymmetricTrees.LEAVES];
    for (int i = 0; i < values.length; i++) {
      values[i] = RATE * slope[i] / (weight[i] + RIDGE);
    }
    for (int row = first; row < leaf.length; row += step) {
      scores[row] += values[leaf[row]];
    }
    int[] columns = new int[splits.length];
    double[] thresholds = new double[splits.length];
    for (int i = 0; i < splits.length; i++) {
      columns[i] = splits[i].column().index();
      thresholds[i] = splits[i].column().threshold(splits[i].code());
    }
    builder.add(columns, thresholds, values);
  }

  private Split best(List<CodedColumn> columns, int leaves) {
    Split best = best(columns.get(0), leaves);
    for (int i = 1; i < columns.size(); i++) {
      Split split = best(columns.get(i), leaves);
      best = split.gain() > best.gain() ? split : best;
    }
    return best;
  }

  /** The best threshold of one column if every leaf so far asks about this threshold. */
  private Split best(CodedColumn column, int leaves) {
    collect(column, leaves);
    int bins = column.size();
    double[] belowSlope = new double[leaves];
    double[] belowWeight = new double[leaves];
    double[] slope = new double[leaves];
    double[] weight = new double[leaves];
    for (int i = 0; i < leaves; i++) {
      for (int code = 0; code < bins; code++) {
        slope[i] += slopes[i * CodedColumn.CODES + code];
        weight[i] += weights[i * CodedColumn.CODES + code];
      }
    }
    int bestCode = 0;
    double bestGain = -1;
    for (int code = 0; code < bins - 1; code++) {
      double gain = 0;
      for (int i = 0; i < leaves; i++) {
        belowSlope[i] += slopes[i * CodedColumn.CODES + code];
        belowWeight[i] += weights[i * CodedColumn.CODES + code];
        gain += gain(belowSlope[i], belowWeight[i]);
        gain += gain(slope[i] - belowSlope[i], weight[i] - belowWeight[i]);
      }
      if (gain > bestGain) {
        bestGain = gain;
        bestCode = code;
      }
    }
    return new Split(column, bestCode, bestGain);
  }

  private void collect(CodedColumn column, int leaves) {
    for (int i = 0; i < leaves * CodedColumn.CODES; i++) {
      slopes[i] = 0;
      weights[i] = 0;
    }
    for (int row = first; row < leaf.length; row += step) {
      int cell = leaf[row] * CodedColumn.CODES + column.code(row);
      slopes[cell] += gradients[row];
      weights[cell] += curvatures[row];
    }
  }

  /**
   * The best pair of coarse thresholds of two columns. Cumulated sums give each quadrant in
   * constant time.
   */
  private Pair best(CodedColumn column, CodedColumn other) {
    int size = CodedColumn.COARSE;
    double[] slope = new double[size * size];
    double[] weight = new double[size * size];
    for (int row = first; row < leaf.length; row += step) {
      int cell = column.coarse(row) * size + other.coarse(row);
      slope[cell] += gradients[row];
      weight[cell] += curvatures[row];
    }
    cumulate(slope);
    cumulate(weight);
    int best = 0;
    double bestGain = -1;
    for (int i = 0; i < size - 1; i++) {
      for (int j = 0; j < size - 1; j++) {
        double gain = quadrants(slope, weight, i, j);
        if (gain > bestGain) {
          bestGain = gain;
          best = i * size + j;
        }
      }
    }
    int code = column.coarseEnd(best / size);
    return new Pair(column, code, other, other.coarseEnd(best % size), bestGain);
  }

  private static void cumulate(double[] cells) {
    int size = CodedColumn.COARSE;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double left = j == 0 ? 0 : cells[i * size + j - 1];
        double above = i == 0 ? 0 : cells[(i - 1) * size + j];
        double both = i == 0 || j == 0 ? 0 : cells[(i - 1) * size + j - 1];
        cells[i * size + j] += left + above - both;
      }
    }
  }

  private static double quadrants(double[] slope, double[] weight, int i, int j) {
    int size = CodedColumn.COARSE;
    int corner = i * size + j;
    int side = i * size + size - 1;
    int bottom = (size - 1) * size + j;
    int all = size * size - 1;
    return gain(slope[corner], weight[corner])
        + gain(slope[side] - slope[corner], weight[side] - weight[corner])
        + gain(slope[bottom] - slope[corner], weight[bottom] - weight[corner])
        + gain(
            slope[all] - slope[side] - slope[bottom] + slope[corner],
            weight[all] - weight[side] - weight[bottom] + weight[corner]);
  }

  private static double gain(double slope, double weight) {
    return slope * slope / (Math.max(0, weight) + RIDGE);
  }
}
