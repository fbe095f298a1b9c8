/**
 * Reports of audits for people and for other programs, as HTML, JSON, JUnit XML and SARIF. Equal
 * reports give equal JSON.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link AuditedClaim} is one entry: a name, the audit, and perhaps the {@link
 *       CertifiedInterval} that the accountant proves. {@link AuditedClaim.ClaimsSource} is the
 *       file that states the claims.
 *   <li>{@link ReportFiles} writes all files of a report at once.
 *   <li>{@link ReportPage} is the HTML page. {@code WealthPlot}, {@code BoundPlot} and {@code
 *       TradeoffPlot} are its plots, and {@code Prose} has its sentences.
 *   <li>{@link JsonReport} is the JSON; {@code ClaimJson} writes the claims in it. {@code
 *       JunitReport} and {@code SarifReport} are for build servers and code scanning.
 *   <li>{@link ReportSection} and {@link ReportSection.SectionVerdict} let another package bring a
 *       section of its own.
 * </ul>
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
 * AuditReport report =
 *     Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE))
 *         .audit(count, List.of(ListPairs.addOne(List.of(0.2), 1.0)));
 * AuditedClaim entry =
 *     new AuditedClaim("count", Optional.empty(), List.of(), report, "mvn test");
 * String page = ReportPage.html("My audit", List.of(entry));
 * }</pre>
 */
@NullMarked
package org.assay.verify.report;

import org.jspecify.annotations.NullMarked;
