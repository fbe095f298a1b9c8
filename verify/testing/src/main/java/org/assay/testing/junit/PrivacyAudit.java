package org.assay.testing.junit;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Domain;
import org.assay.testing.assertion.MechanismAssertions;
import org.assay.testing.internal.suite.TestScope;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** Audits the claim of an {@link AuditPrivacy} annotation. A test gets it as a parameter. */
public final class PrivacyAudit {
  private final StatedClaim claim;
  private final TestScope scope;
  private final AtomicBoolean used = new AtomicBoolean();

  PrivacyAudit(StatedClaim claim, TestScope scope) {
    this.claim = claim;
    this.scope = scope;
  }

  /**
   * The claim.
   *
   * @return what the annotation states
   */
  public Guarantee claim() {
    return claim.guarantee();
  }

  /**
   * Asserts that an audit cannot refute the claim for a mechanism.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param domain the neighbours
   * @param <D> the type of datasets
   * @throws AssertionError if the claim is refuted or the audit decided nothing
   * @throws IllegalArgumentException if the neighbours are under another relation than the claim
   */
  public <D> void holdsFor(Mechanism<D> mechanism, Domain<D> domain) {
    configured(mechanism, domain).satisfies(claim());
  }

  /**
   * Asserts that an audit cannot refute the claim for a mechanism.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param family the neighbours
   * @param <D> the type of datasets
   * @throws AssertionError if the claim is refuted or the audit decided nothing
   * @throws IllegalArgumentException if the neighbours are under another relation than the claim
   */
  public <D> void holdsFor(Mechanism<D> mechanism, PairFamily<D> family) {
    holdsFor(mechanism, Domain.of(family));
  }

  /**
   * Asserts that an audit cannot refute the claim for a mechanism.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs the neighbours, at least one pair
   * @param <D> the type of datasets
   * @throws AssertionError if the claim is refuted or the audit decided nothing
   * @throws IllegalArgumentException if the neighbours are under another relation than the claim
   */
  public <D> void holdsFor(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    holdsFor(mechanism, PairFamily.of(pairs));
  }

  /**
   * Asserts that an audit refutes the claim for a mechanism with a planted mistake.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param domain the neighbours
   * @param <D> the type of datasets
   * @throws AssertionError if the claim stood
   * @throws IllegalArgumentException if the neighbours are under another relation than the claim
   */
  public <D> void isRefutedFor(Mechanism<D> mechanism, Domain<D> domain) {
    configured(mechanism, domain).doesNotSatisfy(claim());
  }

  /**
   * Asserts that an audit refutes the claim for a mechanism with a planted mistake.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs the neighbours, at least one pair
   * @param <D> the type of datasets
   * @throws AssertionError if the claim stood
   * @throws IllegalArgumentException if the neighbours are under another relation than the claim
   */
  public <D> void isRefutedFor(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    isRefutedFor(mechanism, Domain.of(PairFamily.of(pairs)));
  }

  /** Whether anything was audited; a test without an audit must not pass. */
  boolean wasUsed() {
    return used.get();
  }

  private <D> AuditAssert<D> configured(Mechanism<D> mechanism, Domain<D> domain) {
    used.set(true);
    return claim.configure(
        MechanismAssertions.assertThatMechanism(mechanism).onAdjacentPairsOf(domain).in(scope));
  }
}
