package org.assay.verify.internal.distinguish;

/** Names a score after the two columns that move it most. */
final class Prominence {
  private Prominence() {}

  static String describe(String score, FeatureLayout layout, double[] influence) {
    int first = largest(influence, -1);
    int second = largest(influence, first);
    if (!(influence[first] > 0)) {
      return score;
    }
    String names = layout.name(first);
    names += influence[second] > 0 ? " and " + layout.name(second) : "";
    return score + " (mainly " + names + ")";
  }

  private static int largest(double[] values, int except) {
    int largest = except == 0 ? 1 : 0;
    for (int i = largest + 1; i < values.length; i++) {
      largest = i != except && values[i] > values[largest] ? i : largest;
    }
    return largest;
  }
}
