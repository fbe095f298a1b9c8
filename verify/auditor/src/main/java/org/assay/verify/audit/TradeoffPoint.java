package org.assay.verify.audit;

/**
 * One point of the observed trade-off between the two errors of telling the right dataset from the
 * left one.
 *
 * @param falsePositive how often an outcome of the right dataset was taken for one of the left
 * @param falseNegative how often an outcome of the left dataset was not
 */
public record TradeoffPoint(Frequency falsePositive, Frequency falseNegative) {}
