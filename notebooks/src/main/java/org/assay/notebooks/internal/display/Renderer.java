package org.assay.notebooks.internal.display;

import static java.util.Objects.requireNonNull;

import java.awt.image.RenderedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.Base64;
import java.util.Map;
import java.util.StringJoiner;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Turns values into what a notebook can show. */
public final class Renderer {
  private Renderer() {}

  /**
   * The representations of a value: a PNG for images, HTML for {@link Html}, a {@link MimeBundle}
   * as it is, and text for everything else; arrays are written out.
   *
   * @param value any value
   * @return its representations
   * @throws UncheckedIOException if an image cannot be written as PNG
   */
  public static MimeBundle render(@Nullable Object value) {
    if (value instanceof MimeBundle bundle) {
      return bundle;
    }
    if (value instanceof Html html) {
      return new MimeBundle(
          Map.of(MimeBundle.HTML, html.source(), MimeBundle.PLAIN_TEXT, html.source()));
    }
    if (value instanceof RenderedImage image) {
      return new MimeBundle(
          Map.of(MimeBundle.PNG, base64(image), MimeBundle.PLAIN_TEXT, size(image)));
    }
    return MimeBundle.text(text(value));
  }

  private static String text(@Nullable Object value) {
    if (value == null || !value.getClass().isArray()) {
      return String.valueOf(value);
    }
    StringJoiner elements = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < Array.getLength(value); i++) {
      elements.add(text(Array.get(value, i)));
    }
    return elements.toString();
  }

  private static String size(RenderedImage image) {
    return "image of " + image.getWidth() + " x " + image.getHeight() + " pixels";
  }

  private static String base64(RenderedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, "png", bytes)) {
        throw new IOException("no writer of PNG accepts " + image.getClass().getName());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the image could not be written as PNG", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

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
}
