package org.assay.testing.junit;

import org.assay.testing.internal.suite.AuditSuite;
import org.assay.testing.internal.suite.SuiteSettings;
import org.assay.testing.internal.suite.TestIdentity;
import org.assay.testing.internal.suite.TestScope;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives one invocation its {@link PrivacyAudit}, and checks that it was used. */
record AuditParameter(StatedClaim claim) implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(AuditParameter.class);

  static boolean isFor(ParameterContext parameter) {
    return parameter.getParameter().getType() == PrivacyAudit.class;
  }

  static PrivacyAudit create(StatedClaim claim, ExtensionContext context) {
    PrivacyAudit audit = new PrivacyAudit(claim, scope(context));
    context.getStore(NAMESPACE).put(PrivacyAudit.class, audit);
    return audit;
  }

  /** Fails a test that passed without an audit: it has tested nothing. */
  static void requireUse(ExtensionContext context) {
    PrivacyAudit audit = context.getStore(NAMESPACE).get(PrivacyAudit.class, PrivacyAudit.class);
    if (audit != null && !audit.wasUsed() && context.getExecutionException().isEmpty()) {
      throw unused(context);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return isFor(parameter);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return create(claim, context);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    boolean asked = context.getStore(NAMESPACE).get(PrivacyAudit.class) != null;
    if (!asked && context.getExecutionException().isEmpty()) {
      throw unused(context);
    }
    requireUse(context);
  }

  private static AssertionError unused(ExtensionContext context) {
    return new AssertionError(
        context.getRequiredTestMethod().getName()
            + " audited nothing: take a PrivacyAudit as parameter and call its holdsFor or"
            + " isRefutedFor");
  }

  /** The scope that the platform's events opened; a new one if the events were not received. */
  private static TestScope scope(ExtensionContext context) {
    String id = context.getUniqueId();
    return TestScope.running()
        .filter(running -> running.test().uniqueId().equals(id))
        .orElseGet(
            () ->
                TestScope.of(
                    AuditSuite.of(SuiteSettings.read(context::getConfigurationParameter)),
                    new TestIdentity(
                        id,
                        context.getRequiredTestClass().getName(),
                        context.getRequiredTestMethod().getName())));
  }
}
