/**
 * The definitions behind the accountant, evaluated in decimal arithmetic to as many correct digits
 * as asked for. The package answers: is a result of the binary64 path correct?
 *
 * <p>The formulas differ from those of the binary64 path wherever two are known. Nothing of the
 * binary64 path is used, so the two paths can be tested against each other.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link PreciseFunctions}: all functions; {@link PreciseValue} is their result.
 *   <li>{@code Agreement}: how the number of correct digits is found.
 *   <li>{@code ClosedForms}, {@code GaussianPair}, {@code Conversion}: the formulas.
 *   <li>{@code SampledGaussianMoment}, {@code QuadraturePlan}, {@code SampledGaussianSum}: the
 *       trapezoid rule for sampled Gaussians.
 *   <li>{@code NormalDistribution}, {@code Elementary}, {@code RisingRoot}: decimal numerics.
 * </ol>
 *
 * <pre>{@code
 * PreciseValue delta = PreciseFunctions.gaussianDelta(1, 0.5, 30);
 * String digits = delta.value().toPlainString();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.precision;

import org.jspecify.annotations.NullMarked;
