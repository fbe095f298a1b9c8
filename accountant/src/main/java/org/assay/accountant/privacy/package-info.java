/**
 * The vocabulary of privacy statements: adjacency relations, sensitivities, guarantees, citations.
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
 * String words = claim.describe(); // (1.0, 1.0E-6)-DP under replace-one
 * }</pre>
 */
@NullMarked
package org.assay.accountant.privacy;

import org.jspecify.annotations.NullMarked;
