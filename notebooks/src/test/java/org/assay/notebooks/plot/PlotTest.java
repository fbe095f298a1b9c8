package org.assay.notebooks.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class PlotTest {
  private static final double[] X = {1, 10, 100};

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
  void everySeriesIsDrawnInItsColour() {
    BufferedImage image =
        Plot.of("title", "x", "y")
            .logX()
            .logY()
            .band("band", X, new double[] {1, 2, 3}, new double[] {2, 4, 6})
            .line("line", X, new double[] {1, 2, 3})
            .dashed("dashed", X, new double[] {2, 4, 6})
            .points("points", X, new double[] {1, 3, 5})
            .image();
    for (int series = 0; series < 3; series++) {
      assertTrue(count(image, Palette.color(series)) > 50, "series " + series);
    }
  }

  @Test
  void theSamePlotIsTheSameImage() {
    BufferedImage first = Plot.of("t", "x", "y").line("f", 0, 1, Math::exp).image();
    BufferedImage second = Plot.of("t", "x", "y").line("f", 0, 1, Math::exp).image();
    for (int y = 0; y < first.getHeight(); y++) {
      for (int x = 0; x < first.getWidth(); x++) {
        assertEquals(first.getRGB(x, y), second.getRGB(x, y));
      }
    }
  }

  @Test
  void drawingTwiceChangesNothing() {
    Plot plot = Plot.of("t", "x", "y").line("f", 0, 1, Math::exp);
    assertEquals(count(plot.image(), Palette.color(0)), count(plot.image(), Palette.color(0)));
  }

  @Test
  void anEmptyPlotIsRefused() {
    assertThrows(IllegalStateException.class, () -> Plot.of("t", "x", "y").image());
  }

  @Test
  void aSeriesWithoutPointsIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Plot.of("t", "x", "y").line("nothing", new double[0], new double[0]));
  }

  private static int count(BufferedImage image, Color color) {
    int count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += image.getRGB(x, y) == color.getRGB() ? 1 : 0;
      }
    }
    return count;
  }
}
