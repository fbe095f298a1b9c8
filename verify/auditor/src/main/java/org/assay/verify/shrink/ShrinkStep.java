package org.assay.verify.shrink;

/**
 * One audit on the way to the smallest pair.
 *
 * @param pair how its datasets differ
 * @param certifies whether the audit certifies; otherwise it only guides the search
 * @param refuted whether it refuted the claim
 * @param runs how many runs it used
 * @param errorProbability its error probability
 */
public record ShrinkStep(
    String pair, boolean certifies, boolean refuted, long runs, double errorProbability) {}
