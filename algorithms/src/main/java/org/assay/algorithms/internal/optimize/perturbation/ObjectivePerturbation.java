package org.assay.algorithms.internal.optimize.perturbation;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Objective perturbation ([@BassilyFeldmanTalwarThakurta2019], Algorithms 2 and 3;
 * [@KiferSmithThakurta2012]): near the minimizer of
 *
 * <pre>Σ loss_i(w) + ⟨b, w⟩ + (Λ/2) |w|²,   b ~ N(0, sigma² I),</pre>
 *
 * over all w, plus N(0, sigma_2² I), moved into the set.
 *
 * <p>The minimizer itself is private by {@code doc-files/objective-perturbation.md}, which gives
 * the event's first part. No solver finds the minimizer exactly: the second part is the Gaussian
 * noise that hides the certified distance, including the perturbation's rounding. Both noises are
 * exact ({@link GridGaussian}), so the event counts everything. {@link #exact} makes the distance
 * about as small as doubles allow, by accelerated gradient descent, so the second part is
 * negligible; {@link #approximate} stops SVRG early.
 *
 * <p>Checked: linear predictions (Hessians of rank 1), finite smoothness. The set plays no part in
 * the minimization, only the release is projected: the proof for constrained minimizers takes a
 * limit, which this way avoids.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class ObjectivePerturbation implements PrivateAlgorithm {
  private static final Citation PROOF =
      new Citation("KiferSmithThakurta2012", "Theorem 2, as in objective-perturbation.md");

  private final PerturbationSchedule schedule;
  private final LinearPredictionLoss loss;
  private final ConstraintSet set;
  private final MinimizerSearch search;
  private final DpEvent event;

  ObjectivePerturbation(
      PerturbationSchedule schedule,
      LinearPredictionLoss loss,
      ConstraintSet set,
      MinimizerSearch search) {
    this.schedule = schedule;
    this.loss = loss;
    this.set = set;
    this.search = search;
    this.event = event(schedule, loss, set.dimension());
  }

  /**
   * The algorithm with the minimizer as exact as doubles allow.
   *
   * @param schedule regularization, noise and tolerance
   * @param loss differentiable with a Lipschitz gradient
   * @param set the set on which the release is projected
   * @throws IllegalArgumentException if the loss has kinks
   */
  public static ObjectivePerturbation exact(
      PerturbationSchedule schedule, LinearPredictionLoss loss, ConstraintSet set) {
    return new ObjectivePerturbation(schedule, loss, set, new AcceleratedDescent());
  }

  /**
   * The algorithm with the minimizer up to the schedule's tolerance, by SVRG.
   *
   * @param schedule regularization, noise and tolerance
   * @param loss differentiable with a Lipschitz gradient
   * @param set the set on which the release is projected
   * @throws IllegalArgumentException if the loss has kinks
   */
  public static ObjectivePerturbation approximate(
      PerturbationSchedule schedule, LinearPredictionLoss loss, ConstraintSet set) {
    return new ObjectivePerturbation(schedule, loss, set, new Svrg());
  }

  /**
   * The same algorithm with about the smallest perturbation for which the accountant certifies the
   * target. The output noise grows if a larger perturbation is on a coarser grid.
   *
   * @param target approximate or zero-concentrated, under {@link AdjacencyRelation#REPLACE_ONE}
   * @throws IllegalArgumentException if the target is of another kind
   * @throws org.assay.accountant.accounting.UnreachableTargetException if the regularization is too
   *     weak for the target, whatever the noise
   */
  public ObjectivePerturbation calibratedTo(Guarantee target) {
    Guarantee known = target.accept(new KnownPrivacy());
    double unit = 2 * loss.lipschitzConstant();
    double multiplier =
        NoiseTarget.smallestNoise(
            known, noise -> event(perturbedBy(noise * unit), loss, set.dimension()));
    return new ObjectivePerturbation(perturbedBy(multiplier * unit), loss, set, search);
  }

  /**
   * The schedule with another perturbation. A larger perturbation is on a coarser grid, and the
   * output noise grows with the resulting distance. Otherwise more perturbation could cost more.
   */
  private PerturbationSchedule perturbedBy(double standardDeviation) {
    PerturbationSchedule other = schedule.withNoise(standardDeviation);
    double growth =
        Rounding.divideUp(distance(other, set.dimension()), distance(schedule, set.dimension()));
    return other.withOutputNoise(
        Rounding.multiplyUp(schedule.outputStandardDeviation(), Math.max(1, growth)));
  }

  /** Refuses targets in whose currency the privacy of the minimizer is not known. */
  private static final class KnownPrivacy extends DefaultGuaranteeVisitor<Guarantee> {
    @Override
    public Guarantee visitGaussian(Guarantee.Gaussian target) {
      throw new IllegalArgumentException(
          "target was "
              + target
              + ": objective perturbation has no known Gaussian privacy; ask for approximate or"
              + " zero-concentrated privacy");
    }

    @Override
    protected Guarantee visitOther(Guarantee target) {
      return target;
    }
  }

  private static DpEvent event(
      PerturbationSchedule schedule, LinearPredictionLoss loss, int dimension) {
    double beta = loss.smoothness();
    if (!(beta < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "smoothness of the loss was "
              + beta
              + ": objective perturbation needs a Lipschitz gradient; use the logistic or the Huber"
              + " loss");
    }
    Enclosure mu =
        Enclosure.exact(loss.lipschitzConstant())
            .times(2)
            .dividedBy(schedule.noiseStandardDeviation());
    Enclosure curvature = Enclosure.exact(beta).dividedBy(schedule.regularization()).log1p();
    // Without curvature the slope does not depend on the parameter at all.
    boolean fixedSign = beta == 0 || loss.scalarLoss().keepsSign();
    ObjectivePerturbationCurve curve = new ObjectivePerturbationCurve(mu, curvature, fixedSign);
    DpEvent minimizer =
        new CertifiedEvent(
            "ObjectivePerturbation",
            PROOF,
            curve.curve(),
            Optional.of(DominatingPairs.objectivePerturbation(mu, curvature, fixedSign)));
    Sensitivity error =
        new Sensitivity(2 * distance(schedule, dimension), AdjacencyRelation.REPLACE_ONE);
    DpEvent output = new GridGaussian(schedule.outputStandardDeviation()).event(error);
    return new ComposedEvent(List.of(minimizer, output));
  }

  /**
   * Largest distance of the computed point from the minimizer for the real perturbation, rounded
   * up: the solver's tolerance, and {@code √d/2 spacings / Λ} for the perturbation's grid.
   */
  private static double distance(PerturbationSchedule schedule, int dimension) {
    return distance(
        schedule.tolerance(),
        schedule.noiseStandardDeviation(),
        schedule.regularization(),
        dimension);
  }

  /** This distance, from a schedule's numbers. */
  static double distance(double tolerance, double noise, double regularization, int dimension) {
    double spacing = new GridGaussian(noise).noiseGrid().spacing();
    double rounded = Rounding.multiplyUp(Rounding.sqrtUp(dimension), spacing / 2);
    return Rounding.addUp(tolerance, Rounding.divideUp(rounded, regularization));
  }

  /** The parameters. */
  public PerturbationSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the tolerance was not reached; nothing is released
   */
  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(dataset, loss, set);
    Interruption.requireNone();
    double[] perturbation =
        new GridGaussian(schedule.noiseStandardDeviation()).noise(set.dimension(), random);
    PerturbedObjective objective =
        new PerturbedObjective(dataset, loss, perturbation, schedule.regularization());
    double[] w = search.minimize(objective, schedule.tolerance(), random);
    double[] release = new GridGaussian(schedule.outputStandardDeviation()).release(w, random);
    set.project(release);
    return new PrivateRun<>(ParameterVector.of(release), event);
  }

  @Override
  public String toString() {
    return "ObjectivePerturbation(" + schedule + ", by " + search.name() + ")";
  }

  /**
   * Nesterov's accelerated gradient descent with the constant momentum {@code (√κ - 1)/(√κ + 1)} of
   * strongly convex functions, κ the condition number.
   */
  record AcceleratedDescent() implements MinimizerSearch {
    /**
     * Number of rounds of √κ steps, each of which divides the gap by about e; after 200 the gap is
     * below the precision of doubles.
     */
    private static final int ROUNDS = 200;

    @Override
    public double[] minimize(
        PerturbedObjective objective, double tolerance, RandomGenerator random) {
      double root = Math.sqrt(objective.smoothness() / objective.regularization());
      double momentum = (root - 1) / (root + 1);
      int dimension = objective.dimension();
      double[] last = new double[dimension];
      double[] ahead = new double[dimension];
      double[] gradient = new double[dimension];
      double reached = Double.POSITIVE_INFINITY;
      for (long step = 0; step < ROUNDS * (1 + (long) root); step++) {
        objective.gradient(ahead, gradient);
        double distance = objective.distanceBound(ahead, gradient);
        reached = Math.min(reached, distance);
        if (distance <= tolerance) {
          return ahead;
        }
        for (int j = 0; j < dimension; j++) {
          double next = ahead[j] - gradient[j] / objective.smoothness();
          ahead[j] = next + momentum * (next - last[j]);
          last[j] = next;
        }
      }
      throw MinimizerSearch.failure(tolerance, reached);
    }

    @Override
    public String name() {
      return "accelerated gradient descent";
    }
  }

  /**
   * Rényi divergences of the exact minimizer of a perturbed objective, one record replaced, by
   * {@code doc-files/objective-perturbation.md}.
   *
   * @param mu twice the Lipschitz constant over the standard deviation of the perturbation, above 0
   * @param curvature {@code log(1 + β/Λ)}, at least 0
   * @param fixedSign whether the record alone determines the sign of its slope
   */
  record ObjectivePerturbationCurve(Enclosure mu, Enclosure curvature, boolean fixedSign) {
    /** {@code 1/√(2π)}, enclosed. */
    private static final Enclosure DENSITY_AT_ZERO =
        Enclosure.ONE.dividedBy(Enclosure.PI.times(2).sqrt());

    RdpCurve curve() {
      return RdpCurve.of(AdjacencyRelation.REPLACE_ONE, this::divergence)
          .withZeroConcentration(curvature.plus(meanOfMaximum()).upper());
    }

    private Enclosure divergence(double order) {
      Enclosure above = Enclosure.exact(order).minus(1);
      Enclosure exponent = mu.square().times(order).times(0.5).times(above);
      Enclosure mass =
          fixedSign
              ? below(mu.times(Enclosure.exact(order).minus(0.5)))
                  .plus(below(mu.times(-0.5)).times(exponent.negate().exp()))
              : below(mu.times(above)).times(2);
      Enclosure growth = mass.log().dividedBy(above).plus(mu.square().times(order).times(0.5));
      // Rounding near order 1 may make the lower end negative; the true value is not negative.
      return curvature.plus(growth.max(Enclosure.ZERO));
    }

    /** {@code E M} of the proof. */
    private Enclosure meanOfMaximum() {
      Enclosure halfSquare = mu.square().times(0.5);
      if (!fixedSign) {
        return mu.times(DENSITY_AT_ZERO).times(2).plus(halfSquare);
      }
      Enclosure density = mu.square().times(-0.125).exp().times(DENSITY_AT_ZERO);
      return mu.times(density).plus(halfSquare.times(below(mu.times(0.5))));
    }

    private static Enclosure below(Enclosure x) {
      return NormalTail.upperTail(x.negate());
    }
  }

  /**
   * Stochastic variance-reduced gradient descent ([@JohnsonZhang2013]): from a snapshot s with its
   * full gradient, steps {@code w ← w - eta (grad f_i(w) - grad f_i(s) + grad F(s))} over random i;
   * their average is the next snapshot.
   *
   * <p>With {@code eta = 1/(10 β)} and {@code 50 κ} steps, β the smoothness and κ the condition
   * number of the components, the expected gap at least halves with every snapshot
   * ([@JohnsonZhang2013], Theorem 1: {@code 1/(m eta λ (1 - 2 eta β)) + 2 eta β/(1 - 2 eta β) =
   * 1/2}).
   */
  record Svrg() implements MinimizerSearch {
    /**
     * Number of snapshots, each of which halves the gap; after 400 the gap is below the precision
     * of doubles.
     */
    private static final int SNAPSHOTS = 400;

    /** The step size, in units of 1/β. */
    private static final double STEP = 0.1;

    /** Number of steps between two snapshots, in units of κ. */
    private static final double STEPS_PER_CONDITION = 50;

    @Override
    public double[] minimize(
        PerturbedObjective objective, double tolerance, RandomGenerator random) {
      double[] snapshot = new double[objective.dimension()];
      double[] full = new double[objective.dimension()];
      double reached = Double.POSITIVE_INFINITY;
      for (int epoch = 0; epoch < SNAPSHOTS; epoch++) {
        objective.gradient(snapshot, full);
        double distance = objective.distanceBound(snapshot, full);
        reached = Math.min(reached, distance);
        if (distance <= tolerance) {
          return snapshot;
        }
        snapshot = averageOfSteps(objective, snapshot, full, random);
      }
      throw MinimizerSearch.failure(tolerance, reached);
    }

    /** Number of steps between two snapshots. */
    static long stepsPerSnapshot(PerturbedObjective objective) {
      double strong = objective.regularization() / objective.records();
      return (long) Math.ceil(STEPS_PER_CONDITION * objective.componentSmoothness() / strong);
    }

    /** One epoch on the mean of the components, J/n. */
    static double[] averageOfSteps(
        PerturbedObjective objective, double[] snapshot, double[] full, RandomGenerator random) {
      int dimension = snapshot.length;
      int records = objective.records();
      double strong = objective.regularization() / records;
      double stepSize = STEP / objective.componentSmoothness();
      long steps = stepsPerSnapshot(objective);
      double[] w = snapshot.clone();
      double[] sum = new double[dimension];
      double[] direction = new double[dimension];
      for (long k = 0; k < steps; k++) {
        for (int j = 0; j < dimension; j++) {
          direction[j] = full[j] / records + strong * (w[j] - snapshot[j]);
        }
        int i = random.nextInt(records);
        objective.addLossGradient(w, i, 1, direction);
        objective.addLossGradient(snapshot, i, -1, direction);
        for (int j = 0; j < dimension; j++) {
          w[j] -= stepSize * direction[j];
          sum[j] += w[j];
        }
      }
      for (int j = 0; j < dimension; j++) {
        sum[j] /= steps;
      }
      return sum;
    }

    @Override
    public String name() {
      return "SVRG";
    }
  }

  /** A way to find the minimizer of a {@link PerturbedObjective}, to a certified distance. */
  interface MinimizerSearch {
    /**
     * A point near the minimizer.
     *
     * @param tolerance largest distance from the minimizer, above 0
     * @param random the source of the solver's random choices
     * @return a point whose {@link PerturbedObjective#distanceBound} is at most the tolerance
     * @throws IllegalStateException if none was found; nothing may be released then
     */
    double[] minimize(PerturbedObjective objective, double tolerance, RandomGenerator random);

    /** The exception of a search that ran out of rounds. */
    static IllegalStateException failure(double tolerance, double reached) {
      return new IllegalStateException(
          String.format(
              "distance from the minimizer was %s: it must be at most the tolerance %s; allow a"
                  + " larger one",
              reached, tolerance));
    }

    /** The name in reports. */
    String name();
  }
}
