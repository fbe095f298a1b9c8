package org.assay.verify.internal.report.plot;

/**
 * A point of a plot.
 *
 * @param x its place across
 * @param y its place up
 */
public record Point(double x, double y) {}
