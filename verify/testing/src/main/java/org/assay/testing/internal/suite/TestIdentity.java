package org.assay.testing.internal.suite;

/**
 * A test.
 *
 * @param uniqueId an id that no other test of the suite has, and no other invocation of the same
 *     method
 * @param className the class that was run, with its package; not blank
 * @param methodName its method; blank if the test has none
 */
public record TestIdentity(String uniqueId, String className, String methodName) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if the id or the class is blank
   */
  public TestIdentity {
    if (uniqueId.isBlank() || className.isBlank()) {
      throw new IllegalArgumentException(
          "uniqueId was '" + uniqueId + "', className '" + className + "': neither may be blank");
    }
  }

  /**
   * The test as build tools name it.
   *
   * @return {@code class#method}, or the class alone
   */
  public String name() {
    return methodName.isBlank() ? className : className + '#' + methodName;
  }
}
