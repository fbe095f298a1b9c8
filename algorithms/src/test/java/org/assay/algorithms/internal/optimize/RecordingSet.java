package org.assay.algorithms.internal.optimize;

import java.util.ArrayList;
import java.util.List;
import org.assay.algorithms.internal.geometry.ConstraintSet;

/** A set that remembers every point it projected to. */
final class RecordingSet implements ConstraintSet {
  private final ConstraintSet set;
  private final List<double[]> points = new ArrayList<>();

  RecordingSet(ConstraintSet set) {
    this.set = set;
  }

  List<double[]> points() {
    return points;
  }

  @Override
  public int dimension() {
    return set.dimension();
  }

  @Override
  public double diameter() {
    return set.diameter();
  }

  @Override
  public void project(double[] point) {
    set.project(point);
    points.add(point.clone());
  }

  @Override
  public double largestDistance(double[] from) {
    return set.largestDistance(from);
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return set.contains(point, tolerance);
  }
}
