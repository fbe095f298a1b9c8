package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;

/**
 * The picture at the head of README: what the first audit of the pages prints about its claims of
 * zero-concentrated privacy. {@code -Dassay.write=true} writes the picture, and without it the file
 * is compared with the printed numbers.
 */
class PictureTest {
  private static final Path PICTURE = Project.file("docs/start/first-audit.svg");

  /** State, name, claimed, certified and audited rho of a printed line. */
  private static final Pattern LINE =
      Pattern.compile(
          "^(refuted|certified|not refuted) +(.+): claimed ([0-9.]+)-zCDP under replace-one,"
              + " certified rho <= ([0-9.]+), audited rho > ([0-9.]+),",
          Pattern.MULTILINE);

  /** Pixels from the left edge to rho 0.1, and of one decade of rho. */
  private static final double LEFT = 330;

  private static final double DECADE = 130;

  private static final int TOP = 64;
  private static final int ROW = 44;

  @Test
  void showsWhatIsPrinted() throws IOException {
    String page = Files.readString(Project.file("docs/reference/commands.md"));
    List<MatchResult> lines = LINE.matcher(page).results().toList();
    assertEquals(3, lines.size());
    String picture = picture(lines);
    if (Boolean.getBoolean("assay.write")) {
      Files.writeString(PICTURE, picture);
    }
    assertEquals(picture, Files.readString(PICTURE));
  }

  private static String picture(List<MatchResult> lines) {
    int height = TOP + ROW * lines.size() + 50;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 830 %d" role="img" font-family="sans-serif" font-size="14">
        <title>Three claims of privacy: what is claimed, what the accountant certifies, what the audit shows</title>
        <style>
        text { fill: #24292f } .faint { fill: #57606a } line { stroke: #8c959f } .claim { stroke: #0969da; stroke-width: 3 } .claimed { fill: #0969da }
        .refuted { fill: #cf222e } .open { fill: #57606a } .bar { fill: #d0d7de }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .faint { fill: #8d96a0 } .bar { fill: #30363d } .refuted { fill: #ff7b72 } .open { fill: #9ea7b3 } .claim { stroke: #58a6ff } .claimed { fill: #58a6ff } }
        </style>
        """
            .formatted(height));
    double claim = x(Double.parseDouble(lines.get(0).group(3)));
    text(svg, claim - 6, 24, "claimed: rho " + lines.get(0).group(3), "claimed", "start");
    int bottom = TOP + ROW * lines.size() - 8;
    svg.append(line("claim", claim, 34, claim, bottom));
    for (int i = 0; i < lines.size(); i++) {
      row(svg, TOP + ROW * i, lines.get(i));
    }
    svg.append(line("axis", LEFT, bottom + 6, x(100), bottom + 6));
    for (String tick : List.of("0.1", "1", "10", "100")) {
      text(svg, x(Double.parseDouble(tick)), bottom + 24, tick, "faint", "middle");
    }
    text(svg, LEFT - 28, bottom + 24, "privacy loss rho", "faint", "end");
    return svg.append("</svg>\n").toString();
  }

  private static void row(StringBuilder svg, int y, MatchResult line) {
    String state = line.group(1);
    String kind = state.equals("refuted") ? "refuted" : "open";
    double audited = x(Double.parseDouble(line.group(5)));
    double certified = x(Double.parseDouble(line.group(4)));
    text(svg, 12, y + 12, line.group(2), "name", "start");
    text(svg, 12, y + 28, state, kind, "start");
    svg.append(
        "<rect class=\"bar\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"14\" rx=\"3\"/>\n"
            .formatted(pixels(audited), y + 4, pixels(certified - audited)));
    svg.append(
        "<circle class=\"%s\" cx=\"%s\" cy=\"%d\" r=\"6\"/>\n"
            .formatted(kind, pixels(audited), y + 11));
    if (audited < x(Double.parseDouble(line.group(3)))) {
      text(svg, audited - 12, y + 16, "audited > " + line.group(5), kind, "end");
    } else {
      text(svg, audited - 6, y + 34, "audited > " + line.group(5), kind, "start");
    }
    text(svg, certified + 8, y + 16, "certified ≤ " + line.group(4), "faint", "start");
  }

  private static void text(
      StringBuilder svg, double x, double y, String words, String kind, String anchor) {
    svg.append(
        "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
            .formatted(kind, pixels(x), pixels(y), anchor, words));
  }

  private static String line(String kind, double fromX, double fromY, double toX, double toY) {
    return "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
        .formatted(kind, pixels(fromX), pixels(fromY), pixels(toX), pixels(toY));
  }

  private static double x(double rho) {
    return LEFT + DECADE * Math.log10(rho / 0.1);
  }

  private static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
