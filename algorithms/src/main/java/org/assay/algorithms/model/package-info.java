/**
 * Trained models as files: the preparation of the records, the predicted quantity, and the
 * coordinates.
 *
 * <pre>{@code
 * TrainedModel model = TrainedModel.load(java.nio.file.Path.of("model.json"));
 * Prediction prediction = model.predict(17.99, 10.38, 122.8);
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.model;

import org.jspecify.annotations.NullMarked;
