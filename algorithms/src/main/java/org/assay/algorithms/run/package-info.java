/**
 * What a private run hands over: its release and the event it spent.
 *
 * <pre>{@code
 * TrainingTask task = new TrainingTask(2000, 2, TrainingTask.Labels.SIGNS, 1);
 * Guarantee target = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
 * Training training =
 *     AlgorithmRegistry.find("phased-sgd").orElseThrow().calibrated().setUp(task, target);
 * DpEvent price = training.algorithm().event(); // known before any record is looked at
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.run;

import org.jspecify.annotations.NullMarked;
