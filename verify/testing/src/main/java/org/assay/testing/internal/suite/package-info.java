/**
 * How do many audits share one error probability? All audits of a test suite together refute any
 * true claim with at most the suite's error probability, in any order, in several JVMs, and when
 * tests are repeated. The proof is {@code doc-files/suite-error.md}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link SuiteSettings} is the configuration, and {@link AuditSuite} the suite. It gives
 *       every audit a {@link Reservation}: a part of the error probability, and a seed.
 *   <li>{@code SpentFile} adds up what all JVMs of one run have spent. {@code RunName} names the
 *       run.
 *   <li>{@link TestIdentity} is a test, and {@link TestScope} one execution with its audits. {@link
 *       SuiteListener} tells scopes which test runs.
 *   <li>{@code Ledger} writes one line for every finished audit, with the {@link Expectation} of
 *       the test. {@code Reproduction} makes the command that runs one test again.
 * </ul>
 *
 * <p>Example, the configuration of a suite of 40 tests in {@code junit-platform.properties}:
 *
 * <pre>
 * assay.testing.error-probability = 0.001
 * assay.testing.audits = 40
 * </pre>
 */
@NullMarked
package org.assay.testing.internal.suite;

import org.jspecify.annotations.NullMarked;
