/**
 * What does a described computation cost? The package has the subcommands {@code epsilon}, {@code
 * delta}, {@code curve} and {@code calibrate}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link EpsilonCommand}, {@link DeltaCommand} and {@link CurveCommand} are subcommands about
 *       a described run; {@code RunCommand} is what they share.
 *   <li>{@code RunOptions} reads what was run: an event that is typed, or a file.
 *   <li>{@code BoundStatement} and {@code CurveStatement} print the certified numbers; {@link
 *       MethodNote} says how they were obtained. {@code PremiseLines} tells of curves that were
 *       taken on trust and of parameters under another relation, and {@code PoissonAccount} what
 *       shuffled batches are often said to cost.
 *   <li>{@code CurvePage} and {@code TradeoffRegion} draw the curves.
 *   <li>Calibration: {@link CalibrateCommand} is the subcommand, and {@code TargetOptions} the
 *       guarantee to meet. {@code CalibrationStatement} prints the number.
 * </ul>
 *
 * <pre>{@code
 * ./assay epsilon '3516 x poisson(256/60000, gaussian(1.1))' --delta 1e-5 \
 *     --adjacency add-remove
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.price;

import org.jspecify.annotations.NullMarked;
