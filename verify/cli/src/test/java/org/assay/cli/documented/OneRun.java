package org.assay.cli.documented;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.training.CanaryExperiment;
import org.assay.verify.training.CanaryExperiment.CanaryTraining;
import org.assay.verify.training.OneRunEvidence;
import org.assay.verify.training.OneRunReport;

public class OneRun {
  public static void main(String[] arguments) {
    int canaries = 2000;
    CanaryTraining training =
        CanaryTraining.of(
            (included, random) -> {
              double[] model = new double[canaries];
              for (int i = 0; i < canaries; i++) {
                model[i] = (included[i] ? 1 : 0) + 0.25 * random.nextGaussian();
              }
              return model;
            },
            (model, canary) -> model[canary],
            canaries);
    OneRunReport report =
        CanaryExperiment.of(training, canaries, AdjacencyRelation.ADD_OR_REMOVE)
            .guesses(100, 500)
            .seed(7)
            .audit(new Guarantee.Gaussian(1, AdjacencyRelation.ADD_OR_REMOVE));
    System.out.println(report.describe());
    System.out.println(OneRunEvidence.gaussianEpsilon(report.lowerBound().value(), 1e-5));
  }
}
