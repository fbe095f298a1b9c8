package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/** A linear prediction with any of the scalar losses. */
record GeneralizedLinearLoss(ScalarLoss scalarLoss, double featureNormBound, double labelBound)
    implements LinearPredictionLoss {
  GeneralizedLinearLoss {
    Parameters.requirePositive("featureNormBound", featureNormBound);
    Parameters.requirePositive("labelBound", labelBound);
    Parameters.requirePositive(
        "lipschitzConstant", featureNormBound * scalarLoss.lipschitzConstant(labelBound));
    Parameters.requirePositive("square of featureNormBound", featureNormBound * featureNormBound);
  }
}
