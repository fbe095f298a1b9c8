package org.assay.accountant.privacy;

/**
 * Two certified answers to one question exclude each other, so one of them is wrong: a defect of
 * Assay, never of its input. Code with a certified lower and a certified upper bound of one number
 * calls {@link #requireOrdered} before returning either.
 */
public final class ContradictionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * A contradiction.
   *
   * @param what the two answers that exclude each other
   * @param about the question, in enough detail to be asked again
   */
  public ContradictionException(String what, String about) {
    super(
        what
            + ": one of them is wrong, which is a defect of Assay; rely on neither, and please"
            + " report "
            + about);
  }

  /**
   * Requires that no certified upper bound is below a certified lower one.
   *
   * @param lower certified lower bound
   * @param upper certified upper bound of the same number
   * @param about the question, in enough detail to be asked again
   * @throws ContradictionException if the upper bound is below the lower one, or one is no number
   */
  public static void requireOrdered(double lower, double upper, String about) {
    if (!(lower <= upper)) {
      throw new ContradictionException(
          "the certified upper bound " + upper + " is below the certified lower bound " + lower,
          about);
    }
  }
}
