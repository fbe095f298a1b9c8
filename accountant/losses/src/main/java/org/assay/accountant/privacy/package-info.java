/**
 * The vocabulary of privacy statements. The package answers: what is claimed, about which
 * neighbours, and where is it proved?
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link AdjacencyRelation}: which datasets are neighbours; every statement carries one.
 *   <li>{@link Sensitivity}: the largest change of a query between neighbours.
 *   <li>{@link Guarantee}: the kinds of privacy statements, with a visitor; {@link
 *       DefaultGuaranteeVisitor} for code that treats most kinds alike.
 *   <li>{@link Citation}: the place of a proof.
 *   <li>Refusals: {@link InvalidParameterException} from {@link Parameters}, {@link
 *       UnsupportedEventException}, and {@link ContradictionException} for defects of Assay.
 * </ol>
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
 * String words = claim.describe(); // (1.0, 1.0E-6)-DP under replace-one
 * }</pre>
 */
@NullMarked
package org.assay.accountant.privacy;

import org.jspecify.annotations.NullMarked;
