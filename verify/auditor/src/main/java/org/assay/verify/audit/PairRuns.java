package org.assay.verify.audit;

/**
 * How many runs an audit spent on each dataset of a pair.
 *
 * @param pair how the datasets differ
 * @param left runs on the left dataset
 * @param right runs on the right dataset
 */
public record PairRuns(String pair, long left, long right) {}
