package org.assay.algorithms.objective;

/**
 * Two datasets that differ in one record, for audits.
 *
 * @param first a dataset
 * @param second its neighbour
 */
public record NeighbouringDatasets(Dataset first, Dataset second) {}
