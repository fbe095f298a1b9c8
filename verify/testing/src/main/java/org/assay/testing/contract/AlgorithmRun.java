package org.assay.testing.contract;

import org.assay.accountant.event.DpEvent;
import org.assay.verify.trial.Outcome;

/**
 * One run of an algorithm that reports its event.
 *
 * @param release what an observer sees
 * @param event the event that the run reports
 */
public record AlgorithmRun(Outcome release, DpEvent event) {}
