package org.assay.verify.training;

/**
 * How many of a fixed number of guesses about canaries were right, and the p-value of that count.
 *
 * @param guesses how many were made; the more suspicious half guessed "included"
 * @param correct how many were right
 * @param pValue an upper bound of the probability that a true claim gives to so many
 */
public record GuessResult(int guesses, int correct, double pValue) {}
