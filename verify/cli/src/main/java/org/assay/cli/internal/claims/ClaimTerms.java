package org.assay.cli.internal.claims;

import org.assay.accountant.privacy.Guarantee;

/**
 * The parts of a claim besides its mechanism and its pairs.
 *
 * @param name the claim's name
 * @param guarantee the claimed guarantee
 * @param budget the budget of the audit
 * @param observation the observation of runs
 */
record ClaimTerms(String name, Guarantee guarantee, Budget budget, Observation observation) {}
