package org.assay.verify.audit;

/**
 * When a lower bound rose.
 *
 * @param runs how many runs had been made
 * @param value the bound from then on
 */
public record BoundPoint(long runs, double value) {}
