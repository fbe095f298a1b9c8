package org.assay.algorithms.internal.optimize.kl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.budget.PrivacyFilter;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.noise.DiscreteLaplaceSampler;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Adaptive noisy gradient descent ([@MenartEtAl2023], Algorithm 3): every step first measures the
 * norm of the gradient, then the gradient with noise in proportion to the measured norm, and moves
 * by {@code 1/(2 smoothness)} along it. Large gradients tolerate much noise, which costs little
 * privacy.
 *
 * <pre>
 *   N = |∇F(w)| + N(0, s²),             s = L/(√n rho^{1/4})
 *   g = ∇F(w) + N(0, sigma² I),         sigma = max(N/√(d ln(n √rho/beta)), 2L/(n √rho))
 *   w ← Proj_K[ w − g/(2 smoothness) ]
 * </pre>
 *
 * <p>L is half of the {@linkplain Loss#gradientSensitivity sensitivity} of a record's gradient, at
 * most the Lipschitz constant. Both measurements are exact releases on a grid, whose sensitivity
 * includes rounding errors, and everything else is computed from them. The noise of a step depends
 * on earlier private measurements only, never on the data. Every measurement is charged to a {@link
 * PrivacyFilter} before it is made, with the sensitivity 2L/n of both. The first measurement that
 * does not fit ends the run. Every run is therefore mu-Gaussian differentially private with {@code
 * mu² = 2 rho}, hence rho-zCDP. With {@link #paperSchedule} the printed rule ends the run, which
 * charges too little and too late.
 *
 * <p>The projection, absent from the paper, keeps the parameter where the loss's constants hold.
 */
public final class AdaptiveNoisyGd implements PrivateAlgorithm {
  /** Largest exponent of the selection, far below 2^63 units. Not tuned. */
  private static final double LARGEST_EXPONENT = 0x1p30;

  private enum Rule {
    FILTER,
    PRINTED
  }

  private final FullBatch batch;
  private final AdaptiveConstants constants;
  private final Rule rule;
  private final boolean selects;

  private AdaptiveNoisyGd(
      FullBatch batch, AdaptiveConstants constants, Rule rule, boolean selects) {
    this.batch = batch;
    this.constants = constants;
    this.rule = rule;
    this.selects = selects;
    double smoothness = batch.loss().smoothness();
    if (!(smoothness > 0 && smoothness < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "smoothness was "
              + smoothness
              + ": it must be finite and above 0, or there is no step size 1/(2 smoothness)");
    }
  }

  /**
   * The algorithm that never spends more than its budget; it releases the last iterate.
   *
   * @param records number of records n, at least 1
   * @param rho the budget, finite and above 0
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   * @param loss a smooth loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static AdaptiveNoisyGd of(
      int records, double rho, double beta, Loss loss, ConstraintSet set) {
    return create(records, rho, beta, loss, set, Rule.FILTER);
  }

  /**
   * The algorithm with the paper's stopping rule. Theorem 3 claims rho-zCDP; the event states the
   * {@code (3 rho/2 + 2 √rho/n)} that can be proved.
   *
   * @param records number of records n, at least 1
   * @param rho the paper's rho, finite and above 0
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   * @param loss a smooth loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static AdaptiveNoisyGd paperSchedule(
      int records, double rho, double beta, Loss loss, ConstraintSet set) {
    return create(records, rho, beta, loss, set, Rule.PRINTED);
  }

  private static AdaptiveNoisyGd create(
      int records, double rho, double beta, Loss loss, ConstraintSet set, Rule rule) {
    FullBatch batch = new FullBatch(loss, set, records);
    AdaptiveConstants constants =
        new AdaptiveConstants(
            records, set.dimension(), ReplacedRecord.halfSensitivity(loss), rho, beta);
    return new AdaptiveNoisyGd(batch, constants, rule, false);
  }

  /**
   * This algorithm with the selection of Theorem 5: releases the iterate chosen by the exponential
   * mechanism with probability proportional to {@code exp(−n √rho |∇F(w)|/(2L))} among those whose
   * gradient was measured. Costs {@code 2 √rho} of pure privacy more, which is rho/2-zCDP. The
   * choice is drawn by exact coins from exponents on a grid, whose errors the event includes.
   *
   * @throws IllegalArgumentException if the exponents are too large for the grid
   */
  public AdaptiveNoisyGd withSelection() {
    if (!(largestExponent() <= LARGEST_EXPONENT)) {
      throw new InvalidParameterException(
          "rho",
          "was "
              + constants.rho()
              + ": it is too large for the selection, whose exponents would be"
              + " up to "
              + largestExponent()
              + ", above 2^30");
    }
    return new AdaptiveNoisyGd(batch, constants, rule, true);
  }

  @Override
  public DpEvent event() {
    return selects ? DpEvent.sequence(descentEvent(), selectionEvent()) : descentEvent();
  }

  /**
   * The event of the descent: one Gaussian mechanism that dominates every interaction with the
   * filter.
   */
  private DpEvent descentEvent() {
    double spent = rule == Rule.FILTER ? constants.rho() : spentByPrintedRule();
    double mu = Rounding.sqrtUp(Rounding.multiplyUp(2, spent));
    return DpEvent.gaussian(
        Rounding.divideDown(1, mu), Sensitivity.unit(AdjacencyRelation.REPLACE_ONE));
  }

  /**
   * The rho of the printed rule with rounding errors included: a rho is proportional to the square
   * of the sensitivity.
   */
  private double spentByPrintedRule() {
    double share = batch.roundingShare();
    return Rounding.multiplyUp(constants.spentByPrintedRule(), Rounding.multiplyUp(share, share));
  }

  /**
   * The event of the selection: a score of sensitivity 2L/n, weighted by n √rho/(2L), costs an
   * epsilon of 2 √rho. A computed exponent is off by at most half a unit of the grid and a relative
   * 2^-51. A probability is off by the errors of two exponents, in both datasets.
   */
  private DpEvent selectionEvent() {
    double root = Rounding.multiplyUp(Rounding.sqrtUp(constants.rho()), batch.roundingShare());
    double error =
        Rounding.addUp(
            0.5 / DiscreteLaplaceSampler.UNITS, Rounding.multiplyUp(largestExponent(), 0x1p-51));
    return DpEvent.exponentialMechanism(
        Rounding.addUp(Rounding.multiplyUp(2, root), 4 * error), AdjacencyRelation.REPLACE_ONE);
  }

  /** {@code n √rho/(2L)}, rounded down. */
  private double weight() {
    double root = Rounding.multiplyDown(records(), Rounding.sqrtDown(constants.rho()));
    return Rounding.divideDown(root, 2 * constants.halfSensitivity());
  }

  /** Bound on the weighted norm of a computed gradient. */
  private double largestExponent() {
    return Rounding.multiplyUp(Rounding.multiplyUp(weight(), batch.loss().lipschitzConstant()), 2);
  }

  private AdaptiveBudget budget() {
    if (rule == Rule.PRINTED) {
      return new AdaptiveBudget.Printed(constants);
    }
    double mu = Rounding.sqrtDown(Rounding.multiplyDown(2, constants.rho()));
    PrivacyFilter filter =
        PrivacyFilter.of(new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE));
    return new AdaptiveBudget.Filtered(
        filter, batch, batch.normReleaseEvent(constants.normNoise()));
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    batch.requireSuitable(dataset);
    double[] release = selects ? select(dataset, random) : last(dataset, random);
    return new PrivateRun<>(ParameterVector.of(release), event());
  }

  private double[] last(Dataset dataset, RandomGenerator random) {
    return new Descent(dataset, random).run((w, norm) -> {});
  }

  /**
   * The exponential mechanism: an iterate drawn uniformly is taken with the probability of its
   * score over the highest one, else another is drawn. The iterates are functions of releases.
   */
  private double[] select(Dataset dataset, RandomGenerator random) {
    List<double[]> iterates = new ArrayList<>();
    List<Double> norms = new ArrayList<>();
    double[] last =
        new Descent(dataset, random)
            .run(
                (w, norm) -> {
                  iterates.add(w.clone());
                  norms.add(norm);
                });
    if (iterates.isEmpty()) {
      return last;
    }
    double least = Collections.min(norms);
    double units = weight() * DiscreteLaplaceSampler.UNITS;
    while (true) {
      Interruption.requireNone();
      int drawn = random.nextInt(norms.size());
      long exponent = Math.round(units * (norms.get(drawn) - least));
      if (DiscreteLaplaceSampler.survives(exponent, random)) {
        return iterates.get(drawn);
      }
    }
  }

  private double records() {
    return constants.records();
  }

  private double stepSize() {
    return 1 / (2 * batch.loss().smoothness());
  }

  /** Receives every iterate whose gradient was measured, and the exact norm of its gradient. */
  private interface Witness {
    void see(double[] w, double exactNorm);
  }

  private final class Descent {
    private final Dataset dataset;
    private final RandomGenerator random;
    private final AdaptiveBudget budget = budget();
    private final double[] w = batch.start();
    private final double[] gradient = new double[w.length];
    private final GridGaussian normNoise = new GridGaussian(constants.normNoise());

    Descent(Dataset dataset, RandomGenerator random) {
      this.dataset = dataset;
      this.random = random;
    }

    double[] run(Witness witness) {
      while (budget.grantsNorm()) {
        Interruption.requireNone();
        batch.gradient(w, dataset, gradient);
        double exact = FullBatch.norm(gradient);
        double norm = normNoise.release(new double[] {exact}, random)[0];
        double noise = constants.gradientNoise(norm);
        if (!budget.grantsGradient(noise, norm)) {
          break;
        }
        witness.see(w, exact);
        double[] released = new GridGaussian(noise).release(gradient, random);
        for (int j = 0; j < w.length; j++) {
          w[j] -= stepSize() * released[j];
        }
        batch.set().project(w);
      }
      return w;
    }
  }

  /** The algorithm and its event. */
  @Override
  public String toString() {
    return "AdaptiveNoisyGd(" + Brief.of(event().describe()) + ")";
  }

  /** Decides, before a measurement, whether adaptive noisy descent may still make it. */
  interface AdaptiveBudget {
    /** Whether the norm of the gradient may be measured. */
    boolean grantsNorm();

    /** Whether the gradient may be measured with a noise chosen from the norm. */
    boolean grantsGradient(double noise, double norm);

    /** Charges every measurement to a filter. */
    record Filtered(PrivacyFilter filter, FullBatch batch, DpEvent normEvent)
        implements AdaptiveBudget {
      @Override
      public boolean grantsNorm() {
        return filter.tryCharge(normEvent).granted();
      }

      @Override
      public boolean grantsGradient(double noise, double norm) {
        return filter.tryCharge(batch.releaseEvent(noise)).granted();
      }
    }

    /**
     * The stopping rule of [@MenartEtAl2023], Algorithm 3: steps go on while the charged cost is at
     * most rho/2. The rule charges half of the cost of a step, after the step.
     */
    final class Printed implements AdaptiveBudget {
      private final AdaptiveConstants constants;
      private double booked;

      Printed(AdaptiveConstants constants) {
        this.constants = constants;
      }

      @Override
      public boolean grantsNorm() {
        return booked <= constants.rho() / 2;
      }

      @Override
      public boolean grantsGradient(double noise, double norm) {
        booked += constants.bookedCost(norm);
        return true;
      }
    }
  }

  /**
   * The constants of [@MenartEtAl2023], Algorithm 3.
   *
   * @param records number of records n
   * @param dimension dimension d
   * @param halfSensitivity L, half of the sensitivity of a record's gradient
   * @param rho the paper's rho, finite and above 0
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   */
  record AdaptiveConstants(
      int records, int dimension, double halfSensitivity, double rho, double beta) {
    AdaptiveConstants {
      Parameters.requirePositive("rho", rho);
      Parameters.requireOpenProbability("beta", beta);
      if (!(records * Math.sqrt(rho) > beta)) {
        throw new IllegalArgumentException(
            "rho was " + rho + ": it is too small, records · √rho must exceed beta");
      }
    }

    /** {@code L/(√n rho^{1/4})}. */
    double normNoise() {
      return halfSensitivity / Math.sqrt(records * Math.sqrt(rho));
    }

    /** {@code max(N/√(d ln(n √rho/beta)), 2L/(n √rho))}. */
    double gradientNoise(double norm) {
      return Math.max(norm / Math.sqrt(dimension * logTerm()), leastNoise());
    }

    double leastNoise() {
      return 2 * halfSensitivity / (records * Math.sqrt(rho));
    }

    private double logTerm() {
      return Math.log(records * Math.sqrt(rho) / beta);
    }

    /**
     * The cost that the paper charges for a step, at least half of its true cost. A measured norm
     * below 0 counts as 0: charged by its square, as printed, the step would cost far more than
     * charged, since its noise is the smallest.
     */
    double bookedCost(double norm) {
      double ratio = halfSensitivity / (records * Math.max(norm, 0));
      return Math.min(dimension * logTerm() * ratio * ratio, rho / 2) + Math.sqrt(rho) / records;
    }

    /**
     * Upper bound {@code 3 rho/2 + 2 √rho/n} of the cost of a run with the paper's stopping rule.
     * While the charged cost is at most rho/2, the true cost is at most rho, and one more step
     * costs {@code rho/2 + 2 √rho/n}.
     */
    double spentByPrintedRule() {
      double last = Rounding.divideUp(Rounding.multiplyUp(2, Rounding.sqrtUp(rho)), records);
      // Noise and charged costs are computed in doubles with a few roundings each.
      double slack = 1 + 1e-12;
      return Rounding.multiplyUp(Rounding.addUp(Rounding.multiplyUp(1.5, rho), last), slack);
    }
  }
}
