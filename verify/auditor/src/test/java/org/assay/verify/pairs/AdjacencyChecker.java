package org.assay.verify.pairs;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;

/** Adjacency from its definitions, without any of the code that makes pairs. */
public final class AdjacencyChecker {
  private AdjacencyChecker() {}

  /**
   * Whether two multisets of records are neighbours; under zero-out one record becomes the zero.
   */
  public static boolean isAdjacent(AdjacentPair<? extends List<?>> pair, Object zero) {
    List<String> onlyLeft = difference(pair.left(), pair.right());
    List<String> onlyRight = difference(pair.right(), pair.left());
    int sizes = pair.left().size() - pair.right().size();
    return switch (pair.adjacency()) {
      case ADD_OR_REMOVE -> Math.abs(sizes) == 1 && onlyLeft.size() + onlyRight.size() == 1;
      case REPLACE_ONE -> sizes == 0 && onlyLeft.size() <= 1;
      case ZERO_OUT ->
          sizes == 0
              && onlyLeft.size() <= 1
              && (onlyLeft.isEmpty()
                  || onlyLeft.get(0).equals(text(zero))
                  || onlyRight.get(0).equals(text(zero)));
    };
  }

  /** Whether one record inserted or changed at one place leads from one list to the other. */
  public static boolean isAdjacentInOrder(AdjacentPair<? extends List<?>> pair) {
    List<String> left = pair.left().stream().map(AdjacencyChecker::text).toList();
    List<String> right = pair.right().stream().map(AdjacencyChecker::text).toList();
    if (pair.adjacency() == AdjacencyRelation.ADD_OR_REMOVE) {
      return left.size() > right.size() ? isOneMore(right, left) : isOneMore(left, right);
    }
    int changes = 0;
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      changes += left.get(i).equals(right.get(i)) ? 0 : 1;
    }
    return left.size() == right.size() && changes <= 1;
  }

  /** Exact norm of the difference of two vectors, squared for the Euclidean norm. */
  static BigDecimal distance(double[] left, double[] right, Norm norm) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < left.length; i++) {
      BigDecimal gap = new BigDecimal(left[i]).subtract(new BigDecimal(right[i])).abs();
      sum =
          switch (norm) {
            case L1 -> sum.add(gap);
            case L2 -> sum.add(gap.multiply(gap));
            case L_INFINITY -> sum.max(gap);
          };
    }
    return sum;
  }

  private static boolean isOneMore(List<String> smaller, List<String> larger) {
    for (int i = 0; i < larger.size(); i++) {
      List<String> without = new ArrayList<>(larger);
      without.remove(i);
      if (without.equals(smaller)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> difference(List<?> from, List<?> subtracted) {
    Map<String, Integer> counts = new HashMap<>();
    subtracted.forEach(record -> counts.merge(text(record), 1, Integer::sum));
    List<String> rest = new ArrayList<>();
    for (Object record : from) {
      if (counts.merge(text(record), -1, Integer::sum) < 0) {
        rest.add(text(record));
      }
    }
    return rest;
  }

  /** Written out in full, so that it tells records apart exactly when their values differ. */
  private static String text(Object record) {
    return record instanceof double[] row ? Arrays.toString(row) : String.valueOf(record);
  }
}
