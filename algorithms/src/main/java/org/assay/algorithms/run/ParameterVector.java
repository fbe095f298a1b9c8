package org.assay.algorithms.run;

import java.util.Arrays;

/** A released parameter: an immutable vector, compared by content. */
public final class ParameterVector {
  private final double[] coordinates;

  private ParameterVector(double[] coordinates) {
    this.coordinates = coordinates;
  }

  /**
   * A vector of given coordinates.
   *
   * @param coordinates the coordinates; copied
   * @return the vector
   */
  public static ParameterVector of(double... coordinates) {
    return new ParameterVector(coordinates.clone());
  }

  /**
   * Number of coordinates.
   *
   * @return the dimension
   */
  public int dimension() {
    return coordinates.length;
  }

  /**
   * A coordinate.
   *
   * @param j which, from 0
   * @return its value
   */
  public double get(int j) {
    return coordinates[j];
  }

  /**
   * The scalar product with a vector, summed in order.
   *
   * @param direction a vector of the same dimension
   * @return the scalar product
   * @throws IllegalArgumentException if the dimensions differ
   */
  public double dot(double[] direction) {
    if (direction.length != coordinates.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of direction was %s: it must be that of the parameter, %s",
              direction.length, coordinates.length));
    }
    double sum = 0;
    for (int j = 0; j < coordinates.length; j++) {
      sum += coordinates[j] * direction[j];
    }
    return sum;
  }

  /**
   * The coordinates.
   *
   * @return a copy
   */
  public double[] toArray() {
    return coordinates.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParameterVector that && Arrays.equals(coordinates, that.coordinates);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(coordinates);
  }

  @Override
  public String toString() {
    return Arrays.toString(coordinates);
  }
}
