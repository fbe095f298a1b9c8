package org.assay.verify.audit;

/**
 * A lower confidence bound of the true privacy parameter in the claim's own currency.
 *
 * @param currency what the value means, for example {@code epsilon}
 * @param value the bound; 0 if nothing was shown
 * @param claimed the claimed value
 * @param errorProbability probability that bound or verdict is wrong: twice that of the verdict
 */
public record LowerBound(String currency, double value, double claimed, double errorProbability) {}
