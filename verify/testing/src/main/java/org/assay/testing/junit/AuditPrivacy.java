package org.assay.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that audits a privacy claim. The method takes a {@link PrivacyAudit} and names what to
 * audit:
 *
 * <pre>{@code
 * @AuditPrivacy(epsilon = 1, delta = 1e-6, adjacency = REPLACE_ONE)
 * void noisySumIsPrivate(PrivacyAudit audit) {
 *   audit.holdsFor(noisySum, Domain.numbersBetween(0, 1, REPLACE_ONE));
 * }
 * }</pre>
 *
 * <p>State exactly one claim: {@code epsilon} alone (pure), with {@code delta} (approximate) or
 * with {@code order} (Rényi), {@code rho} (zero-concentrated) or {@code mu} (Gaussian). Repeated
 * annotations make one test each. On a class, the annotation is for all {@code @Test} and
 * {@code @TestTemplate} methods that take a {@link PrivacyAudit} and have no annotation of their
 * own. On another annotation, it makes that annotation a shorthand.
 *
 * <p>A test that audits nothing fails. All audits of the suite share one error probability, see
 * {@code org.assay.testing.internal.suite}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Repeatable(AuditPrivacy.List.class)
@TestTemplate
@ExtendWith(AuditPrivacyExtension.class)
public @interface AuditPrivacy {
  /**
   * When two datasets are neighbours; there is no default.
   *
   * @return the relation of the claim
   */
  AdjacencyRelation adjacency();

  /**
   * Epsilon of a pure, approximate or Rényi claim.
   *
   * @return finite and at least 0; NaN for a claim without epsilon
   */
  double epsilon() default Double.NaN;

  /**
   * Delta of an approximate claim, together with epsilon.
   *
   * @return in [0, 1); NaN for a claim without delta
   */
  double delta() default Double.NaN;

  /**
   * Order of a Rényi claim, together with epsilon.
   *
   * @return above 1; NaN for a claim without order
   */
  double order() default Double.NaN;

  /**
   * Parameter of a zero-concentrated claim.
   *
   * @return finite and at least 0; NaN for a claim without rho
   */
  double rho() default Double.NaN;

  /**
   * Parameter of a Gaussian claim.
   *
   * @return finite and at least 0; NaN for a claim without mu
   */
  double mu() default Double.NaN;

  /**
   * Budget of each audit in runs.
   *
   * @return at least 1
   */
  long runs() default 20_000;

  /**
   * Probability with which each audit may refute a true claim; the suite's error probability pays
   * for it.
   *
   * @return strictly between 0 and 1; NaN for the share that the suite grants
   */
  double errorProbability() default Double.NaN;

  /**
   * Seed of the first audit; the system property {@code assay.seed} replaces it.
   *
   * @return one number; empty for the seed of the configuration
   */
  long[] seed() default {};

  /**
   * How many significant bits of each output count; with 24 the audit judges the algorithm, not its
   * arithmetic.
   *
   * @return from 2 to 53
   */
  int significantBits() default 53;

  /** Several claims, each a test of its own. */
  @Target({ElementType.METHOD, ElementType.TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @Documented
  @Inherited
  @TestTemplate
  @ExtendWith(AuditPrivacyExtension.class)
  @interface List {
    /**
     * The claims.
     *
     * @return at least one
     */
    AuditPrivacy[] value();
  }
}
