package org.assay.verify.audit;

/**
 * What an audit's budget could have found, computed from the claim and the budget alone for an
 * oracle that knows the best event; an audit, which has to learn it, typically needs 5 to 30 times
 * the runs.
 *
 * @param runsForLeak runs after which an oracle refutes a mechanism whose output names the dataset
 * @param smallestViolation smallest true value, in the currency of the lower bound, that an oracle
 *     refutes with the whole budget; infinite if none was found
 * @param reference the family of mechanisms that value belongs to
 */
public record Power(long runsForLeak, double smallestViolation, String reference) {}
