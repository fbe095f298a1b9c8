/**
 * Reading of claims files into planned audits. The whole file and its data files are checked while
 * they are read, so that an audit that begins can end.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link ClaimsReader} reads a file into a {@link ClaimsFile}. {@code Shapes} has the keys of
 *       all objects. {@code ClaimReader} reads one claim into a {@link PlannedClaim}; {@code
 *       RangeReader} reads claims over ranges of parameters.
 *   <li>{@link GuaranteeReader} reads the claimed guarantee, and {@code BothRelations} splits
 *       claims about both relations. {@link Budget}, {@link Observation} and {@code ErrorShares}
 *       are the settings of an audit.
 *   <li>Mechanisms: {@code MechanismReader} builds those of the project as a {@code Subject}:
 *       {@code AlgorithmSubject}, {@code DescentSubject} and {@code SumSubject}. {@code
 *       OutsideReader} reads programs and classes; {@link MechanismOptions} names one on the
 *       command line.
 *   <li>Datasets and pairs: {@code Datasets} and {@code DatasetReader} read data. {@code
 *       PairsReader}, {@code RecordPairs}, {@code FamilyReader} and {@code TableFamilies} make
 *       pairs; {@code RecordShrinks} makes smaller ones.
 *   <li>{@code CertifiedBounds} is the accountant's bound for the event of a mechanism.
 *   <li>{@code ClaimRecipe} and {@code InputFiles} carry a claim to another machine.
 * </ul>
 *
 * <p>Example, the format of which is described in {@code docs/reference/claims-file.md}:
 *
 * <pre>{@code
 * ./assay audit examples/breast-cancer.yaml
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.claims;

import org.jspecify.annotations.NullMarked;
