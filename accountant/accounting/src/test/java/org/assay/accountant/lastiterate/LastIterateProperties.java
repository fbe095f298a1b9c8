package org.assay.accountant.lastiterate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * What walks on an interval really lose is never above what is published about last iterates. The
 * laws come from a quadrature of its own and share nothing with the bounds but the definition of a
 * run.
 */
class LastIterateProperties {
  private static final double[] ORDERS = {1.1, 1.5, 2, 4, 8, 32};
  private static final double[] DELTAS = {1e-2, 1e-5, 1e-9};

  /** In multiplications, per setting. */
  private static final double LITTLE = 1e7;

  private static final double MUCH = 5e8;

  private enum Kind {
    FULL(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE),
    CYCLIC(NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE),
    FIXED(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE),
    POISSON_REPLACED(NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE),
    POISSON_ADDED(NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE);

    private final NoisySgdSampling sampling;
    private final AdjacencyRelation adjacency;

    Kind(NoisySgdSampling sampling, AdjacencyRelation adjacency) {
      this.sampling = sampling;
      this.adjacency = adjacency;
    }
  }

  /** Divergences, and profiles of full and cyclic batches, where bounds take no time. */
  @Tag("slow")
  @Property(
      tries = 20,
      seed = "20221016",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void boundsInSmallSets(@ForAll long seed, @ForAll Kind kind, @ForAll Publications source) {
    SplittableRandom random = new SplittableRandom(seed);
    NoisySgd run = new RandomRuns(random, 4).next(kind.sampling, kind.adjacency, Long.MAX_VALUE);
    if (source.covers(run)) {
      boolean divergence = kind != Kind.CYCLIC || random.nextBoolean();
      check(run, source, divergence ? 0 : 1, random, LITTLE);
    }
  }

  /** Where signals are strong a few steps say most of what there is to say. */
  @Tag("slow")
  @Property(
      tries = 20,
      seed = "20221017",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void boundsOfFewSteps(@ForAll long seed, @ForAll Kind kind, @ForAll Publications source) {
    SplittableRandom random = new SplittableRandom(seed);
    NoisySgd run = new RandomRuns(random, 15).next(kind.sampling, kind.adjacency, 3);
    if (source.covers(run)) {
      check(run, source, 0, random, LITTLE);
    }
  }

  /** Anything at all. */
  @Tag("slow")
  @Property(
      tries = 40,
      seed = "20221016",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void bounds(@ForAll long seed, @ForAll Kind kind, @ForAll Publications source) {
    SplittableRandom random = new SplittableRandom(seed);
    NoisySgd run = new RandomRuns(random, 40).next(kind.sampling, kind.adjacency, Long.MAX_VALUE);
    if (source.covers(run)) {
      check(run, source, random.nextInt(3), random, MUCH);
    }
  }

  private static void check(
      NoisySgd run, Publications source, int question, SplittableRandom random, double work) {
    try {
      Claim claim = claim(run, source, question, random);
      Run walk = Run.of(run, curvature(run, random));
      double truth = new Adversary(walk, claim::lower).find(work);
      assertTrue(truth <= claim.upper(), () -> truth + " above " + claim + " for " + walk);
    } catch (UnsupportedEventException refused) {
      boolean expected = run.stepSize() * run.smoothness() > 2;
      assertTrue(expected, refused::getMessage);
    }
  }

  private static Claim claim(
      NoisySgd run, Publications source, int question, SplittableRandom random) {
    return switch (question) {
      case 0 -> source.renyi(run, ORDERS[random.nextInt(ORDERS.length)]);
      case 1 -> source.epsilon(run, DELTAS[random.nextInt(DELTAS.length)]);
      default -> source.delta(run, 0.05 + 5 * random.nextDouble());
    };
  }

  /** Strongly convex losses bend, and so do those that are not convex; others may or may not. */
  private static double curvature(NoisySgd run, SplittableRandom random) {
    boolean bends = run.strongConvexity() != 0;
    return bends ? run.strongConvexity() : random.nextBoolean() ? run.smoothness() : 0;
  }
}
