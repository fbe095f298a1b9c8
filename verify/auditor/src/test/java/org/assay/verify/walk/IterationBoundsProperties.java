package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/** What the bounds on the last iterate have to satisfy whatever the settings. */
class IterationBoundsProperties {
  private static final double DELTA = 1e-5;

  /** Sums of at most a few hundred roundings. */
  private static final double ROUNDING = 1e-11;

  /** Epsilon is the end of an enclosure of about this relative width. */
  private static final double EPSILON_WIDTH = 1e-9;

  /** Ways to sample under relations for which there are theorems. */
  enum Setup {
    FULL_BATCH(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE),
    FIXED_SIZE(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE),
    POISSON(NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE),
    POISSON_RESIZED(NoisySgdSampling.POISSON, AdjacencyRelation.ADD_OR_REMOVE);

    private final NoisySgdSampling sampling;
    private final AdjacencyRelation adjacency;

    Setup(NoisySgdSampling sampling, AdjacencyRelation adjacency) {
      this.sampling = sampling;
      this.adjacency = adjacency;
    }
  }

  /** Lengths in units of the noise of a step of size 1; batches of 10. */
  record Shape(Setup setup, double share, double width, double jump, double steps) {
    NoisySgd run() {
      return run(1, 1, 1);
    }

    NoisySgd run(double noise, double wider, double longer) {
      return new NoisySgd(
          setup == Setup.FULL_BATCH ? 10 : Math.round(10 / share),
          10,
          noise,
          10 * jump,
          width * wider,
          1,
          (long) Math.ceil(steps * longer),
          0,
          0,
          setup.sampling,
          setup.adjacency);
    }
  }

  @Provide
  Arbitrary<Shape> shapes() {
    return Combinators.combine(
            Arbitraries.of(Setup.class),
            logUniform(0.001, 1),
            logUniform(0.1, 500),
            logUniform(0.001, 3),
            logUniform(1, 1e7))
        .as(Shape::new);
  }

  private static Arbitrary<Double> logUniform(double from, double to) {
    return Arbitraries.doubles()
        .between(0, 1)
        .ofScale(15)
        .map(part -> from * Math.pow(to / from, part));
  }

  @Tag("slow")
  @Property(tries = 40, seed = "20200504")
  void neverBelowWhatAWalkLoses(
      @ForAll NoisySgdSampling sampling,
      @ForAll @DoubleRange(min = 0.05, max = 20) @Scale(15) double width,
      @ForAll @DoubleRange(min = 0.01, max = 2) @Scale(15) double jump,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(15) double start,
      @ForAll @DoubleRange(min = -1, max = 1) @Scale(15) double slope,
      @ForAll @IntRange(min = 1, max = 200) int passes,
      @ForAll @DoubleRange(min = 1.05, max = 32) @Scale(15) double order) {
    long batch = sampling == NoisySgdSampling.FULL_BATCH ? 6 : 2;
    long steps = sampling == NoisySgdSampling.CYCLIC ? 3L * passes : passes;
    NoisySgd settings =
        Settings.of(width, jump, 6, batch, steps, sampling, AdjacencyRelation.REPLACE_ONE);
    WalkLowerBound lower = WalkLowerBound.of(new RandomWalk(settings, start, slope));
    for (UpperBound upper : UpperBound.of(settings, 0, true)) {
      assertTrue(upper.renyi(order) >= lower.renyi(order).value(), upper::toString);
      if (WalkScale.of(settings).period() > 1 || batch == 6) {
        // Elsewhere epsilon takes a second; the sweep looks at it.
        assertTrue(upper.epsilon(DELTA) >= lower.epsilon(DELTA).value(), upper::toString);
      }
    }
  }

  @Tag("slow")
  @Property(tries = 40, seed = "20200504")
  void renyiBoundsAreMonotone(
      @ForAll("shapes") Shape shape,
      @ForAll @DoubleRange(min = 1.05, max = 32) @Scale(15) double order,
      @ForAll @DoubleRange(min = 1.0001, max = 4) @Scale(15) double factor) {
    double base = renyi(shape.run(), order);
    assertAtMost(renyi(shape.run(factor, 1, 1), order), base, "more noise");
    assertAtMost(base, renyi(shape.run(1, factor, 1), order), "a larger diameter");
    assertAtMost(base, renyi(shape.run(1, 1, factor), order), "more steps");
  }

  @Tag("slow")
  @Property(tries = 15, seed = "20200504")
  void epsilonsAreMonotone(
      @ForAll("shapes") Shape shape,
      @ForAll @DoubleRange(min = 1.0001, max = 4) @Scale(15) double factor) {
    double base = epsilon(shape.run());
    assertAtMost(epsilon(shape.run(factor, 1, 1)), base, "more noise");
    assertAtMost(base, epsilon(shape.run(1, factor, 1)), "a larger diameter");
    assertAtMost(base, epsilon(shape.run(1, 1, factor)), "more steps");
  }

  private static double renyi(NoisySgd run, double order) {
    return NoisySgdBound.of(run).renyi(order).upper();
  }

  private static double epsilon(NoisySgd run) {
    NoisySgdCertificate certificate = NoisySgdBound.of(run).certifyEpsilon(DELTA);
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  private static void assertAtMost(double smaller, double larger, String change) {
    assertTrue(smaller <= larger * (1 + ROUNDING), smaller + " is above " + larger + ": " + change);
  }

  @Tag("slow")
  @Property(tries = 40, seed = "20200504")
  void neverAboveComposition(
      @ForAll("shapes") Shape shape,
      @ForAll @DoubleRange(min = 1.05, max = 32) @Scale(15) double order) {
    NoisySgd run = shape.run();
    double composed =
        oneStep(shape, run.samplingShare(), order).times((double) run.steps()).upper();
    double bound = renyi(run, order);
    assertTrue(bound <= composed * (1 + ROUNDING), bound + " is above " + composed);
    if (shape.setup() == Setup.FULL_BATCH) {
      double mu = 2 * shape.jump() * Math.sqrt((double) run.steps());
      double gaussian = GaussianMechanism.epsilon(mu, DELTA).upper();
      assertTrue(epsilon(run) <= gaussian * (1 + EPSILON_WIDTH), run::describe);
    }
  }

  private static Enclosure oneStep(Shape shape, Enclosure share, double order) {
    double jump = shape.jump();
    double q = share.upper();
    return switch (shape.setup()) {
      case FULL_BATCH -> GaussianMechanism.renyi(Enclosure.exact(2 * jump), order);
      case FIXED_SIZE -> ReplacedRecord.fixedSizeGaussian(share, Enclosure.exact(2 * jump), order);
      case POISSON -> ReplacedRecord.poissonGaussian(q, Enclosure.exact(jump), order);
      case POISSON_RESIZED ->
          SampledGaussian.renyiForward(q, 1 / jump, order)
              .max(SampledGaussian.renyiReverse(q, 1 / jump, order));
    };
  }

  /** Mixing and re-coupling are arguments that the bound for fixed batches does not have. */
  @Tag("slow")
  @Property(tries = 40, seed = "20200504")
  void fixedBatchesAreBoundedAtLeastAsWellAsRandomOnes(
      @ForAll("shapes") Shape shape,
      @ForAll @DoubleRange(min = 0.5, max = 1) @Scale(15) double contraction,
      @ForAll @DoubleRange(min = 1.05, max = 32) @Scale(15) double order) {
    NoisySgd settings =
        Settings.contractive(
            shape.width(), shape.jump(), (long) Math.ceil(shape.steps()), contraction);
    NoisySgdCertificate general =
        NoisySgdBound.of(
                new NoisySgd(
                    1,
                    1,
                    1,
                    settings.lipschitzConstant(),
                    settings.diameter(),
                    1,
                    settings.steps(),
                    1 - contraction,
                    1 - contraction,
                    NoisySgdSampling.FULL_BATCH,
                    AdjacencyRelation.REPLACE_ONE))
            .certifyRenyi(order);
    if (general.argument() instanceof NoisySgdArgument.SmoothedMixing
        || general.argument() instanceof NoisySgdArgument.RecoupledDivergence) {
      return;
    }
    double bound = ((Guarantee.Renyi) general.guarantee()).epsilonByOrder().firstEntry().getValue();
    double fixed = UpperBound.deterministic(settings, 0, true).renyi(order);
    assertTrue(fixed <= bound * (1 + ROUNDING), fixed + " is above " + bound);
  }
}
