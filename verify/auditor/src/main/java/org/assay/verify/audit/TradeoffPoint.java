package org.assay.verify.audit;

/**
 * One point of the observed trade-off between the two errors of telling the datasets apart.
 *
 * @param falsePositive how often an outcome of the right dataset was taken for one of the left
 *     dataset
 * @param falseNegative how often an outcome of the left dataset was taken for one of the right
 *     dataset
 */
public record TradeoffPoint(Frequency falsePositive, Frequency falseNegative) {}
