/**
 * Datasets, and losses with their constants. Privacy statements rest on these constants, so they
 * are true upper bounds in exact arithmetic.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link Dataset} holds labelled records, and {@link LabeledRecord} is one. {@link
 *       NeighbouringDatasets} differ in one record; {@link CanaryDirections} makes records with a
 *       large effect. {@link DatasetSplit} holds records out.
 *   <li>Reading: {@link CsvDataset} with {@link CsvOptions}. {@link FeatureColumns} are the columns
 *       of a table that become features, each a {@link NumberColumn} or a {@link CategoryColumn}.
 *   <li>Preparation, record by record, so that neighbours stay neighbours: {@link FeatureScaling},
 *       {@link RangeScaling}, {@link UnitNormClipping} and {@link CoordinateClipping}. {@link
 *       RecordNorm} is the norm in which records are bounded.
 *   <li>{@link Loss} has a gradient, a Lipschitz constant, a smoothness and a gradient sensitivity.
 *       {@link GradientConstants} has the constants in other norms.
 *   <li>{@link LinearPredictionLoss} is a {@link ScalarLoss} of a linear prediction; {@link
 *       LogisticLoss} is the usual one. {@link SoftmaxLoss} is for several classes. {@link
 *       ClippedLoss} and {@link RegularizedLoss} change another loss; {@link CoordinateBound}
 *       bounds records coordinate by coordinate.
 *   <li>{@link WarpedSquaredLoss} is for non-convex optimization.
 * </ul>
 *
 * <pre>{@code
 * Dataset records = Dataset.of(new double[][] {{0.5, 2}, {-1, 0.1}}, new double[] {1, -1});
 * Dataset bounded = new UnitNormClipping().apply(records); // norms at most 1
 * double sensitivity = new LogisticLoss(1).gradientSensitivity();
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.objective;

import org.jspecify.annotations.NullMarked;
