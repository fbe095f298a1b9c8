package org.assay.testing.contract;

import org.assay.accountant.event.DpEvent;
import org.assay.verify.trial.Outcome;

/**
 * One run of an algorithm that says what it spent.
 *
 * @param release what an observer sees
 * @param event what the run says it did to the data
 */
public record AlgorithmRun(Outcome release, DpEvent event) {}
