/**
 * Which records a step uses: each way of sampling draws batches and names what it does to events.
 */
@NullMarked
package org.assay.algorithms.internal.sampling;

import org.jspecify.annotations.NullMarked;
