package org.assay.accountant.privacy;

import java.util.NavigableMap;
import java.util.Optional;
import org.assay.accountant.numeric.Decimals;

/**
 * A privacy statement about every pair of neighbours, in both orders: either what an accountant
 * certified or what somebody claims. Natural logarithms throughout.
 */
public sealed interface Guarantee {
  /**
   * The relation the statement is about.
   *
   * @return the adjacency relation
   */
  AdjacencyRelation adjacency();

  /**
   * The statement in one line, in the field's notation.
   *
   * @return for example {@code 0.5-zCDP under replace-one}
   */
  String describe();

  /**
   * Takes the statement apart by its kind.
   *
   * @param visitor what to do with each kind
   * @param <T> the type of results
   * @return what the visitor returned
   */
  <T> T accept(Visitor<T> visitor);

  /**
   * The statement as one of approximate differential privacy, the only kind with one epsilon at one
   * delta.
   *
   * @return the statement itself; empty for every other kind, even if it implies an approximate
   *     statement
   */
  default Optional<Approximate> asApproximate() {
    return Optional.empty();
  }

  /**
   * A function on guarantees with a case for every kind.
   *
   * @param <T> the type of results
   */
  interface Visitor<T> {
    /**
     * Pure differential privacy.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitPure(Pure guarantee);

    /**
     * Approximate differential privacy.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitApproximate(Approximate guarantee);

    /**
     * Rényi differential privacy.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitRenyi(Renyi guarantee);

    /**
     * Zero-concentrated differential privacy.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitZeroConcentrated(ZeroConcentrated guarantee);

    /**
     * Gaussian differential privacy.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitGaussian(Gaussian guarantee);

    /**
     * A privacy profile given by points.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitProfile(Profile guarantee);

    /**
     * A trade-off curve given by points.
     *
     * @param guarantee the statement
     * @return the result
     */
    T visitTradeoff(Tradeoff guarantee);
  }

  /**
   * Pure differential privacy: P(S) ≤ e<sup>epsilon</sup> Q(S) for every event S.
   *
   * @param epsilon finite, at least 0
   * @param adjacency the relation
   */
  record Pure(double epsilon, AdjacencyRelation adjacency) implements Guarantee {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if epsilon is not finite or below 0
     */
    public Pure {
      Parameters.requireGiven("adjacency", adjacency);
      epsilon = Points.one(Parameters.requireNonNegative("epsilon", epsilon));
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitPure(this);
    }

    @Override
    public String describe() {
      return Decimals.number(epsilon) + "-DP under " + adjacency;
    }
  }

  /**
   * Approximate differential privacy: P(S) ≤ e<sup>epsilon</sup> Q(S) + delta for every event S.
   *
   * @param epsilon at least 0; infinity states nothing, and is an accountant's answer without a
   *     bound of epsilon
   * @param delta in [0, 1]
   * @param adjacency the relation
   */
  record Approximate(double epsilon, double delta, AdjacencyRelation adjacency)
      implements Guarantee {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if epsilon is below 0 or delta is not in [0, 1]
     */
    public Approximate {
      Parameters.requireGiven("adjacency", adjacency);
      if (!(epsilon >= 0)) {
        throw new IllegalArgumentException("epsilon was " + epsilon + ": it must be at least 0");
      }
      epsilon = Points.one(epsilon);
      delta = Points.one(Parameters.requireProbability("delta", delta));
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitApproximate(this);
    }

    @Override
    public Optional<Approximate> asApproximate() {
      return Optional.of(this);
    }

    @Override
    public String describe() {
      return "("
          + Decimals.number(epsilon)
          + ", "
          + Decimals.number(delta)
          + ")-DP under "
          + adjacency;
    }
  }

  /**
   * Rényi differential privacy at given orders: D<sub>order</sub>(P ‖ Q) ≤ epsilon for each.
   *
   * @param epsilonByOrder a bound, finite and at least 0, for each order above 1; not empty; copied
   *     into rising order
   * @param adjacency the relation
   */
  record Renyi(NavigableMap<Double, Double> epsilonByOrder, AdjacencyRelation adjacency)
      implements Guarantee {
    /**
     * Checks and copies the parameters.
     *
     * @throws IllegalArgumentException if no order is given, an order is not above 1 or a bound is
     *     negative or not finite
     */
    public Renyi {
      Parameters.requireGiven("adjacency", adjacency);
      epsilonByOrder = Points.copy("epsilonByOrder", epsilonByOrder);
      epsilonByOrder.forEach(
          (order, epsilon) -> {
            Parameters.requireOrder(order);
            Parameters.requireNonNegative("epsilon at order " + order, epsilon);
          });
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitRenyi(this);
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder();
      epsilonByOrder.forEach(
          (order, epsilon) -> {
            text.append(text.isEmpty() ? "" : ", ");
            text.append('(').append(Decimals.number(order));
            text.append(", ").append(Decimals.number(epsilon)).append(")-RDP");
          });
      return text.append(" under ").append(adjacency).toString();
    }
  }

  /**
   * Zero-concentrated differential privacy: D<sub>order</sub>(P ‖ Q) ≤ order · rho for every order
   * above 1.
   *
   * @param rho finite, at least 0
   * @param adjacency the relation
   */
  record ZeroConcentrated(double rho, AdjacencyRelation adjacency) implements Guarantee {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if rho is not finite or below 0
     */
    public ZeroConcentrated {
      Parameters.requireGiven("adjacency", adjacency);
      rho = Points.one(Parameters.requireNonNegative("rho", rho));
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitZeroConcentrated(this);
    }

    @Override
    public String describe() {
      return Decimals.number(rho) + "-zCDP under " + adjacency;
    }
  }

  /**
   * Gaussian differential privacy: telling P from Q is at least as hard as telling N(0, 1) from
   * N(mu, 1).
   *
   * @param mu finite, at least 0
   * @param adjacency the relation
   */
  record Gaussian(double mu, AdjacencyRelation adjacency) implements Guarantee {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if mu is not finite or below 0
     */
    public Gaussian {
      Parameters.requireGiven("adjacency", adjacency);
      mu = Points.one(Parameters.requireNonNegative("mu", mu));
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitGaussian(this);
    }

    @Override
    public String describe() {
      return Decimals.number(mu) + "-GDP under " + adjacency;
    }
  }

  /**
   * A privacy profile given by points: (epsilon, delta)-differential privacy at every point.
   *
   * @param deltaByEpsilon a delta in [0, 1] for each finite epsilon of at least 0; not empty;
   *     copied into rising order
   * @param adjacency the relation
   */
  record Profile(NavigableMap<Double, Double> deltaByEpsilon, AdjacencyRelation adjacency)
      implements Guarantee {
    /**
     * Checks and copies the parameters.
     *
     * @throws IllegalArgumentException if no point is given, an epsilon is negative or not finite,
     *     or a delta is not in [0, 1]
     */
    public Profile {
      Parameters.requireGiven("adjacency", adjacency);
      deltaByEpsilon = Points.copy("deltaByEpsilon", deltaByEpsilon);
      deltaByEpsilon.forEach(
          (epsilon, delta) -> {
            Parameters.requireNonNegative("epsilon", epsilon);
            Parameters.requireProbability("delta at epsilon " + epsilon, delta);
          });
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitProfile(this);
    }

    @Override
    public String describe() {
      return Points.describe("(epsilon, delta)", deltaByEpsilon) + "-DP under " + adjacency;
    }
  }

  /**
   * A trade-off curve given by points. The curve is the largest convex one through or below the
   * points and (1, 0). At every type I error and in both orders, no test between neighbours has a
   * smaller type II error ([@DongRothSu2022], Definition 2.3).
   *
   * @param typeTwoByTypeOne a type II error in [0, 1 - alpha] for each type I error alpha in [0,
   *     1]; alpha 0 must be among them; copied into rising order
   * @param adjacency the relation
   */
  record Tradeoff(NavigableMap<Double, Double> typeTwoByTypeOne, AdjacencyRelation adjacency)
      implements Guarantee {
    /**
     * Checks and copies the parameters.
     *
     * @throws IllegalArgumentException if type I error 0 is missing or a point is not in the
     *     triangle of errors whose sum is at most 1
     */
    public Tradeoff {
      Parameters.requireGiven("adjacency", adjacency);
      typeTwoByTypeOne = Points.copy("typeTwoByTypeOne", typeTwoByTypeOne);
      typeTwoByTypeOne.forEach(
          (alpha, beta) -> {
            Parameters.requireProbability("type I error", alpha);
            Parameters.requireProbability("type II error at type I error " + alpha, beta);
            if (!(beta <= 1 - alpha)) {
              throw new IllegalArgumentException(
                  "type II error at type I error "
                      + alpha
                      + " was "
                      + beta
                      + ": their sum must be at most 1, as blind guessing attains 1");
            }
          });
      if (typeTwoByTypeOne.firstKey() != 0) {
        throw new IllegalArgumentException(
            "typeTwoByTypeOne started at type I error "
                + typeTwoByTypeOne.firstKey()
                + ": it needs a point at 0, which is 1 less the delta of infinite epsilon");
      }
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.visitTradeoff(this);
    }

    @Override
    public String describe() {
      return "tests with errors of at least "
          + Points.describe("(type I, type II)", typeTwoByTypeOne)
          + " under "
          + adjacency;
    }
  }
}
