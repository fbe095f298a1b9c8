package org.assay.cli.internal.train;

import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.run.TrainingTask;

/** Warnings about a training by the table of measured utility, before the training runs. */
final class Experience {
  private Experience() {}

  /**
   * Warns of an algorithm that was no better than a constant prediction at a comparable budget.
   *
   * @param algorithm its name
   * @param task the task
   * @param target the guarantee wanted
   * @return the warning, if there is one
   */
  static Optional<String> warning(String algorithm, TrainingTask task, Guarantee target) {
    if (task.recordNorm() != RecordNorm.EUCLIDEAN) {
      // Nothing of the table was measured on records clipped in another norm.
      return Optional.empty();
    }
    double budget = budget(task, target);
    OptionalDouble gain = MeasuredUtility.shipped().gain(algorithm, task.labels(), budget);
    return gain.isPresent() && gain.getAsDouble() <= 0
        ? Optional.of(
            "warning: on example data at a comparable budget, "
                + algorithm
                + " was no better than predicting "
                + (task.labels() == TrainingTask.Labels.BOUNDED_NUMBERS
                    ? "the mean"
                    : "the more frequent class")
                + " (docs/why/utility.md); --algorithm auto chooses another")
        : Optional.empty();
  }

  /** Epsilon, at the usual delta where the target has none, times n/√d. */
  static double budget(TrainingTask task, Guarantee target) {
    return target.accept(new Epsilon()) * task.records() / Math.sqrt(task.parameterDimension());
  }

  private static final class Epsilon extends TargetVisitor<Double> {
    @Override
    public Double visitApproximate(Guarantee.Approximate target) {
      return target.epsilon();
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      return ofGaussian(Math.sqrt(2 * target.rho()));
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian target) {
      return ofGaussian(target.mu());
    }

    private static double ofGaussian(double mu) {
      return GaussianMechanism.epsilon(mu, Spending.USUAL_DELTA).upper();
    }
  }
}
