package org.assay.cli.internal.claims;

import org.assay.accountant.privacy.Guarantee;

/**
 * What a claim says besides its mechanism and its pairs.
 *
 * @param name the claim's name
 * @param guarantee what is claimed
 * @param budget what the audit may use
 * @param observation how runs are looked at
 */
record ClaimTerms(String name, Guarantee guarantee, Budget budget, Observation observation) {}
