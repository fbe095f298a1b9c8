package org.assay.verify.catalogue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Noise whose floating-point representation or whose generator betrays what it should hide. */
final class GeneratorEntries {
  private static final int STATES = 1 << 16;
  private static final Guarantee ONE = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
  private static final String MIRONOV =
      "Mironov, On Significance of the Least Significant Bits for Differential Privacy (2012)";
  private static final String PRNG =
      "Garfinkel and Leclerc, Randomness Concerns When Deploying Differential Privacy (2020)";
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);

  private GeneratorEntries() {}

  static List<Entry<?>> all() {
    return List.of(
        bits(
            "B23-inverse",
            ONE,
            "Laplace noise by inversion",
            (records, random) -> inverseLaplace(random.nextDouble())),
        bits(
            "B23-ziggurat",
            ONE,
            "Laplace noise by a ziggurat",
            (records, random) -> signed(random.nextExponential(), random)),
        bits(
            "B23-gaussian",
            new Guarantee.Gaussian(1, AdjacencyRelation.ADD_OR_REMOVE),
            "Gaussian noise",
            (records, random) -> random.nextGaussian()),
        sharedNoise(),
        constantSeed(),
        smallState());
  }

  /** In doubles, below 1 in size, the sum of 1 and noise is a multiple of 2^-53; noise is not. */
  private static Entry<?> bits(
      String id,
      Guarantee claim,
      String title,
      ToDoubleBiFunction<List<Double>, RandomGenerator> noise) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> records.size() + noise.applyAsDouble(records, random));
    return Entry.of(id, title + " in doubles", MIRONOV, claim, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.infinite())
        .statedRuns(165);
  }

  private static double inverseLaplace(double uniform) {
    double centred = uniform - 0.5;
    return -Math.signum(centred) * Math.log(1 - 2 * Math.abs(centred));
  }

  private static double signed(double size, RandomGenerator random) {
    return random.nextBoolean() ? size : -size;
  }

  /** Two queries answered with a generator that was seeded alike for both. */
  private static Entry<?> sharedNoise() {
    Mechanism<List<Row>> mechanism =
        Mechanism.ofVector(
            (rows, random) -> {
              double[] counts = Row.counts(rows, 2);
              double noise = Noise.laplace(random, 2);
              return new double[] {counts[0] + noise, counts[1] + noise};
            });
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
    QueryPairs pairs = new QueryPairs(2);
    ExactLaw law =
        ExactLaw.ofEvent(
            1,
            0,
            outcome -> {
              Outcome.Vector vector = (Outcome.Vector) outcome;
              return vector.at(0) > vector.at(1) ? 1 : 0;
            });
    return Entry.of("B25-shared", "two queries with the same noise", PRNG, claim, mechanism)
        .pairs(pairs.family())
        .broken()
        .truth(Truth.infinite())
        .statedRuns(22)
        .worst(pairs.oneAgainstRest(), () -> law);
  }

  private static Entry<?> constantSeed() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + Noise.laplace(new Random(42), 1));
    double noise = Noise.laplace(new Random(42), 1);
    ExactLaw law = ExactLaw.ofEvent(1, 0, o -> ExactLaw.onlyCoordinate(o) < noise + 0.5 ? 1 : 0);
    return Entry.of("B25-constant", "a constant seed", PRNG, ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .deterministic()
        .truth(Truth.infinite())
        .statedRuns(22)
        .worst(ONE_MORE, () -> law);
  }

  /** Every run seeds a generator with 65536 states, so there are 65536 possible noises. */
  private static Entry<?> smallState() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + small(random.nextInt(STATES)));
    Set<Double> support = new HashSet<>();
    for (int seed = 0; seed < STATES; seed++) {
      support.add(small(seed));
    }
    int common = 0;
    for (int seed = 0; seed < STATES; seed++) {
      common += support.contains(1 + small(seed)) ? 1 : 0;
    }
    ExactLaw law =
        ExactLaw.ofEvent(
            1, common / (double) STATES, o -> support.contains(ExactLaw.onlyCoordinate(o)) ? 1 : 0);
    return Entry.of("B25-small", "a generator with 16 bits of state", PRNG, ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.infinite())
        .worst(ONE_MORE, () -> law);
  }

  private static double small(int seed) {
    int state = (75 * seed + 74) & (STATES - 1);
    return Noise.onGrid(inverseLaplace((state + 0.5) / STATES));
  }
}
