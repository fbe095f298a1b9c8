package org.assay.verify.walk;

/**
 * One clamped walk: {@code x ← clamp(contraction · x + shift + N(0, 1), 0, width)} from {@code
 * start}, where the shift follows one law in the active steps, those with {@code step mod period =
 * position}, and another in the others.
 */
record WalkModel(
    double width,
    double contraction,
    double start,
    long steps,
    long period,
    long position,
    StepLaw active,
    StepLaw quiet) {
  boolean isActive(long step) {
    return step % period == position;
  }

  double omitted() {
    return Math.max(active.omitted(), quiet.omitted());
  }
}
