/**
 * The privacy cost of a described computation: the subcommands {@code epsilon}, {@code delta},
 * {@code curve} and {@code calibrate}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link EpsilonCommand}, {@link DeltaCommand} and {@link CurveCommand} are subcommands about
 *       a described run; {@code RunCommand} is their common part.
 *   <li>{@code RunOptions} reads the event, typed or from a file.
 *   <li>{@code BoundStatement} and {@code CurveStatement} print the certified numbers; {@link
 *       MethodNote} names their method. {@code PremiseLines} lists curves for which the user
 *       vouches and parameters under another relation, and {@code PoissonAccount} is the cost that
 *       is often stated for shuffled batches.
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
