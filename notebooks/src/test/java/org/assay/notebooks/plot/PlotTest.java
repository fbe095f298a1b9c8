package org.assay.notebooks.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assay.notebooks.internal.display.MimeBundle;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotTest {
  private static final double[] X = {1, 10, 100};

  private static Plot plot() {
    return Plot.of("a < b", "x (count)", "y (count)");
  }

  /** The drawing, read as XML. */
  private static Element drawing(Plot plot) throws Exception {
    String svg = Objects.requireNonNull(plot.image().data().get(MimeBundle.SVG));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  /** The first shape of a class, which is the series and not its sample in the legend. */
  private static Element first(Element drawing, String shape, String style) {
    NodeList shapes = drawing.getElementsByTagName(shape);
    for (int i = 0; i < shapes.getLength(); i++) {
      Element element = (Element) shapes.item(i);
      if (element.getAttribute("class").equals(style)) {
        return element;
      }
    }
    throw new AssertionError("there is no " + shape + " of class " + style);
  }

  private static int corners(Element path) {
    return path.getAttribute("d").split("L", -1).length;
  }

  @Test
  void rangesContainTheirEndsExactly() {
    assertArrayEquals(new double[] {0, 0.5, 1}, Plot.linear(0, 1, 3));
    double[] decades = Plot.logarithmic(1e-3, 1e3, 7);
    assertEquals(1e-3, decades[0]);
    assertEquals(1, decades[3], 1e-12);
    assertEquals(1e3, decades[6]);
    assertThrows(IllegalArgumentException.class, () -> Plot.linear(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Plot.logarithmic(0, 1, 5));
  }

  @Test
  void everySeriesIsDrawnInItsStyle() throws Exception {
    Element drawing =
        drawing(
            plot()
                .logX()
                .logY()
                .band("band", X, new double[] {1, 2, 3}, new double[] {2, 4, 6})
                .line("line", X, new double[] {1, 2, 3})
                .dashed("dashed", X, new double[] {2, 4, 6})
                .points("points", X, new double[] {1, 3, 5})
                .steps("steps", X, new double[] {1, 2, 3}));
    assertEquals(6, corners(first(drawing, "path", "band")));
    assertEquals(3, corners(first(drawing, "path", "c0")));
    assertEquals(3, corners(first(drawing, "path", "c1 dashed")));
    assertEquals("2.5", first(drawing, "circle", "c2").getAttribute("r"));
    assertEquals(5, corners(first(drawing, "path", "c3")));
    assertEquals("a < b", drawing.getElementsByTagName("title").item(0).getTextContent());
    assertEquals("assay-plot", drawing.getAttribute("class"));
  }

  /** A step keeps its height up to the next point: the second corner is level with the first. */
  @Test
  void stepsAreLevel() throws Exception {
    Element drawing = drawing(plot().steps("steps", X, new double[] {1, 2, 3}));
    String[] corners = first(drawing, "path", "c0").getAttribute("d").substring(1).split(" L", -1);
    assertEquals(corners[0].split(" ", -1)[1], corners[1].split(" ", -1)[1]);
    assertEquals(corners[1].split(" ", -1)[0], corners[2].split(" ", -1)[0]);
  }

  @Test
  void rangesReachFromTheSmallestValueToTheLargestUnlessTheyAreFixed() throws Exception {
    Element free = drawing(plot().line("line", X, new double[] {1, 2, 3}));
    Element fixed = drawing(plot().rangeY(0, 30).line("line", X, new double[] {1, 2, 3}));
    double top = 28;
    assertTrue(first(free, "path", "c0").getAttribute("d").endsWith(" " + top));
    assertTrue(!first(fixed, "path", "c0").getAttribute("d").endsWith(" " + top));
  }

  @Test
  void theSamePlotIsTheSameDrawing() {
    Plot plot = plot().line("f", 0, 1, Math::exp);
    assertEquals(plot.image(), plot.image());
    assertEquals(plot.image(), plot().line("f", 0, 1, Math::exp).image());
  }

  @Test
  void anEmptyPlotIsRefused() {
    assertThrows(IllegalStateException.class, () -> plot().image());
  }

  @Test
  void aSeriesThatIsNoneIsRefused() {
    double[] none = {};
    assertThrows(IllegalArgumentException.class, () -> plot().line("nothing", none, none));
    assertThrows(IllegalArgumentException.class, () -> plot().line("short", X, new double[1]));
  }
}
