package org.assay.spark;

/** What decides the last bits of {@code Math.exp} and its kin. */
final class Platform {
  private Platform() {}

  /** This machine's Java and architecture. */
  static String here() {
    return "Java "
        + System.getProperty("java.vm.version")
        + " of "
        + System.getProperty("java.vm.vendor")
        + " on "
        + System.getProperty("os.arch");
  }
}
