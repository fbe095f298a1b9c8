/**
 * Privacy curves, their composition and their conversions.
 *
 * <pre>{@code
 * RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(0, 0.01 * order)).times(50);
 * Enclosure epsilon = RenyiConversion.bestEpsilon(curve, 1e-6);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.curve;

import org.jspecify.annotations.NullMarked;
