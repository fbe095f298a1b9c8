package org.assay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assay.cli.input.InputException;

/** A page with a plot of a curve, which needs nothing but itself. */
final class CurvePage {
  private static final double LEFT = 70;
  private static final double TOP = 28;
  private static final double WIDTH = 600;
  private static final double HEIGHT = 320;
  private static final int DEEPEST = -300;
  private static final int TICKS = 5;

  private final CurveStatement curve;
  private final double from;
  private final double to;
  private final int bottom;

  private CurvePage(CurveStatement curve) {
    this.curve = curve;
    this.from = curve.points().get(0).epsilon();
    this.to = curve.points().get(curve.points().size() - 1).epsilon();
    double least = curve.points().stream().mapToDouble(CurvePage::exponent).min().orElse(-1);
    // A whole number of decades between two lines of the grid.
    this.bottom = TICKS * (int) Math.min(-1, Math.floor(least / TICKS));
  }

  static void write(Path directory, CurveStatement curve) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("curve.html"), new CurvePage(curve).html());
      Files.writeString(directory.resolve("curve.json"), curve.json());
    } catch (IOException e) {
      throw new InputException("--report was " + directory + ": it cannot be written: " + e, e);
    }
  }

  private static double exponent(CurveStatement.Point point) {
    double delta = point.delta().value().upper();
    return delta > 0 ? Math.max(DEEPEST, Math.log10(delta)) : DEEPEST;
  }

  private String html() {
    String title = "Delta over epsilon under " + curve.adjacency();
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>%s</title><style>
        body{font:15px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}
        svg{width:100%%;height:auto}.axis{stroke:#ccc}.curve{fill:none;stroke:#1b5e9e;stroke-width:2}
        text{font-size:12px;fill:#444}table{border-collapse:collapse}
        td,th{padding:.1rem .8rem .1rem 0;text-align:left;font-variant-numeric:tabular-nums}
        </style></head><body><h1>%s</h1><p>%s</p><p>The dots are certified upper ends of delta,
        guarantees at the epsilons of the table; the line between them only guides the eye.</p>%s<table>%s</table></body></html>
        """
        .formatted(title, title, escape(curve.event().describe()), svg(title), rows());
  }

  private String rows() {
    return curve
        .text()
        .lines()
        .map(line -> "<tr><td>" + line.replace("\t", "</td><td>") + "</td></tr>")
        .collect(Collectors.joining("\n"));
  }

  private String svg(String title) {
    StringBuilder svg = new StringBuilder();
    svg.append(format("<svg viewBox=\"0 0 700 390\" role=\"img\"><title>%s</title>", title));
    for (int i = 0; i <= TICKS; i++) {
      grid(svg, (double) i / TICKS);
    }
    svg.append(
        curve.points().stream()
            .map(point -> format("%.1f,%.1f", x(point.epsilon()), y(exponent(point))))
            .collect(Collectors.joining(" ", "<polyline class=\"curve\" points=\"", "\"/>")));
    for (CurveStatement.Point point : curve.points()) {
      String dot = "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"#1b5e9e\"/>";
      svg.append(format(dot, x(point.epsilon()), y(exponent(point))));
    }
    svg.append(format("<text x=\"%.0f\" y=\"385\">epsilon</text>", LEFT + WIDTH / 2));
    return svg.append("<text x=\"5\" y=\"10\">delta</text></svg>").toString();
  }

  private void grid(StringBuilder svg, double share) {
    double epsilon = from + share * (to - from);
    double height = bottom * share;
    String line = "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>";
    svg.append(format(line, x(epsilon), TOP, x(epsilon), TOP + HEIGHT));
    svg.append(format(line, LEFT, y(height), LEFT + WIDTH, y(height)));
    String text = "<text x=\"%.1f\" y=\"%.1f\">%s</text>";
    svg.append(format(text, x(epsilon) - 8, TOP + HEIGHT + 18, format("%.2f", epsilon)));
    svg.append(format(text, 5.0, y(height) + 4, format("1e%.0f", height)));
  }

  private double x(double epsilon) {
    return LEFT + WIDTH * (epsilon - from) / (to - from);
  }

  private double y(double exponent) {
    return TOP + HEIGHT * exponent / bottom;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
