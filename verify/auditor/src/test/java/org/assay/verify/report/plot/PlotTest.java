package org.assay.verify.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
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
    Plot plot = new Plot(Axis.linear(nasty, 0, 1), Axis.linear(nasty, 0, 1), WIDTH, 300);
    plot.area("excluded", List.of(new Point(0, 1), new Point(1, 0), new Point(0, 0)));
    plot.line("curve", List.of(new Point(0, 1), new Point(1, 0)));
    plot.box("box", new Point(0.1, 0.1), new Point(0.2, 0.3));
    plot.dot("observed", new Point(0.5, 0.5), nasty);
    plot.level("limit", 0.5, nasty);
    plot.upright("mark", 0.5, nasty);
    plot.note(nasty);
    Element svg = parsed(plot.svg(nasty));
    assertEquals("img", svg.getAttribute("role"));
    assertEquals("title", svg.getFirstChild().getNodeName());
    assertEquals(2, svg.getElementsByTagName("title").getLength());
  }

  /** Digits are at most 7.7 pixels wide in the font of the pages. */
  @ParameterizedTest
  @ValueSource(doubles = {3, 100, 1000, 30_000, 1e6, 2e9})
  void noLabelIsCutOff(double to) throws Exception {
    Plot plot = new Plot(Axis.counts("runs", to), Axis.linear("up", 0, to), WIDTH, 300);
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
}
