package org.assay.accountant.privacy;

/**
 * The place of a proof in the literature.
 *
 * @param key the entry in {@code docs/papers/references.bib}, or another stable key for a source of
 *     the user's own
 * @param locator the place in the source, for example {@code Theorem 3.1}
 */
public record Citation(String key, String locator) {
  /**
   * Checks that both parts are given.
   *
   * @throws IllegalArgumentException if a part is blank
   */
  public Citation {
    if (key.isBlank() || locator.isBlank()) {
      throw new IllegalArgumentException(
          "citation was ('" + key + "', '" + locator + "'): key and locator must not be blank");
    }
  }

  @Override
  public String toString() {
    return key + ", " + locator;
  }
}
