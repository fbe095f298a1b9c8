package org.assay.notebooks.internal.display;

import static java.util.Objects.requireNonNull;

/**
 * A piece of HTML that a notebook shows as such.
 *
 * @param source the markup; whatever it takes from data has to be {@linkplain #escape escaped}
 */
public record Html(String source) {
  /** Checks the parameter. */
  public Html {
    requireNonNull(source, "source");
  }

  /**
   * A text as HTML that shows exactly this text.
   *
   * @param text any text
   * @return the text with the five characters that mean something in HTML replaced
   */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return source;
  }
}
