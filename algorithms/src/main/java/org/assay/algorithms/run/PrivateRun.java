package org.assay.algorithms.run;

import org.assay.accountant.event.DpEvent;

/**
 * What one run of a private algorithm hands over. It computes no epsilon: that is the accountant's
 * part.
 *
 * @param release what was computed, and all that may leave the trusted side
 * @param event what the run really did to the data, from the parameters really used
 * @param <R> the kind of release
 */
public record PrivateRun<R>(R release, DpEvent event) {}
