/**
 * Studies of the utility of privately trained models: the subcommand {@code utility}, which runs
 * three studies.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link UtilityCommand} is the subcommand, and {@code UtilityPage} writes its files.
 *   <li>The table: {@code UtilityStudy} measures all algorithms on {@code ExampleData} at given
 *       budgets, beside the non-private {@code Optimum} and the {@code Baselines}. {@code
 *       UtilityRow} is a cell, {@code Mean} an average, and {@code UtilityStatement} prints them.
 *   <li>The slopes: {@code SlopeStudy} measures how the excess loss grows with n and d on a {@code
 *       PlantedProblem}. {@code Promise} is a theorem's statement about this growth.
 *   <li>The corrections: {@code CorrectionStudy} measures the cost and the loss of the papers' own
 *       schedules and of the corrected ones. {@code ScheduleTrial} is a schedule at a budget,
 *       {@code CorrectionRow} a row; {@code CorrectionStatement} and {@code CorrectionFiles} show
 *       them.
 * </ul>
 *
 * <pre>{@code
 * ./assay utility --corrections --report target/utility
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.utility;

import org.jspecify.annotations.NullMarked;
