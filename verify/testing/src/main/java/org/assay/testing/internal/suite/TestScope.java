package org.assay.testing.internal.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * One execution of a test, with the audits that it has made. Events of the platform say which test
 * a thread runs. Without these events the stack tells.
 */
public final class TestScope {
  /** The tests that a thread runs: tests nest if a test runs a suite itself. */
  private static final ThreadLocal<Deque<TestScope>> RUNNING =
      ThreadLocal.withInitial(ArrayDeque::new);

  /** The tests that any thread runs. */
  private static final Map<String, TestScope> ANYWHERE = new ConcurrentHashMap<>();

  /** Scopes found from the stack. They never end, so that the audits of a test are numbered on. */
  private static final Map<TestIdentity, TestScope> FOUND = new ConcurrentHashMap<>();

  private final AuditSuite suite;
  private final TestIdentity test;
  private final AtomicInteger audits = new AtomicInteger();

  private TestScope(AuditSuite suite, TestIdentity test) {
    this.suite = suite;
    this.test = test;
  }

  /**
   * A scope for a test that is not known to run on any thread.
   *
   * @param suite the suite it belongs to
   * @param test the test
   * @return the scope
   */
  public static TestScope of(AuditSuite suite, TestIdentity test) {
    return new TestScope(suite, test);
  }

  /**
   * Marks the beginning of a test on this thread.
   *
   * @param suite the suite it belongs to
   * @param test the test
   * @return the scope, which is current until the test ends
   */
  public static TestScope enter(AuditSuite suite, TestIdentity test) {
    TestScope scope = new TestScope(suite, test);
    RUNNING.get().push(scope);
    ANYWHERE.put(test.uniqueId(), scope);
    return scope;
  }

  /**
   * Marks the end of a test on this thread; without effect if the test is not the current one.
   *
   * @param uniqueId the id of the test
   */
  public static void leave(String uniqueId) {
    Deque<TestScope> scopes = RUNNING.get();
    if (!scopes.isEmpty() && scopes.peek().test.uniqueId().equals(uniqueId)) {
      scopes.pop();
    }
    ANYWHERE.remove(uniqueId);
  }

  /**
   * The test that this thread runs, as far as the platform's events say.
   *
   * @return the innermost scope
   */
  public static Optional<TestScope> running() {
    return Optional.ofNullable(RUNNING.get().peek());
  }

  /**
   * The test to which this thread's work belongs: engines and tests hand work to other threads.
   *
   * @return the innermost scope of this thread; otherwise the scope of a running test on the stack;
   *     otherwise a scope for the code on the stack
   */
  public static TestScope current() {
    return running().orElseGet(() -> onStack(Caller.find()));
  }

  private static TestScope onStack(Caller caller) {
    return ANYWHERE.values().stream()
        .filter(scope -> caller.belongsTo(scope.test))
        .findFirst()
        .orElseGet(
            () ->
                FOUND.computeIfAbsent(
                    caller.identity(),
                    test -> new TestScope(AuditSuite.of(Configuration.withoutPlatform()), test)));
  }

  /**
   * The suite.
   *
   * @return the suite whose error probability the test's audits spend
   */
  public AuditSuite suite() {
    return suite;
  }

  /**
   * The test.
   *
   * @return its identity
   */
  public TestIdentity test() {
    return test;
  }

  /**
   * Spends the part of the test's next audit.
   *
   * @param asked the error probability in the code, strictly between 0 and 1, if any
   * @param writtenSeed the seed in the code, if any
   * @return the audit's reservation
   * @throws IllegalStateException if the suite's error probability is spent
   * @throws java.io.UncheckedIOException if the suite's files cannot be written
   */
  public Reservation reserve(OptionalDouble asked, Optional<Long> writtenSeed) {
    return suite.reserve(test, audits.incrementAndGet(), asked, writtenSeed);
  }

  /**
   * The method on the stack of a thread that stands for the test.
   *
   * @param type the class that declares the method; tests inherit methods
   * @param method the method
   */
  private record Caller(Class<?> type, String method) {
    private static final StackWalker WALKER =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final List<String> NOT_THE_CALLER =
        List.of(
            "java.", "jdk.", "org.assay.testing.internal.suite.", "org.assay.testing.assertion.");

    /** The outermost test method on the stack; otherwise the code that asked for the audit. */
    static Caller find() {
      List<StackFrame> frames = WALKER.walk(stack -> stack.toList());
      Predicate<StackFrame> outside =
          frame -> NOT_THE_CALLER.stream().noneMatch(frame.getClassName()::startsWith);
      StackFrame caller = frames.stream().filter(outside).findFirst().orElse(frames.get(0));
      StackFrame test = frames.stream().filter(Caller::isTest).reduce((a, b) -> b).orElse(caller);
      return new Caller(test.getDeclaringClass(), method(test));
    }

    TestIdentity identity() {
      String name = type.getName();
      return new TestIdentity(name + '#' + method, name, method);
    }

    /** Whether a running test is this method, of this class or of a class that inherits it. */
    boolean belongsTo(TestIdentity test) {
      if (!test.methodName().equals(method)) {
        return false;
      }
      try {
        return type.isAssignableFrom(Class.forName(test.className(), false, type.getClassLoader()));
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    private static boolean isTest(StackFrame frame) {
      return Arrays.stream(frame.getDeclaringClass().getDeclaredMethods())
          .filter(method -> method.getName().equals(method(frame)))
          .anyMatch(Caller::isTest);
    }

    private static boolean isTest(Method method) {
      return AnnotationSupport.isAnnotated(method, Testable.class);
    }

    /** The name of the method. The code of a lambda is in a method {@code lambda$name$0}. */
    private static String method(StackFrame frame) {
      String name = frame.getMethodName();
      return name.startsWith("lambda$") ? name.substring(7, name.lastIndexOf('$')) : name;
    }
  }

  /** Configuration without a test platform: system properties, then the file. */
  private static final class Configuration {
    private static final String FILE = "junit-platform.properties";

    private Configuration() {}

    static SuiteSettings withoutPlatform() {
      Properties file = read();
      return SuiteSettings.read(
          key ->
              Optional.ofNullable(System.getProperty(key))
                  .or(() -> Optional.ofNullable(file.getProperty(key))));
    }

    private static Properties read() {
      Properties properties = new Properties();
      try (InputStream in = ClassLoader.getSystemResourceAsStream(FILE)) {
        if (in != null) {
          properties.load(in);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(FILE + " could not be read", e);
      }
      return properties;
    }
  }
}
