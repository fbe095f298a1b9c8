package org.assay.verify.walk;

import static org.assay.accountant.event.NoisySgdSampling.CYCLIC;
import static org.assay.accountant.event.NoisySgdSampling.FIXED_SIZE;
import static org.assay.accountant.event.NoisySgdSampling.FULL_BATCH;
import static org.assay.accountant.event.NoisySgdSampling.POISSON;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Random settings of every kind that has both upper and lower bounds, with a walk for each. */
final class SweepCases {
  /** A walk, and what the upper bounds are told about the losses. */
  record Case(int index, RandomWalk walk, double smoothness, boolean convex) {
    List<UpperBound> upperBounds() {
      return UpperBound.of(walk.settings(), smoothness, convex);
    }
  }

  private record Kind(NoisySgdSampling sampling, AdjacencyRelation adjacency, boolean curved) {}

  /** Longer walks stay on narrow domains, where they mix in a few thousand steps. */
  private static final long LONG_WALK = 200;

  private static final double NARROW = 7;
  private static final double WIDE = 60;
  private static final double SHORT_WALK = 20;
  private static final double LONGEST_WALK = 1e7;
  private static final int LARGEST_POISSON_BATCH = 1;

  /** One case in so many is the strongest that a search finds. */
  private static final int SEARCHED = 20;

  private final Random random;
  private final double widest;
  private final boolean searches;

  private SweepCases(long seed, double widest, boolean searches) {
    this.random = new Random(seed);
    this.widest = widest;
    this.searches = searches;
  }

  /** So many settings of each kind, short walks on wide domains and searched ones among them. */
  static List<Case> ofEachKind(int count, long seed) {
    return ofEachKind(count, new SweepCases(seed, WIDE, true));
  }

  /** The same with settings that take little time only. */
  static List<Case> quickOfEachKind(int count, long seed) {
    return ofEachKind(count, new SweepCases(seed, NARROW, false));
  }

  private static List<Case> ofEachKind(int count, SweepCases cases) {
    List<Case> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      for (Kind kind : kinds()) {
        result.add(cases.next(kind, result.size()));
      }
    }
    return result;
  }

  private static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    for (NoisySgdSampling sampling : List.of(FULL_BATCH, FIXED_SIZE, POISSON, CYCLIC)) {
      boolean resized = sampling == FULL_BATCH || sampling == POISSON;
      kinds.add(new Kind(sampling, AdjacencyRelation.REPLACE_ONE, false));
      kinds.add(new Kind(sampling, AdjacencyRelation.ZERO_OUT, false));
      if (resized) {
        kinds.add(new Kind(sampling, AdjacencyRelation.ADD_OR_REMOVE, false));
      }
      if (sampling != POISSON) {
        kinds.add(new Kind(sampling, AdjacencyRelation.REPLACE_ONE, true));
      }
    }
    return kinds;
  }

  private Case next(Kind kind, int index) {
    NoisySgd settings = settings(kind);
    double[] starts = {0, 0.5, 1, random.nextDouble()};
    RandomWalk walk = new RandomWalk(settings, starts[random.nextInt(4)], slope(settings));
    if (searches && index % SEARCHED == 0) {
      walk = strongest(settings, index / SEARCHED);
    }
    double smoothness = new double[] {0, 0, 1, 1.5}[random.nextInt(4)];
    boolean convex = kind.curved() || random.nextInt(8) > 0;
    return new Case(index, walk, smoothness, convex);
  }

  private NoisySgd settings(Kind kind) {
    long period = kind.sampling() == CYCLIC ? new long[] {2, 3, 10}[random.nextInt(3)] : 1;
    double longest = random.nextInt(5) < 2 ? SHORT_WALK : LONGEST_WALK;
    long steps = period * (long) Math.ceil(logUniform(1, longest) / (double) period);
    double width = logUniform(0.05, steps > LONG_WALK ? NARROW : widest);
    double jump = logUniform(0.003, 4);
    long batch = 1L + random.nextInt(4);
    long records =
        switch (kind.sampling()) {
          case FULL_BATCH -> batch;
          case CYCLIC -> batch * period;
          case FIXED_SIZE, POISSON -> Math.round((double) batch * logUniform(1, 1000));
        };
    double contraction = kind.curved() ? 1 - 0.5 * logUniform(0.001, 1) : 1;
    double stepSize = Math.scalb(1.0, random.nextInt(7) - 3);
    double noise = logUniform(0.01, 10);
    double slope = jump + (1 - contraction) * width / (2 * (double) batch);
    return Settings.run(
        slope * noise * (double) batch,
        width * stepSize * noise,
        stepSize,
        noise,
        records,
        batch,
        steps,
        contraction,
        kind.sampling(),
        kind.adjacency());
  }

  private static RandomWalk strongest(NoisySgd settings, int index) {
    double[] orders = {1.5, 2, 4, 8, 16};
    WalkObjective objective =
        index % 6 == 5 ? WalkObjective.epsilon(1e-5) : WalkObjective.renyi(orders[index % 6]);
    RandomWalk found = WalkSearch.find(MixedWalk.shortened(settings), objective);
    return new RandomWalk(settings, found.start(), found.commonSlope());
  }

  /** Half of the walks drift on their own; a random number of other records is expensive. */
  private double slope(NoisySgd settings) {
    boolean cheap = settings.sampling() != POISSON || settings.batchSize() <= LARGEST_POISSON_BATCH;
    if (!cheap || random.nextBoolean()) {
      return 0;
    }
    double drift =
        logUniform(0.001, 2)
            / ((double) settings.batchSize() * WalkScale.of(settings).slopeLimit());
    return Math.max(-1, Math.min(1, random.nextBoolean() ? drift : -drift));
  }

  private double logUniform(double from, double to) {
    return from * Math.exp(random.nextDouble() * Math.log(to / from));
  }
}
