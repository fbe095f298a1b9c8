package org.assay.testing.suite;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** Finds the test on the stack of the calling thread. */
final class Caller {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static final List<String> NOT_THE_CALLER =
      List.of("java.", "jdk.", "org.assay.testing.suite.", "org.assay.testing.assertion.");

  private Caller() {}

  /** The outermost test method, otherwise whoever asked for the audit. */
  static TestIdentity find() {
    List<StackFrame> frames = WALKER.walk(stack -> stack.toList());
    Predicate<StackFrame> outside =
        frame -> NOT_THE_CALLER.stream().noneMatch(frame.getClassName()::startsWith);
    StackFrame caller = frames.stream().filter(outside).findFirst().orElse(frames.get(0));
    StackFrame test = frames.stream().filter(Caller::isTest).reduce((a, b) -> b).orElse(caller);
    String type = test.getDeclaringClass().getName();
    return new TestIdentity(type + '#' + method(test), type, method(test));
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
