package org.assay.verify.audit;

/**
 * One rise of a {@link LowerBound}: after how many runs, and to which value.
 *
 * @param runs how many runs had been made
 * @param value the bound from then on
 */
public record BoundPoint(long runs, double value) {}
