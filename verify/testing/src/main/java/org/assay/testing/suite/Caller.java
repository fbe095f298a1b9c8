package org.assay.testing.suite;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The test on the stack of a thread.
 *
 * @param type the class that declares the method; tests inherit methods
 * @param method the method
 */
record Caller(Class<?> type, String method) {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static final List<String> NOT_THE_CALLER =
      List.of("java.", "jdk.", "org.assay.testing.suite.", "org.assay.testing.assertion.");

  /** The outermost test method, otherwise whoever asked for the audit. */
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

  /** Whether a running test is this method, of this class or of one that inherits it. */
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

  /** The code of a lambda stands in a method {@code lambda$name$0}. */
  private static String method(StackFrame frame) {
    String name = frame.getMethodName();
    return name.startsWith("lambda$") ? name.substring(7, name.lastIndexOf('$')) : name;
  }
}
