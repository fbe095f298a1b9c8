package org.assay.cli.documented;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.training.InRunAudit;
import org.assay.verify.training.Projection;
import org.assay.verify.training.StepClaim;
import org.assay.verify.training.WhiteBoxTraining.GradientStep;

public class InRun {
  public static void main(String[] arguments) {
    AdjacencyRelation adjacency = AdjacencyRelation.ADD_OR_REMOVE;
    double[] parameters = {2, -1};
    GradientStep step =
        (withCanary, random) -> {
          double[] gradient = {Math.tanh(parameters[0]), Math.tanh(parameters[1])};
          gradient[0] += (withCanary ? 1 : 0) + 0.5 * random.nextGaussian();
          gradient[1] += 0.5 * random.nextGaussian();
          parameters[0] -= 0.01 * gradient[0];
          parameters[1] -= 0.01 * gradient[1];
          return gradient;
        };
    StepClaim claim = StepClaim.poissonSampledGaussian(0.25, 1, adjacency);
    InRunAudit audit = InRunAudit.of(claim, adjacency, 1e-3, 7);
    System.out.println(audit.run(step, Projection.onto(1, 0), 3000).describe());
  }
}
