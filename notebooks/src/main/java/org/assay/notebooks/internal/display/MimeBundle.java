package org.assay.notebooks.internal.display;

import java.util.Map;
import java.util.TreeMap;

/**
 * One value in several representations, of which a front end shows the richest one it knows.
 *
 * @param data content by media type; a PNG image's content is in Base64, everything else is text
 */
public record MimeBundle(Map<String, String> data) {
  /** The media type that every front end can show. */
  public static final String PLAIN_TEXT = "text/plain";

  /** The media type of HTML. */
  public static final String HTML = "text/html";

  /** The media type of drawings in SVG. */
  public static final String SVG = "image/svg+xml";

  /** The media type of PNG images. */
  public static final String PNG = "image/png";

  /**
   * Copies the parameter.
   *
   * @throws IllegalArgumentException if there is no plain text
   */
  public MimeBundle {
    if (!data.containsKey(PLAIN_TEXT)) {
      throw new IllegalArgumentException(
          "data has the media types "
              + data.keySet()
              + "; it needs "
              + PLAIN_TEXT
              + " for front ends that know no other");
    }
    data = Map.copyOf(data);
  }

  /**
   * Plain text alone.
   *
   * @param text the text
   * @return the bundle
   */
  public static MimeBundle text(String text) {
    return new MimeBundle(Map.of(PLAIN_TEXT, text));
  }

  /**
   * The content in an order that does not change from run to run.
   *
   * @return content by media type, sorted
   */
  public TreeMap<String, String> sorted() {
    return new TreeMap<>(data);
  }
}
