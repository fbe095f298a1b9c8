package org.assay.verify.replay;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.verify.replay.Finding.Movement;
import org.assay.verify.replay.NoisePrimitives.SparseVector;

/** Turns each primitive into a {@link Call}, which a {@link Responder} answers. */
final class CallPrimitives implements NoisePrimitives {
  /** Largest whole number whose neighbours a double tells apart: the limit of integer queries. */
  private static final long MOST = 1L << 53;

  private final Responder responder;

  CallPrimitives(Responder responder) {
    this.responder = responder;
  }

  @Override
  public double[] laplace(String name, double[] query, double scale, double sensitivity) {
    Call call =
        Call.of(
                Primitive.LAPLACE,
                name,
                Parameter.positive("scale", scale),
                Parameter.nonNegative("sensitivity", sensitivity))
            .protecting(query, sensitivity, Movement.ARBITRARY);
    // Arrays are cloned, so that a mechanism that changes its answer does not change the recording.
    return ((double[]) responder.answer(call, r -> Samplers.laplace(r, query, scale, sensitivity)))
        .clone();
  }

  @Override
  public double[] gaussian(
      String name, double[] query, double standardDeviation, double sensitivity) {
    Call call =
        Call.of(
                Primitive.GAUSSIAN,
                name,
                Parameter.positive("standardDeviation", standardDeviation),
                Parameter.nonNegative("sensitivity", sensitivity))
            .protecting(query, sensitivity, Movement.ARBITRARY);
    return ((double[])
            responder.answer(
                call, r -> Samplers.gaussian(r, query, standardDeviation, sensitivity)))
        .clone();
  }

  @Override
  public long[] discreteLaplace(String name, long[] query, double scale, long sensitivity) {
    Call call = whole(Primitive.DISCRETE_LAPLACE, name, query, "scale", scale, sensitivity);
    return ((long[]) responder.answer(call, r -> Samplers.discreteLaplace(r, query, scale)))
        .clone();
  }

  @Override
  public long[] discreteGaussian(String name, long[] query, double sigma, long sensitivity) {
    Call call = whole(Primitive.DISCRETE_GAUSSIAN, name, query, "sigma", sigma, sensitivity);
    return ((long[]) responder.answer(call, r -> Samplers.discreteGaussian(r, query, sigma)))
        .clone();
  }

  @Override
  public int exponentialMechanism(
      String name, double[] utilities, double scale, double sensitivity, Movement movement) {
    Call call =
        choice(Primitive.EXPONENTIAL_MECHANISM, name, utilities, scale, sensitivity, movement);
    return (int)
        responder.answer(
            call, r -> Samplers.maximum(r, ReportNoisyMaxEvent.Noise.GUMBEL, utilities, scale));
  }

  @Override
  public int noisyMaximum(
      String name,
      ReportNoisyMaxEvent.Noise noise,
      double[] utilities,
      double scale,
      double sensitivity,
      Movement movement) {
    Primitive primitive =
        switch (noise) {
          case LAPLACE -> Primitive.NOISY_MAXIMUM_LAPLACE;
          case EXPONENTIAL -> Primitive.NOISY_MAXIMUM_EXPONENTIAL;
          case GUMBEL -> Primitive.NOISY_MAXIMUM_GUMBEL;
        };
    Call call = choice(primitive, name, utilities, scale, sensitivity, movement);
    return (int) responder.answer(call, r -> Samplers.maximum(r, noise, utilities, scale));
  }

  @Override
  public SparseVector sparseVector(
      String name,
      double thresholdScale,
      double queryScale,
      long positives,
      double sensitivity,
      Movement movement) {
    Call call =
        Call.of(
                Primitive.SPARSE_VECTOR,
                name,
                Parameter.positive("thresholdScale", thresholdScale),
                Parameter.positive("queryScale", queryScale),
                Parameter.atLeast("positives", positives, 1),
                Parameter.nonNegative("sensitivity", sensitivity))
            .protecting(new double[0], sensitivity, movement);
    double shift = (double) responder.answer(call, r -> Samplers.laplace(r, thresholdScale));
    return new ThresholdQuestions(responder, call, shift);
  }

  @Override
  public int randomizedResponse(String name, int answer, int answers, double truthProbability) {
    Call call =
        Call.of(
            Primitive.RANDOMIZED_RESPONSE,
            name,
            Parameter.atLeast("answers", answers, 2),
            Parameter.openProbability("truthProbability", truthProbability),
            Parameter.within("answer", answer, 0, answers - 1L).secret());
    return (int)
        responder.answer(call, r -> Samplers.response(r, answer, answers, truthProbability));
  }

  @Override
  public boolean coin(String name, double probability, double epsilon, double delta) {
    Call call =
        Call.of(
                Primitive.COIN,
                name,
                Parameter.nonNegative("epsilon", epsilon),
                Parameter.probability("delta", delta),
                Parameter.probability("probability", probability).secret())
            .protecting(new double[] {probability, delta}, epsilon, Movement.ARBITRARY);
    return (boolean) responder.answer(call, r -> r.nextDouble() < probability);
  }

  @Override
  public double uniform(String name) {
    return (double) responder.answer(Call.of(Primitive.UNIFORM, name), r -> r.nextDouble());
  }

  @Override
  public int uniformInteger(String name, int bound) {
    Call call = Call.of(Primitive.UNIFORM, name, Parameter.atLeast("bound", bound, 1));
    return (int) responder.answer(call, r -> r.nextInt(bound));
  }

  @Override
  public <R, T> T poissonSampled(
      String name, List<R> records, double samplingProbability, Function<List<R>, T> body) {
    List<R> sample = responder.sample(name, records, samplingProbability);
    try {
      return body.apply(sample);
    } finally {
      // The sample ends even after a failure that the mechanism catches, because later draws are
      // not on the sample.
      responder.endSample();
    }
  }

  @Override
  public <T> T ensureEqual(String name, T value) {
    responder.showPublic(name, value);
    return value;
  }

  private static Call whole(
      Primitive primitive,
      String name,
      long[] query,
      String label,
      double value,
      long sensitivity) {
    double[] exact = new double[query.length];
    long largest = 0;
    for (int i = 0; i < query.length; i++) {
      exact[i] = (double) query[i];
      largest = Math.max(largest, query[i] == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(query[i]));
    }
    return Call.of(
            primitive,
            name,
            Parameter.positive(label, value),
            Parameter.within("sensitivity", sensitivity, 0, MOST),
            Parameter.within("largest query in size", largest, 0, MOST).secret())
        .protecting(exact, (double) sensitivity, Movement.ARBITRARY);
  }

  private static Call choice(
      Primitive primitive,
      String name,
      double[] utilities,
      double scale,
      double sensitivity,
      Movement movement) {
    return Call.of(
            primitive,
            name,
            Parameter.positive("scale", scale),
            Parameter.nonNegative("sensitivity", sensitivity),
            Parameter.atLeast("candidates", utilities.length, 1).secret())
        .protecting(utilities, sensitivity, movement);
  }

  /**
   * One use of the sparse vector technique: asks the questions and counts the positive answers that
   * are left.
   */
  private static final class ThresholdQuestions implements SparseVector {
    private final Responder responder;
    private final Call technique;
    private final double shift;
    private long answered;

    ThresholdQuestions(Responder responder, Call technique, double shift) {
      this.responder = responder;
      this.technique = technique;
      this.shift = shift;
    }

    @Override
    public boolean aboveThreshold(double query, double threshold) {
      double queryScale = technique.parameter(1);
      long positives = (long) technique.parameter(2);
      Call call =
          Call.of(
                  Primitive.ABOVE_THRESHOLD,
                  technique.name(),
                  Parameter.any("threshold", threshold),
                  Parameter.within("positive answers before", answered, 0, positives - 1))
              .protecting(new double[] {query}, technique.sensitivity(), technique.movement());
      boolean above =
          (boolean)
              responder.answer(
                  call, r -> query + Samplers.laplace(r, queryScale) >= threshold + shift);
      answered += above ? 1 : 0;
      return above;
    }
  }

  /**
   * Draws for audits. Released numbers are multiples of a power of two g, at most 2<sup>-20</sup>
   * of the scale and of the sensitivity. The query is rounded to this grid and rounded noise is
   * added. The release is post-processing of exact noise on a rounded query, whose sensitivity is
   * larger by at most g for each coordinate. The noise is scaled to this larger sensitivity.
   */
  private static final class Samplers {
    /** The grid is at least this number of powers of two below scale and sensitivity. Not tuned. */
    private static final int GRID_BITS = 20;

    private Samplers() {}

    static double[] laplace(
        RandomGenerator random, double[] query, double scale, double sensitivity) {
      double grid = grid(scale, sensitivity);
      double safe = enlarged(scale, sensitivity, query.length * grid);
      double[] noisy = new double[query.length];
      for (int i = 0; i < noisy.length; i++) {
        noisy[i] = onGrid(query[i], grid) + onGrid(laplace(random, safe), grid);
      }
      return noisy;
    }

    static double[] gaussian(
        RandomGenerator random, double[] query, double deviation, double sensitivity) {
      double grid = grid(deviation, sensitivity);
      double safe = enlarged(deviation, sensitivity, Math.sqrt(query.length) * grid);
      double[] noisy = new double[query.length];
      for (int i = 0; i < noisy.length; i++) {
        noisy[i] = onGrid(query[i], grid) + onGrid(safe * random.nextGaussian(), grid);
      }
      return noisy;
    }

    static double laplace(RandomGenerator random, double scale) {
      double size = scale * random.nextExponential();
      return random.nextBoolean() ? size : -size;
    }

    static long[] discreteLaplace(RandomGenerator random, long[] query, double scale) {
      long[] noisy = query.clone();
      for (int i = 0; i < noisy.length; i++) {
        noisy[i] += twoSided(random, scale);
      }
      return noisy;
    }

    /**
     * Discrete Gaussian noise, by rejection from discrete Laplace noise
     * ([@CanonneKamathSteinke2020], Algorithm 3).
     */
    static long[] discreteGaussian(RandomGenerator random, long[] query, double sigma) {
      double scale = Math.floor(sigma) + 1;
      long[] noisy = query.clone();
      for (int i = 0; i < noisy.length; i++) {
        long proposal;
        double excess;
        do {
          proposal = twoSided(random, scale);
          excess = (Math.abs(proposal) - sigma * sigma / scale) / sigma;
        } while (!(random.nextDouble() < Math.exp(-excess * excess / 2)));
        noisy[i] += proposal;
      }
      return noisy;
    }

    static int maximum(
        RandomGenerator random, ReportNoisyMaxEvent.Noise noise, double[] utilities, double scale) {
      int best = 0;
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < utilities.length; i++) {
        double noisy =
            utilities[i]
                + switch (noise) {
                  case LAPLACE -> laplace(random, scale);
                  case EXPONENTIAL -> scale * random.nextExponential();
                  case GUMBEL -> -scale * Math.log(random.nextExponential());
                };
        best = noisy > largest ? i : best;
        largest = Math.max(noisy, largest);
      }
      return best;
    }

    static int response(RandomGenerator random, int answer, int answers, double truthProbability) {
      if (random.nextDouble() < truthProbability) {
        return answer;
      }
      int other = random.nextInt(answers - 1);
      return other < answer ? other : other + 1;
    }

    private static long twoSided(RandomGenerator random, double scale) {
      long up = geometric(random, scale);
      return up - geometric(random, scale);
    }

    private static long geometric(RandomGenerator random, double scale) {
      return (long) Math.floor(scale * random.nextExponential());
    }

    private static double grid(double scale, double sensitivity) {
      double unit = sensitivity > 0 ? Math.min(scale, sensitivity) : scale;
      return Math.scalb(1.0, Math.max(Math.getExponent(unit), -900) - GRID_BITS);
    }

    private static double enlarged(double scale, double sensitivity, double added) {
      return sensitivity > 0 ? scale * (1 + added / sensitivity) : scale;
    }

    private static double onGrid(double value, double grid) {
      return Math.rint(value / grid) * grid;
    }
  }
}
