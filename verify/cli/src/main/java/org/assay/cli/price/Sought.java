package org.assay.cli.price;

import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.DpEvent;

/**
 * A number that a calibration looks for.
 *
 * @param name what the user calls it
 * @param whole whether it is a whole number
 * @param events what was run, for every such number
 * @param search how the best one is found
 */
record Sought(
    String name,
    boolean whole,
    DoubleFunction<DpEvent> events,
    BiFunction<Calibrator, DoubleFunction<DpEvent>, Calibration> search) {}
