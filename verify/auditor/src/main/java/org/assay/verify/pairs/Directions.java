package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Directions in which a record may push a vector, from sparse to dense. */
final class Directions {
  private Directions() {}

  /** A direction and its name. */
  static final class Named {
    private final String name;
    private final double[] vector;

    Named(String name, double[] vector) {
      this.name = name;
      this.vector = vector;
    }

    String name() {
      return name;
    }

    double[] vector() {
      return vector;
    }
  }

  /** The first axis, all axes, alternating signs, and the last axis, without repetitions. */
  static List<Named> leading(int dimension) {
    List<Named> all = new ArrayList<>();
    all.add(axis(dimension, 0));
    if (dimension > 1) {
      all.add(new Named("all coordinates", signs(dimension, 1)));
      all.add(new Named("alternating signs", signs(dimension, -1)));
      all.add(axis(dimension, dimension - 1));
    }
    return all;
  }

  /** A random direction: an axis, random signs on all axes, or a Gaussian vector. */
  static Named drawn(int dimension, RandomGenerator random) {
    int kind = random.nextInt(3);
    if (kind == 0) {
      return axis(dimension, random.nextInt(dimension));
    }
    long label = random.nextInt(1_000_000);
    RandomGenerator own = Draws.of(label, dimension);
    double[] vector = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = kind == 1 ? (own.nextBoolean() ? 1 : -1) : own.nextGaussian();
    }
    return new Named((kind == 1 ? "random signs " : "random direction ") + label, vector);
  }

  private static Named axis(int dimension, int index) {
    double[] vector = new double[dimension];
    vector[index] = 1;
    return new Named("coordinate " + (index + 1), vector);
  }

  private static double[] signs(int dimension, double next) {
    double[] vector = new double[dimension];
    double sign = 1;
    for (int i = 0; i < dimension; i++) {
      vector[i] = sign;
      sign *= next;
    }
    return vector;
  }
}
