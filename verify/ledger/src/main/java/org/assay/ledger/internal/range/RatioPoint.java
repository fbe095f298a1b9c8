package org.assay.ledger.internal.range;

import org.assay.accountant.numeric.Enclosure;

/**
 * Cost over claim at one value of a parameter.
 *
 * @param value the parameter, above 0
 * @param ratio the ratio
 */
public record RatioPoint(double value, Enclosure ratio) {}
