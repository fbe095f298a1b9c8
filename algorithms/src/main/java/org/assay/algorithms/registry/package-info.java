/**
 * Every algorithm by name, ready to be calibrated, trained and audited.
 *
 * <pre>{@code
 * for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
 *   System.out.println(entry);
 * }
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.registry;

import org.jspecify.annotations.NullMarked;
