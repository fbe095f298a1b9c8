package org.assay.algorithms.internal.optimize.onepass;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.algorithms.noise.ReleaseGrid;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * The counterexample to privacy amplification by averaged iteration ([@FeldmanKorenTalwar2020],
 * section 6), contractive maps: {@code X_t = phi_t(X_{t−1}) + N(0, sigma² I)}, t = 1, …, T, from
 * the features of the first record, which must have norm at most 1; {@code phi_t} is the identity
 * for {@code t ≤ k} and 0 after. Released is the average of X_1 to X_T,
 *
 * <pre>(k/T) X_0 + N(0, sigma² (1² + … + k² + T − k)/T² I),</pre>
 *
 * whose event states the privacy of this law exactly: {@code mu = 2k / (sigma √(k (k+1) (2k+1)/6 +
 * T − k))}. The last iterate has {@code mu = 2/(sigma √T)} for every k; {@link
 * #conjecturedGuarantee} states the same of the average.
 *
 * @param steps number of steps T, at least 1
 * @param kept number k of steps that keep X_0, from 1 to T
 * @param noise standard deviation sigma of each step's noise, finite and above 0
 */
public record ForgetfulIteration(int steps, int kept, double noise) implements PrivateAlgorithm {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ForgetfulIteration {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("kept", kept);
    if (!(kept <= steps)) {
      throw new IllegalArgumentException(
          "kept was " + kept + ": it must be at most the number of steps, " + steps);
    }
    Parameters.requirePositive("noise", noise);
  }

  /** Ratio of the variance of the average's sum to that of a step, up to 4 roundings. */
  private double variances() {
    double k = kept;
    return k * (k + 1) * (2 * k + 1) / 6 + (steps - k);
  }

  @Override
  public DpEvent event() {
    double total = Rounding.multiplyDown(noise, Rounding.sqrtDown(variances() * (1 - 1e-15)));
    return DpEvent.gaussian(
        Rounding.divideDown(total, Rounding.multiplyUp(2, kept)),
        Sensitivity.unit(AdjacencyRelation.REPLACE_ONE));
  }

  /**
   * The last iterate's guarantee by amplification by iteration, {@code 2/(sigma √T)}-GDP. As a
   * statement about the average, this guarantee is a plausible conjecture, and false.
   *
   * @return the guarantee
   */
  public Guarantee conjecturedGuarantee() {
    double total = Rounding.multiplyDown(noise, Rounding.sqrtDown(steps));
    return new Guarantee.Gaussian(Rounding.divideUp(2, total), AdjacencyRelation.REPLACE_ONE);
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    if (!(dataset.size() >= 1 && dataset.largestRowNorm() <= 1)) {
      throw new IllegalArgumentException(
          String.format(
              "the dataset had %s records of norm up to %s: it must hold at least one, and none"
                  + " longer than 1",
              dataset.size(), dataset.largestRowNorm()));
    }
    double[] x = dataset.copyRow(0);
    double[] average = new double[x.length];
    GaussianNoise step = new GaussianNoise(noise);
    for (int t = 1; t <= steps; t++) {
      for (int j = 0; j < x.length; j++) {
        x[j] = t <= kept ? x[j] : 0;
      }
      step.addTo(x, random);
      for (int j = 0; j < x.length; j++) {
        average[j] += (x[j] - average[j]) / t;
      }
    }
    ReleaseGrid grid = ReleaseGrid.forNoise(noise / steps);
    return new PrivateRun<>(ParameterVector.of(grid.round(average, random)), event());
  }
}
