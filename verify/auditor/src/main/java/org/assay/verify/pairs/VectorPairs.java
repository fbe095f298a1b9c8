package org.assay.verify.pairs;

import java.math.BigDecimal;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of sums, or of lists, of vectors in a ball of a norm. Each pair carries the direction in
 * which its record pushes.
 */
public final class VectorPairs {
  /** All others are 0. */
  private static final Others NONE = new Others(0, 0);

  /** All others oppose the record at full length. */
  private static final Others AGAINST = new Others(-1, -1);

  /** The others point with the record and against it in turn. */
  private static final Others IN_TURN = new Others(1, -1);

  /** All others oppose the record at half length. */
  private static final Others HALF_AGAINST = new Others(-0.5, -0.5);

  /** All others point with the record. */
  private static final Others ALONG = new Others(1, 1);

  private VectorPairs() {}

  /**
   * Sums of vectors of norm at most a radius. Under replace-one neighbours are at most two radii
   * apart (a vector against its opposite), under the other relations one radius, rounding included.
   *
   * @param adjacency the relation
   * @param norm the norm
   * @param radius largest norm of a record, finite and above 0
   * @param dimension at least 1
   * @return an endless family
   * @throws IllegalArgumentException if radius or dimension is out of range
   */
  public static PairFamily<double[]> sums(
      AdjacencyRelation adjacency, Norm norm, double radius, int dimension) {
    Parameters.requirePositive("radius", radius);
    Parameters.requireAtLeastOne("dimension", dimension);
    LeadingPairs<double[]> leads = new LeadingPairs<>(adjacency);
    for (double others : new double[] {0, -1, 1000}) {
      for (Directions.Named direction : Directions.leading(dimension)) {
        leads.add(pair(direction, norm, radius, others, adjacency));
      }
    }
    return leads.then(random -> drawn(random, norm, radius, dimension, adjacency));
  }

  /**
   * Lists of vectors of norm at most a radius. The record is as long as allowed and stands last,
   * first and in the middle in turn. The other vectors are 0, oppose the record at full or half
   * length, point with it, or do both in turn. Lists of 1 against 2, 9 against 10 and 99 against
   * 100 vectors come early. Under add-remove, lists around other round numbers come early too.
   *
   * @param adjacency the relation; the record is replaced by its opposite under replace-one, by 0
   *     under zero-out
   * @param norm the norm
   * @param radius largest norm of a record, finite and above 0
   * @param dimension at least 1
   * @param fewest the smallest number of vectors; 0 allows the empty list
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<double[]>> lists(
      AdjacencyRelation adjacency, Norm norm, double radius, int dimension, int fewest) {
    return lists(new Ball(adjacency, norm, radius, dimension), Sizes.of(fewest));
  }

  /**
   * Lists of vectors for a mechanism with batches of a known size. Lists that fill one batch, two,
   * or half of one come first, with and without the last record. At such sizes values computed from
   * the length jump: a number of steps or batches, a rate, a divisor.
   *
   * @param adjacency the relation; the record is replaced by its opposite under replace-one, by 0
   *     under zero-out
   * @param norm the norm
   * @param radius largest norm of a record, finite and above 0
   * @param dimension at least 1
   * @param fewest the smallest number of vectors; 0 allows the empty list
   * @param batchSize number of records in a batch, from 1 to 100,000
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<double[]>> lists(
      AdjacencyRelation adjacency,
      Norm norm,
      double radius,
      int dimension,
      int fewest,
      int batchSize) {
    return lists(new Ball(adjacency, norm, radius, dimension), Sizes.around(fewest, batchSize));
  }

  /**
   * Makes the family of lists. Lists whose other vectors are 0 come first, because in a sum of
   * sampled records other vectors hide the canary.
   */
  private static PairFamily<List<double[]>> lists(Ball ball, Sizes sizes) {
    LeadingPairs<List<double[]>> leads = new LeadingPairs<>(ball.adjacency());
    List<Directions.Named> directions = Directions.leading(ball.dimension());
    Directions.Named first = directions.get(0);
    List<Directions.Named> rest = directions.subList(1, directions.size());
    List<Integer> few = sizes.few();
    List<Integer> several = few.subList(Math.max(0, few.size() - 1), few.size());
    ball.lead(leads, List.of(first), NONE, sizes.leading(), 0);
    ball.lead(leads, List.of(first), AGAINST, sizes.leading(), 1);
    ball.lead(leads, rest, NONE, few, 1);
    ball.lead(leads, List.of(first), IN_TURN, several, 2);
    ball.lead(leads, rest, AGAINST, several, 0);
    if (ball.adjacency() == AdjacencyRelation.ADD_OR_REMOVE) {
      ball.lead(leads, List.of(first), NONE, sizes.jumps(), 0);
    }
    ball.lead(leads, List.of(first), HALF_AGAINST, few, 1);
    ball.lead(leads, directions, ALONG, sizes.leading(), 2);
    return leads.then(
        random -> {
          Directions.Named direction = Directions.drawn(ball.dimension(), random);
          double factor = random.nextInt(-4, 5) / 4.0;
          int size = sizes.drawn(random);
          Others others = new Others(factor, factor);
          return ball.listed(direction, others, size, random.nextInt(size + 1));
        });
  }

  private static AdjacentPair<double[]> drawn(
      RandomGenerator random,
      Norm norm,
      double radius,
      int dimension,
      AdjacencyRelation adjacency) {
    Directions.Named direction = Directions.drawn(dimension, random);
    double others = random.nextBoolean() ? 0 : random.nextInt(-100, 101);
    return pair(direction, norm, radius, others, adjacency);
  }

  private static AdjacentPair<double[]> pair(
      Directions.Named direction,
      Norm norm,
      double radius,
      double others,
      AdjacencyRelation adjacency) {
    double[] record = norm.scaled(direction.vector(), radius);
    boolean replaced = adjacency == AdjacencyRelation.REPLACE_ONE;
    double[] start = times(others - (replaced ? 1 : 0), record);
    double[] end = Displacement.of(start, times(replaced ? 2 : 1, record));
    String words =
        "a record of "
            + norm
            + " norm "
            + radius
            + " along "
            + direction.name()
            + (replaced ? " for its opposite" : " more")
            + (others == 0 ? "" : ", the others sum to " + others + " times it");
    return AdjacentPair.of(words, start, end, adjacency).withCanaryDirection(record);
  }

  /** The ball in which the vectors of a list lie. */
  private record Ball(AdjacencyRelation adjacency, Norm norm, double radius, int dimension) {
    Ball {
      Parameters.requirePositive("radius", radius);
      Parameters.requireAtLeastOne("dimension", dimension);
    }

    /**
     * Adds a pair for each direction and size, with the record at the places in turn. Without
     * others the kind of the others is left out.
     */
    void lead(
        LeadingPairs<List<double[]>> leads,
        List<Directions.Named> directions,
        Others others,
        List<Integer> sizes,
        int firstPlace) {
      int turn = firstPlace;
      for (Directions.Named direction : directions) {
        for (int size : sizes) {
          if (size > 0 || others.equals(NONE)) {
            int index = Place.turn(turn).among(size);
            leads.addLazily(random -> listed(direction, others, size, index));
          }
          turn++;
        }
      }
    }

    /**
     * A record along a direction, behind {@code index} of the others, which are multiples of it.
     */
    AdjacentPair<List<double[]>> listed(
        Directions.Named direction, Others others, int size, int index) {
      double[] record = norm.scaled(direction.vector(), radius);
      boolean zeroes = adjacency == AdjacencyRelation.ZERO_OUT;
      Arrival<double[]> arrival =
          new Arrival<>(
              size + " vectors at " + others + " times it",
              Background.TURNS.of(
                  size, times(others.even(), record), record, times(others.odd(), record)),
              new Draw<>("along " + direction.name(), record),
              times(zeroes ? 0 : -1, record));
      return arrival.at(index, adjacency).withCanaryDirection(record);
    }
  }

  /** The others, in turn, as multiples of the record that differs. */
  private record Others(double even, double odd) {
    @Override
    public String toString() {
      return even == odd ? "" + even : even + " and " + odd;
    }
  }

  private static double[] times(double factor, double[] vector) {
    double[] product = new double[vector.length];
    for (int i = 0; i < product.length; i++) {
      // Adding 0 turns -0 into 0.
      product[i] = factor * vector[i] + 0.0;
    }
    return product;
  }

  /** A norm of vectors of doubles. */
  public enum Norm {
    /** Sum of absolute values. */
    L1,

    /** Euclidean length. */
    L2,

    /** Largest absolute value. */
    L_INFINITY;

    /**
     * The longest vector along a direction that a radius allows.
     *
     * @param direction finite, not all 0
     * @param radius finite, above 0
     * @return a multiple of the direction, up to rounding, of exact norm at most the radius and
     *     above {@code radius * (1 - 1e-12)} unless coordinates underflow
     * @throws IllegalArgumentException if the direction has no length
     */
    double[] scaled(double[] direction, double radius) {
      double largest = 0;
      for (double coordinate : direction) {
        largest = Math.max(largest, Math.abs(coordinate));
      }
      if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "direction had largest coordinate " + largest + ": it must be finite and above 0");
      }
      double length = 0;
      for (double coordinate : direction) {
        double size = Math.abs(coordinate / largest);
        length = this == L1 ? length + size : this == L2 ? Math.hypot(length, size) : 1;
      }
      double[] vector = new double[direction.length];
      for (int i = 0; i < vector.length; i++) {
        vector[i] = direction[i] / largest * (radius / length);
      }
      return shortened(vector, radius);
    }

    private double[] shortened(double[] vector, double radius) {
      double factor = 0x1.fffffffffffffp-1;
      while (exceeds(vector, radius)) {
        for (int i = 0; i < vector.length; i++) {
          vector[i] *= factor;
        }
        factor *= factor;
      }
      return vector;
    }

    /** Whether the exact norm is above the radius. */
    private boolean exceeds(double[] vector, double radius) {
      BigDecimal limit = new BigDecimal(radius);
      BigDecimal sum = BigDecimal.ZERO;
      for (double coordinate : vector) {
        BigDecimal size = new BigDecimal(coordinate).abs();
        sum =
            switch (this) {
              case L1 -> sum.add(size);
              case L2 -> sum.add(size.multiply(size));
              case L_INFINITY -> sum.max(size);
            };
      }
      return sum.compareTo(this == L2 ? limit.multiply(limit) : limit) > 0;
    }
  }
}
