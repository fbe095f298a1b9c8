package org.assay.accountant.internal.iteration.choice;

import java.util.List;

/**
 * A strategy's profile in plain doubles. At each step and each γ the strategy chooses, of four
 * pairs, the one with the largest loss if the later steps do the same. Losses are on a grid to
 * which each pair's distribution is split such that the mean of dP′/dP stays the same. This makes
 * the strategy stronger by about the square of a cell.
 */
final class PlainGame {
  private static final int CELLS_PER_DEVIATION = 14;
  private static final int FARTHEST_STEP = 220;

  private final double cell;
  private final int reach;
  private double[] values;

  PlainGame(double share, double mu, int steps) {
    double deviation = share * mu;
    this.cell = deviation / CELLS_PER_DEVIATION;
    this.reach = (int) (6 * CELLS_PER_DEVIATION * Math.sqrt(steps)) + FARTHEST_STEP;
    this.values = new double[2 * reach + 1];
    List<double[]> laws =
        List.of(
            law(PlainTriangle.oneSided(share, mu)),
            law(PlainTriangle.otherSided(share, mu)),
            law(PlainTriangle.inscribed(share, mu)),
            law(new PlainTriangle(share, mu, mu * 0.64, mu * 0.48)));
    for (int l = -reach; l < 0; l++) {
      values[reach + l] = -Math.expm1(l * cell);
    }
    for (int step = 0; step < steps; step++) {
      advance(laws);
    }
  }

  private void advance(List<double[]> laws) {
    double[] next = new double[values.length];
    for (int i = -reach; i <= reach; i++) {
      for (double[] law : laws) {
        next[reach + i] = Math.max(next[reach + i], mean(law, i));
      }
    }
    values = next;
  }

  private double mean(double[] law, int place) {
    double sum = 0;
    for (int j = -FARTHEST_STEP; j <= FARTHEST_STEP; j++) {
      sum += law[FARTHEST_STEP + j] * at(place + j);
    }
    return sum;
  }

  private double at(int place) {
    return place < -reach ? -Math.expm1(place * cell) : values[reach + Math.min(reach, place)];
  }

  /**
   * Masses under P of the logarithm of dP′/dP; masses outside the grid count where they lose less.
   */
  private double[] law(PlainTriangle triangle) {
    double[] masses = new double[2 * FARTHEST_STEP + 1];
    triangle.visit(
        (mass, ratio) -> {
          double loss = Math.log(ratio) / cell;
          if (Math.abs(loss) >= FARTHEST_STEP) {
            masses[FARTHEST_STEP] += mass;
            return;
          }
          int below = (int) Math.floor(loss);
          double part = Math.expm1((loss - below) * cell) / Math.expm1(cell);
          masses[FARTHEST_STEP + below] += mass * (1 - part);
          masses[FARTHEST_STEP + below + 1] += mass * part;
        });
    return masses;
  }

  /** The profile, linear in γ between grid points. */
  double delta(double loss) {
    int place = (int) Math.floor(loss / cell);
    double part = Math.expm1(loss - place * cell) / Math.expm1(cell);
    return (1 - part) * at(place) + part * at(place + 1);
  }
}
