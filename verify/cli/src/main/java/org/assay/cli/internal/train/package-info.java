/**
 * Private training of a model on a file, and its application: the subcommands {@code train} and
 * {@code predict}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TrainCommand} is the subcommand. {@code TrainOptions}, {@code FormOptions}, {@code
 *       LabelOptions} and {@code PreparationOptions} say what the data are, and how they are
 *       prepared. {@code TableFile} reads them into a {@link TrainingTable}.
 *   <li>{@link Trainer} calibrates an algorithm of the registry for a {@code Setting} and runs it.
 *       {@link Spending} is the cost that the accountant certifies for the run.
 *   <li>{@link Utility} measures the model on records that were held out; {@code ScoreNoise} makes
 *       the score private.
 *   <li>{@code TuningOptions}, {@code TuningPlan} and {@code Tuner} choose between several
 *       candidates within one target. {@code Tuning} is the statement about the choice.
 *   <li>{@code TrainStatement} prints the result. {@code AlgorithmList}, {@code Ranking}, {@code
 *       Experience} and {@link MeasuredUtility} say beforehand what algorithms were worth on
 *       example data.
 *   <li>{@link PredictCommand} and {@code PredictStatement} apply a model.
 * </ul>
 *
 * <pre>{@code
 * ./assay train --algorithm phased-sgd --data examples/data/breast_cancer.csv --skip-lines 1 \
 *     --label -1 --positive 1 --scaling examples/data/breast_cancer_scaling.yaml \
 *     --epsilon 1 --delta 1e-5
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.train;

import org.jspecify.annotations.NullMarked;
