package org.assay.verify.walk;

/**
 * How many steps of a computation on random walks are done, and how many there are.
 *
 * @param done steps done
 * @param total steps to do, at least 1
 */
public record WalkProgress(long done, long total) {
  /**
   * The part that is done.
   *
   * @return a number from 0 to 1
   */
  public double fraction() {
    return (double) done / total;
  }
}
