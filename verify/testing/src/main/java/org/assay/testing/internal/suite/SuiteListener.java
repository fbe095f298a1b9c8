package org.assay.testing.internal.suite;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tells audits which test they belong to, for every engine of the JUnit Platform. The platform
 * finds the class by the service loader.
 */
public final class SuiteListener implements TestExecutionListener {
  private volatile Optional<AuditSuite> suite = Optional.empty();

  /** For the service loader. */
  public SuiteListener() {}

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    suite = Optional.of(AuditSuite.of(SuiteSettings.read(plan.getConfigurationParameters()::get)));
  }

  @Override
  public void executionStarted(TestIdentifier identifier) {
    suite.ifPresent(
        of ->
            identity(identifier.getUniqueId(), identifier.getSource())
                .ifPresent(test -> TestScope.enter(of, test)));
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    TestScope.leave(identifier.getUniqueId());
  }

  /**
   * The identity of a test. A dynamic test has no method of its own and gets that of its factory.
   */
  private static Optional<TestIdentity> identity(String id, Optional<TestSource> source) {
    if (source.isPresent() && source.get() instanceof MethodSource method) {
      return Optional.of(new TestIdentity(id, method.getClassName(), method.getMethodName()));
    }
    return TestScope.running()
        .map(around -> around.test())
        .filter(around -> id.startsWith(around.uniqueId()))
        .map(around -> new TestIdentity(id, around.className(), around.methodName()));
  }
}
