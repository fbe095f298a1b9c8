package org.assay.notebooks.internal.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assay.notebooks.internal.display.Renderer.Html;
import org.junit.jupiter.api.Test;

class RendererTest {
  @Test
  void everyValueHasAText() {
    assertEquals(MimeBundle.text("null"), Renderer.render(null));
    assertEquals(MimeBundle.text("[1.5, 2.0]"), Renderer.render(new double[] {1.5, 2}));
    assertEquals(MimeBundle.text("[a, b]"), Renderer.render(List.of("a", "b")));
    assertEquals(
        Set.of(MimeBundle.HTML, MimeBundle.PLAIN_TEXT),
        Renderer.render(new Html("<b/>")).data().keySet());
  }

  @Test
  void aBundleIsShownAsItIs() {
    MimeBundle bundle = new MimeBundle(Map.of("text/plain", "x", "text/latex", "$x$"));
    assertEquals(bundle, Renderer.render(bundle));
  }

  @Test
  void aBundleWithoutTextIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new MimeBundle(Map.of(MimeBundle.HTML, "<b/>")));
  }

  @Test
  void escapedTextMeansNothingInHtml() {
    assertEquals("&lt;a b=&quot;c&amp;&#39;&quot;&gt;", Html.escape("<a b=\"c&'\">"));
  }

  @Test
  void aRedirectionEndsWhenItIsClosed() {
    List<MimeBundle> outer = new ArrayList<>();
    List<MimeBundle> inner = new ArrayList<>();
    try (Display.Redirection first = Display.redirect(outer::add)) {
      assertNotNull(first);
      try (Display.Redirection second = Display.redirect(inner::add)) {
        assertNotNull(second);
        Display.display(1);
      }
      Display.display(2);
    }
    assertEquals(List.of(MimeBundle.text("1")), inner);
    assertEquals(List.of(MimeBundle.text("2")), outer);
  }
}
