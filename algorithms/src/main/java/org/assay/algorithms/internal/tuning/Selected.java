package org.assay.algorithms.internal.tuning;

/**
 * The best of several runs.
 *
 * @param candidate index of the best run's candidate, from 0
 * @param best the release of the best run; its score is the largest of several noisy ones, so it is
 *     optimistic
 * @param <R> the kind of release
 */
public record Selected<R>(int candidate, Scored<R> best) {}
