package org.assay.verify.training;

/**
 * The right ones among a fixed number of guesses about canaries, and the p-value of their count.
 *
 * @param guesses how many guesses were made; the more suspicious half was "included"
 * @param correct how many were right
 * @param pValue an upper bound of the probability that a true claim gives to so many right guesses
 */
public record GuessResult(int guesses, int correct, double pValue) {}
