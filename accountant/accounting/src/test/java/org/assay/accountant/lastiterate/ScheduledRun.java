package org.assay.accountant.lastiterate;

import java.util.Arrays;
import org.assay.accountant.event.GradientSchedule;

/**
 * Noisy gradient descent over scheduled batches in an interval, with linear losses, in units of the
 * smallest noise of a step. One record, of one batch in every epoch, has the largest slope, with
 * one sign or the other; all other records of a batch have equal slopes, which change from step to
 * step.
 */
final class ScheduledRun implements Model {
  private final GradientSchedule epoch;
  private final int epochs;
  private final int place;
  private final double lipschitzConstant;
  private final double unit;
  private final double width;

  /** The record is in the batch at a place of the epoch. */
  ScheduledRun(
      GradientSchedule epoch, int epochs, int place, double lipschitzConstant, double diameter) {
    this.epoch = epoch;
    this.epochs = epochs;
    this.place = place;
    this.lipschitzConstant = lipschitzConstant;
    double smallest = Double.POSITIVE_INFINITY;
    for (int t = 0; t < epoch.steps(); t++) {
      smallest = Math.min(smallest, epoch.stepSize(t) * epoch.noiseStandardDeviation(t));
    }
    this.unit = smallest;
    this.width = diameter / smallest;
  }

  @Override
  public double width() {
    return width;
  }

  /** Every step is a block. */
  @Override
  public long[] lengths() {
    long[] result = new long[epoch.steps() * epochs];
    Arrays.fill(result, 1);
    return result;
  }

  @Override
  public double growth() {
    return 2 * steepest(place);
  }

  @Override
  public double largestDrift() {
    int last = epoch.steps() - 1;
    return steepest(last) * (epoch.batchSize(last) - 1);
  }

  @Override
  public boolean symmetric() {
    return true;
  }

  @Override
  public Cells cells() {
    return Cells.of(width, 1);
  }

  /** What a record adds to a step at most. */
  private double steepest(int t) {
    return epoch.stepSize(t) * lipschitzConstant / (epoch.batchSize(t) * unit);
  }

  @Override
  public double[] law(Schedule schedule, boolean first, int nodes) {
    Line line = Line.of(width, 1, nodes);
    double[] places = {schedule.start()};
    double[] masses = {1};
    int last = schedule.blocks() - 1;
    for (int t = 0; t < last; t++) {
      masses = line.kernel(step(t, schedule.drift(t), first), places).apply(masses);
      places = line.places();
    }
    return cells().after(step(last, schedule.drift(last), first), places, masses);
  }

  private StepLaw step(int time, double drift, boolean first) {
    int t = time % epoch.steps();
    boolean active = t == place;
    double most = steepest(t) * (epoch.batchSize(t) - (active ? 1 : 0));
    double moved = Math.max(-most, Math.min(most, drift));
    double own = active ? steepest(t) * (first ? 1 : -1) : 0;
    double noise = epoch.stepSize(t) * epoch.noiseStandardDeviation(t) / unit;
    return StepLaw.sure(1, moved + own).withNoise(noise);
  }

  @Override
  public double work() {
    double nodes = 3 * width + 12;
    return nodes * Math.min(nodes, 100) * 11 * epoch.steps() * epochs;
  }

  @Override
  public String toString() {
    return epochs + " epochs of " + epoch + ", record at " + place + ", width " + width;
  }
}
