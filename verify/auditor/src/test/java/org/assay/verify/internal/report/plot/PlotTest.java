package org.assay.verify.internal.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotTest {
  private static final double WIDTH = 500;

  private static Element parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  @Test
  void isWellFormedWhateverItsWords() throws Exception {
    String nasty = "<b> & \"quotes\" \u0001";
    String named = nasty + " (unit)";
    Plot plot = new Plot(Axis.linear(named, 0, 1), Axis.linear(named, 0, 1), WIDTH, 300);
    Series series = new Series("first", nasty);
    plot.area(series, List.of(new Point(0, 1), new Point(1, 0), new Point(0, 0)));
    plot.line(series, List.of(new Point(0, 1), new Point(1, 0)));
    plot.box(new Series("box", nasty), new Point(0.1, 0.1), new Point(0.2, 0.3));
    plot.dot(series, new Point(0.5, 0.5), nasty);
    plot.level("limit", 0.5, nasty);
    plot.upright("mark", 0.5, nasty);
    Element svg = parsed(plot.svg(nasty));
    assertEquals("img", svg.getAttribute("role"));
    assertEquals("title", svg.getFirstChild().getNodeName());
    assertEquals(2, svg.getElementsByTagName("title").getLength());
  }

  /** Digits are at most 7.7 pixels wide in the font of the pages. */
  @ParameterizedTest
  @ValueSource(doubles = {3, 100, 1000, 30_000, 1e6, 2e9})
  void noLabelIsCutOff(double to) throws Exception {
    Plot plot = new Plot(Axis.counts("runs", to), Axis.linear("up (unit)", 0, to), WIDTH, 300);
    NodeList texts = parsed(plot.svg("title")).getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      Element text = (Element) texts.item(i);
      if (!text.getAttribute("class").startsWith("tick")) {
        continue;
      }
      double length = 7.7 * text.getTextContent().replace(",", "").length();
      double x = Double.parseDouble(text.getAttribute("x"));
      boolean end = text.getAttribute("class").endsWith("end");
      assertTrue(x + (end ? 0 : length / 2) <= WIDTH, text.getTextContent());
      assertTrue(x - (end ? length : length / 2) >= 0, text.getTextContent());
    }
  }

  private static Plot plot() {
    return new Plot(
        Axis.linear("across (unit)", 1, 10), Axis.linear("up (unit)", 0, 1), WIDTH, 300);
  }

  private static List<String> texts(Plot plot, String style) throws Exception {
    NodeList texts = parsed(plot.svg("title")).getElementsByTagName("text");
    List<String> found = new ArrayList<>();
    for (int i = 0; i < texts.getLength(); i++) {
      Element text = (Element) texts.item(i);
      if (text.getAttribute("class").split(" ", -1)[0].equals(style)) {
        found.add(text.getTextContent());
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void everyAxisSaysWhatItShowsAndInWhichUnit(String name) throws Exception {
    assertEquals(List.of("across (unit)", "up (unit)"), texts(plot(), "name"));
    Axis good = Axis.linear("time (seconds)", 0, 1);
    Axis bad = Axis.linear(name, 0, 1);
    assertThrows(IllegalArgumentException.class, () -> new Plot(good, bad, WIDTH, 300));
    assertThrows(IllegalArgumentException.class, () -> new Plot(bad, good, WIDTH, 300));
  }

  @Test
  void theLegendNamesWhatIsDrawnAndNothingElse() throws Exception {
    Series first = new Series("first", "upper");
    Series second = new Series("second", "lower");
    Plot plot = plot();
    plot.line(first, List.of(new Point(1, 0), new Point(10, 1)));
    plot.dot(first, new Point(2, 0.5), "told");
    plot.line(second, List.of(new Point(1, 0)));
    assertEquals(List.of(), texts(plot, "legend"), "one series needs no legend");
    plot.area(second, List.of(new Point(1, 0), new Point(2, 0)));
    assertEquals(List.of(), texts(plot, "legend"), "what has no corners is not drawn");
    plot.level(second, 0.5);
    plot.dot(new Series("third", "seen"), new Point(3, 0.2));
    assertEquals(List.of("upper", "lower", "seen"), texts(plot, "legend"));
    assertEquals(List.of("upper", "lower", "seen"), texts(plot, "legend"), "asked again");
    assertThrows(IllegalArgumentException.class, () -> new Series("first", " "));
  }

  @Test
  void legendsLieBelowTheDrawingAndWithinIt() throws Exception {
    Plot plot = plot();
    for (int i = 0; i < 6; i++) {
      plot.dot(new Series("first", "a series with a longer name " + i), new Point(2, 0.5));
    }
    Element svg = parsed(plot.svg("title"));
    double height = Double.parseDouble(svg.getAttribute("height"));
    assertEquals("0 0 500 " + svg.getAttribute("height"), svg.getAttribute("viewBox"));
    NodeList texts = svg.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      Element text = (Element) texts.item(i);
      if (text.getAttribute("class").equals("legend")) {
        double y = Double.parseDouble(text.getAttribute("y"));
        double end =
            Double.parseDouble(text.getAttribute("x")) + 7.4 * text.getTextContent().length();
        assertTrue(y > 300 && y < height && end <= WIDTH, text.getTextContent());
      }
    }
  }

  @Test
  void aMarkOutsideTheRangeIsNotDrawn() throws Exception {
    Plot plot = plot();
    assertFalse(plot.upright("mark", 0.9, "before"));
    assertFalse(plot.upright("mark", 10.1, "behind"));
    assertFalse(plot.upright("mark", Double.POSITIVE_INFINITY, "nowhere"));
    assertEquals(List.of(), texts(plot, "mark"));
    assertTrue(plot.upright("mark", 10, "at the end"));
    assertEquals(List.of("at the end"), texts(plot, "mark"));
  }

  @Test
  void fontsAreLeftToThePage() {
    Plot plot = plot();
    plot.level("limit", 0.5, "words");
    String svg = plot.svg("title");
    assertFalse(svg.contains("font") || svg.contains("style=") || svg.contains("#"), svg);
  }
}
