/**
 * The auditor: from a claim, a mechanism and adjacent datasets to a verdict.
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
 * AuditReport report =
 *     Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE))
 *         .seed(7)
 *         .audit(count, List.of(ListPairs.addOne(List.of(0.2), 1.0)));
 * System.out.println(report); // claim, verdict, runs, lower bound, witness
 * }</pre>
 */
@NullMarked
package org.assay.verify.audit;

import org.jspecify.annotations.NullMarked;
