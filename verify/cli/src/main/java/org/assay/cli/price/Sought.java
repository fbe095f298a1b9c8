package org.assay.cli.price;

import java.util.function.DoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.cli.events.Search;

/**
 * A number that a calibration looks for.
 *
 * @param name what the user calls it
 * @param search how the best one is found
 * @param events what was run, for every such number
 */
record Sought(String name, Search search, DoubleFunction<DpEvent> events) {}
