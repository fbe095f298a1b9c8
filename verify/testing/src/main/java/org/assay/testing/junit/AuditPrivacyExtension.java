package org.assay.testing.junit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.testing.internal.suite.AuditSuite;
import org.assay.testing.internal.suite.SuiteSettings;
import org.assay.testing.internal.suite.TestIdentity;
import org.assay.testing.internal.suite.TestScope;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes one test for each claim that a method or its class states. */
final class AuditPrivacyExtension
    implements TestTemplateInvocationContextProvider,
        ParameterResolver,
        AfterTestExecutionCallback {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return isOurs(context) && !annotations(context).isEmpty();
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return annotations(context).stream().map(StatedClaim::of).map(Invocation::new);
  }

  /**
   * For methods of the class without annotations of their own; our templates have a resolver for
   * each invocation.
   */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return AuditParameter.isFor(parameter) && !isOurs(context);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    List<AuditPrivacy> claims = annotations(context);
    if (claims.size() != 1) {
      throw new ExtensionConfigurationException(
          String.format(
              "@AuditPrivacy: the class states %s claims: annotate %s with @TestTemplate instead of"
                  + " @Test, so that it runs for each",
              claims.size(), context.getRequiredTestMethod().getName()));
    }
    return AuditParameter.create(StatedClaim.of(claims.get(0)), context);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    AuditParameter.requireUse(context);
  }

  /** Whether a template is ours; parameterized and repeated tests are templates too. */
  private static boolean isOurs(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    return method.isAnnotationPresent(TestTemplate.class)
        || !AnnotationSupport.findRepeatableAnnotations(method, AuditPrivacy.class).isEmpty();
  }

  /** The annotations of the method; without any, those of the class or of enclosing classes. */
  private static List<AuditPrivacy> annotations(ExtensionContext context) {
    List<AuditPrivacy> own =
        AnnotationSupport.findRepeatableAnnotations(context.getTestMethod(), AuditPrivacy.class);
    Optional<Class<?>> type = context.getTestClass();
    while (own.isEmpty() && type.isPresent()) {
      own = AnnotationSupport.findRepeatableAnnotations(type, AuditPrivacy.class);
      type = type.map(Class::getEnclosingClass);
    }
    return own;
  }

  /** One claim as one invocation of the method. */
  private record Invocation(StatedClaim claim) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return claim.guarantee().describe();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new AuditParameter(claim));
    }
  }

  /** Gives one invocation its {@link PrivacyAudit}, and checks that it was used. */
  record AuditParameter(StatedClaim claim)
      implements ParameterResolver, AfterTestExecutionCallback {
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
}
