package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.replay.Finding.Movement;

/**
 * The random primitives of a private computation, each with a declaration of its query's
 * sensitivity. A mechanism passes the exact value of its query, and the most that one record may
 * change the query. {@link ReplayCheck} tests these declarations on adjacent datasets.
 *
 * <p>The name of a draw is for messages and must not depend on the data. Scales and sensitivities
 * are in the query's own unit. A parameter out of range throws {@link IllegalArgumentException}.
 * Values that enter the output without noise must pass through {@link #ensureEqual}.
 */
public interface NoisePrimitives {
  /**
   * Primitives that draw from a generator, for statistical audits of the same code.
   *
   * <p>The numbers are meant for audits, not for production. Queries and noise are rounded to
   * multiples of a power of two, about 2<sup>-20</sup> of the scale, so that low-order bits reveal
   * nothing. The noise is scaled to the sensitivity of the rounded query.
   *
   * @param random the generator
   * @return the primitives
   */
  static NoisePrimitives live(RandomGenerator random) {
    return new CallPrimitives(new LiveResponder(random));
  }

  /**
   * A vector with independent Laplace noise on each coordinate.
   *
   * @param name the draw's name
   * @param query the exact values
   * @param scale the noise's scale, finite and above 0
   * @param sensitivity most that neighbours change the vector in the 1-norm; 0 for a public vector
   * @return the noisy values
   */
  double[] laplace(String name, double[] query, double scale, double sensitivity);

  /**
   * A number with Laplace noise.
   *
   * @param name the draw's name
   * @param query the exact value
   * @param scale the noise's scale, finite and above 0
   * @param sensitivity most that neighbours change the value
   * @return the noisy value
   */
  default double laplace(String name, double query, double scale, double sensitivity) {
    return laplace(name, new double[] {query}, scale, sensitivity)[0];
  }

  /**
   * A vector with independent Gaussian noise on each coordinate.
   *
   * @param name the draw's name
   * @param query the exact values
   * @param standardDeviation of the noise, finite and above 0
   * @param sensitivity most that neighbours change the vector in the Euclidean norm
   * @return the noisy values
   */
  double[] gaussian(String name, double[] query, double standardDeviation, double sensitivity);

  /**
   * A number with Gaussian noise.
   *
   * @param name the draw's name
   * @param query the exact value
   * @param standardDeviation of the noise, finite and above 0
   * @param sensitivity most that neighbours change the value
   * @return the noisy value
   */
  default double gaussian(String name, double query, double standardDeviation, double sensitivity) {
    return gaussian(name, new double[] {query}, standardDeviation, sensitivity)[0];
  }

  /**
   * Whole numbers with two-sided geometric noise, {@code Pr[x] ∝ e^(-|x|/scale)}, on each.
   *
   * @param name the draw's name
   * @param query the exact values, at most 2^53 in size
   * @param scale the noise's scale, finite and above 0
   * @param sensitivity most that neighbours change the vector in the 1-norm
   * @return the noisy values
   */
  long[] discreteLaplace(String name, long[] query, double scale, long sensitivity);

  /**
   * Whole numbers with discrete Gaussian noise, {@code Pr[x] ∝ e^(-x²/2σ²)}, on each.
   *
   * @param name the draw's name
   * @param query the exact values, at most 2^53 in size
   * @param sigma the noise's parameter σ, finite and above 0
   * @param sensitivity most that neighbours change the vector in the 1-norm
   * @return the noisy values
   */
  long[] discreteGaussian(String name, long[] query, double sigma, long sensitivity);

  /**
   * A candidate chosen with probability proportional to {@code e^(utility/scale)}.
   *
   * @param name the draw's name
   * @param utilities the exact utility of each candidate, at least one
   * @param scale finite and above 0; epsilon is {@code 2 sensitivity/scale}, or half of that where
   *     all utilities move in one direction
   * @param sensitivity most that neighbours change one utility
   * @param movement whether neighbours move all utilities in one direction
   * @return the index of the candidate
   */
  int exponentialMechanism(
      String name, double[] utilities, double scale, double sensitivity, Movement movement);

  /**
   * The candidate whose utility is largest after independent noise; the value stays secret.
   *
   * @param name the draw's name
   * @param noise the kind of noise
   * @param utilities the exact utility of each candidate, at least one
   * @param scale the noise's scale, finite and above 0; epsilon as for the exponential mechanism
   * @param sensitivity most that neighbours change one utility
   * @param movement whether neighbours move all utilities in one direction
   * @return the index of the candidate
   */
  int noisyMaximum(
      String name,
      ReportNoisyMaxEvent.Noise noise,
      double[] utilities,
      double scale,
      double sensitivity,
      Movement movement);

  /**
   * Starts the sparse vector technique. Comparing noisy values by hand costs more: a replay forces
   * noisy values to be equal, and counts the cost of each as a release.
   *
   * @param name the technique's name
   * @param thresholdScale scale of the threshold's Laplace noise, finite and above 0
   * @param queryScale scale of each query's Laplace noise, finite and above 0
   * @param positives number of positive answers after which the technique stops, at least 1
   * @param sensitivity most that neighbours change one query
   * @param movement whether neighbours move all queries in one direction
   * @return the technique
   */
  SparseVector sparseVector(
      String name,
      double thresholdScale,
      double queryScale,
      long positives,
      double sensitivity,
      Movement movement);

  /**
   * Randomized response: the true answer with a given probability, otherwise one of the others,
   * each equally likely. Neighbours may change the true answer arbitrarily.
   *
   * @param name the draw's name
   * @param answer the true answer, from 0
   * @param answers the number of answers, at least 2
   * @param truthProbability strictly between 0 and 1
   * @return the answer to give
   */
  int randomizedResponse(String name, int answer, int answers, double truthProbability);

  /**
   * A coin whose probability depends on the data, as in partition selection.
   *
   * @param name the draw's name
   * @param probability of true on this dataset, in [0, 1]
   * @param epsilon declared: on neighbours each face is at most {@code e^epsilon} times as likely,
   *     plus delta
   * @param delta declared, in [0, 1]
   * @return the face
   */
  boolean coin(String name, double probability, double epsilon, double delta);

  /**
   * A uniform number that does not depend on the data.
   *
   * @param name the draw's name
   * @return a number in [0, 1)
   */
  double uniform(String name);

  /**
   * A uniform whole number that does not depend on the data.
   *
   * @param name the draw's name
   * @param bound at least 1
   * @return a number from 0 to bound - 1
   */
  int uniformInteger(String name, int bound);

  /**
   * Runs a body on a secret sample, which each record joins independently. Draws of the body are
   * accounted as draws on the sample, so the body must not use the data in any other way. A replay
   * gives equal records equal coins; records are compared by {@link Object#equals}.
   *
   * @param name the sample's name
   * @param records all records
   * @param samplingProbability probability that a record joins, in [0, 1]
   * @param body the computation on the sample
   * @param <R> the type of records
   * @param <T> the type of results
   * @return the result of the body
   */
  <R, T> T poissonSampled(
      String name, List<R> records, double samplingProbability, Function<List<R>, T> body);

  /**
   * Declares a value public: equal on all datasets if the noise is equal. Shapes, keys, types,
   * counts and branch decisions that show in the output must be declared.
   *
   * @param name the value's name
   * @param value the value, compared by {@link java.util.Objects#deepEquals}; not changed later
   * @param <T> its type
   * @return the value
   */
  <T> T ensureEqual(String name, T value);

  /**
   * One use of the sparse vector technique ([@LyuSuLi2017], Algorithm 1). The threshold's noise is
   * drawn once and each question has noise of its own. Only "above" or "below" is released.
   */
  @FunctionalInterface
  public interface SparseVector {
    /**
     * Asks whether a query exceeds a threshold.
     *
     * @param query the query's exact value on the dataset
     * @param threshold the threshold, which must not depend on the dataset
     * @return whether the noisy query reaches the noisy threshold
     * @throws IllegalArgumentException if the declared number of positive answers is used up
     */
    boolean aboveThreshold(double query, double threshold);
  }

  /** Answers with fresh draws. */
  static final class LiveResponder implements Responder {
    private final RandomGenerator random;

    LiveResponder(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Object answer(Call call, Function<RandomGenerator, Object> draw) {
      call.requireValid();
      return draw.apply(random);
    }

    @Override
    public <R> List<R> sample(String name, List<R> records, double samplingProbability) {
      Parameters.requireProbability("samplingProbability", samplingProbability);
      List<R> sample = new ArrayList<>();
      for (R record : records) {
        if (random.nextDouble() < samplingProbability) {
          sample.add(record);
        }
      }
      return sample;
    }

    @Override
    public void endSample() {}

    @Override
    public void showPublic(String name, Object value) {}
  }
}
