package org.assay.verify.audit;

/**
 * How much of the budget a pair received.
 *
 * @param pair how the datasets differ
 * @param left runs on the left dataset
 * @param right runs on the right dataset
 */
public record PairRuns(String pair, long left, long right) {}
