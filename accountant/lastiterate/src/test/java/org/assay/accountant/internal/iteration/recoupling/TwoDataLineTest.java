package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums of a line in floats, against sums of doubles one term at a time: not below these, and hardly
 * above. Values are random, so that roundings differ from loss to loss.
 */
class TwoDataLineTest {
  private static final double MOST = 2e-5;

  static Stream<Arguments> lines() {
    DistanceGrowth full = DistanceGrowth.fullBatch(Enclosure.exact(100), Enclosure.exact(0.04));
    DistanceGrowth random =
        new DistanceGrowth(
            Enclosure.exact(60), Enclosure.ZERO, Enclosure.exact(0.5), Enclosure.exact(0.05));
    DistanceGrowth jumps =
        new DistanceGrowth(
            Enclosure.exact(8), Enclosure.ZERO, Enclosure.exact(2), Enclosure.exact(0.1));
    return Stream.of(full, random, jumps)
        .flatMap(growth -> TwoDataTilt.all().stream().map(tilt -> Arguments.of(growth, tilt)));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("lines")
  void addsUpWhatThereIs(DistanceGrowth growth, TwoDataTilt tilt) {
    TwoDataLattice lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.ROUGH);
    LimitedDistances limits = new LimitedDistances(lattice);
    TwoDataLine line = new TwoDataLine(lattice, limits, tilt);
    int margin = line.margin();
    float[][] values = values(lattice, margin);
    float[] together = Arrays.copyOfRange(values[1], margin, margin + lattice.losses());
    float[] limit = Arrays.copyOfRange(values[2], margin, margin + lattice.losses());
    line.lookAhead(values, margin, together, limit);
    Plain plain = new Plain(lattice, limits, tilt, values, margin, together, limit);
    float[] sum = new float[line.columns()];
    float[] layer = new float[line.columns()];
    for (int place = tilt.first(lattice.firstPlace());
        place <= lattice.cells();
        place += tilt.step()) {
      double[] bounds = new double[lattice.losses()];
      Arrays.fill(bounds, Double.POSITIVE_INFINITY);
      line.improve(place, 0, bounds, new int[bounds.length], sum, layer);
      for (int loss = 0; loss < bounds.length; loss += 3) {
        double exact = plain.sum(place, loss);
        String at = bounds[loss] + " for " + exact + " at " + place + ", " + loss;
        assertTrue(bounds[loss] >= exact, at);
        assertTrue(bounds[loss] <= exact * (1 + MOST), at);
      }
    }
  }

  /** For each place numbers of the size of the smallest values and of larger values. */
  private static float[][] values(TwoDataLattice lattice, int margin) {
    Random random = new Random(20261128);
    float[][] values = new float[lattice.cells() + 1][lattice.losses() + 2 * margin];
    for (float[] row : values) {
      double scale = Math.pow(10, -20 * random.nextDouble());
      for (int i = 0; i < row.length; i++) {
        row[i] = Scaled.up(scale * (0.25 + 0.75 * random.nextDouble()));
      }
    }
    return values;
  }

  /** The sums of rules 1 to 3 of the page {@code two-data.md}, with the line's own masses. */
  private static final class Plain {
    private final TwoDataLattice lattice;
    private final TwoDataTilt tilt;
    private final TwoDataKernels kernels;
    private final float[][] values;
    private final int margin;
    private final float[] together;
    private final float[] limit;

    Plain(
        TwoDataLattice lattice,
        LimitedDistances limits,
        TwoDataTilt tilt,
        float[][] values,
        int margin,
        float[] together,
        float[] limit) {
      this.lattice = lattice;
      this.tilt = tilt;
      this.kernels = new TwoDataKernels(lattice, limits, tilt);
      this.values = values;
      this.margin = margin;
      this.together = together;
      this.limit = limit;
    }

    double sum(int place, int loss) {
      double sum = TwoDataKernels.LEFT_OUT + lattice.shifts().never();
      double line = loss - tilt.gain() * place;
      for (int layer = 0; layer < kernels.layers(); layer++) {
        double[] moves = kernels.moves(layer, place);
        int first = kernels.first(layer, place);
        sum += kernels.met(layer, place) * met(line - taken(layer));
        for (int k = 0; k < moves.length; k++) {
          int to = first + k;
          double lost = Math.max(lost(to, line, layer), lost(to + 1, line, layer));
          sum += moves[k] * (at(to, line, layer) + lost);
        }
      }
      sum += kernels.together(place) * Scaled.value(together[loss]);
      return sum + kernels.beyond(place) * Scaled.value(limit[loss]);
    }

    /** Losses that a layer takes. */
    private double taken(int layer) {
      boolean certain = lattice.shifts().isCertain();
      double shift = certain ? tilt.gain() * lattice.shifts().mean() * (1 + 1e-12) : 0;
      return shift + kernels.least() + layer;
    }

    /** The value at the next loss of the lattice that is at most the given one. */
    private double met(double loss) {
      return Scaled.value(values[0][margin + (int) Math.floor(loss)]);
    }

    /** The value at a place on a line whose loss at 0 is given. */
    private double at(int to, double line, int layer) {
      return to == 0 ? met(line - taken(layer)) : at(to, to, line, layer);
    }

    private double at(int place, int lossAt, double line, int layer) {
      float[] row = values[Math.min(place, lattice.cells())];
      double loss = line + tilt.gain() * lossAt - taken(layer);
      int index = margin + (int) Math.floor(loss);
      double value = Scaled.value(row[index]);
      if (loss == Math.floor(loss)) {
        return value;
      }
      double part = lattice.nextWeight(-loss);
      return (1 - part) * value + part * Scaled.value(row[index + 1]);
    }

    /** The cost of mass between a place and the previous one if the mass reaches neither. */
    private double lost(int to, double line, int layer) {
      if (to == 0) {
        return 0;
      }
      double least = Math.min(at(to, line, layer), at(to - 1, line, layer));
      double missed = lattice.missed(tilt.slope(lattice));
      return missed * Math.max(0, at(to, to - 1, line, layer) - least);
    }
  }
}
