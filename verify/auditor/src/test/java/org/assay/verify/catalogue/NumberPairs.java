package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;

/**
 * Neighbours of datasets of numbers: small datasets, the empty one among them, and records that are
 * ordinary, extreme, or not a number.
 */
final class NumberPairs {
  private static final List<List<Double>> BASES =
      List.of(List.of(), List.of(0.0), List.of(1.0, 1.0, 0.0));
  private static final List<Double> RECORDS = List.of(0.0, 1.0, -1.0, 1e6, Double.NaN);

  private NumberPairs() {}

  /** A record more. */
  static List<AdjacentPair<List<Double>>> added() {
    List<AdjacentPair<List<Double>>> pairs = new ArrayList<>();
    for (List<Double> base : BASES) {
      for (double record : RECORDS) {
        pairs.add(ListPairs.addOne(base, record));
      }
    }
    return List.copyOf(pairs);
  }

  /** The first record replaced. */
  static List<AdjacentPair<List<Double>>> replaced() {
    List<AdjacentPair<List<Double>>> pairs = new ArrayList<>();
    for (double before : List.of(0.0, -1.0)) {
      for (double record : RECORDS.subList(1, RECORDS.size())) {
        if (before != record) {
          pairs.add(ListPairs.replaceOne(List.of(before, 0.0, 1.0), 0, record));
        }
      }
    }
    return List.copyOf(pairs);
  }

  /** Sum of the records, each clipped; one that is not a number counts as 0. */
  static double clippedSum(List<Double> records, double low, double high) {
    double sum = 0;
    for (double record : records) {
      sum += clip(record, low, high);
    }
    return sum;
  }

  static double clip(double record, double low, double high) {
    return Double.isNaN(record) ? 0 : Math.max(low, Math.min(high, record));
  }
}
