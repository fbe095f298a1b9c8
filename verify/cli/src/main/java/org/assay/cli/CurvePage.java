package org.assay.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Enclosure;

/** A page with plots of the curves of a run, which needs nothing but itself. */
final class CurvePage {
  private static final String STYLE =
      """
      * { box-sizing: border-box; }
      body { margin: 0; background: #fff; color: #1d2329;
        font: 16px/1.55 "Source Serif 4", Charter, "Bitstream Charter", Georgia, "DejaVu Serif", serif; }
      main { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
      h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
      h2 { font-size: 1.25rem; margin: 2.2rem 0 .3rem; }
      p { margin: .5rem 0; max-width: 46rem; color: #4a535c; overflow-wrap: anywhere; }
      .plots { display: flex; flex-wrap: wrap; gap: 1.8rem; margin: 1.6rem 0 0; }
      figure { margin: 0; flex: 1 1 25rem; max-width: 40rem; }
      figcaption { font-size: .87rem; line-height: 1.45; color: #4a535c; margin: .2rem 0 0 2.5rem; }
      svg { display: block; width: 100%; height: auto; }
      svg text { font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #4a535c; }
      svg .name { fill: #1d2329; } svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
      svg .note { fill: #6b6347; }
      svg .grid { stroke: #e3e7ea; } svg .guess { fill: none; stroke: #b3bbc2; stroke-dasharray: 2 4; }
      svg .curve { fill: none; stroke: #14507a; stroke-width: 2; stroke-linejoin: round; }
      svg .band { fill: #14507a; fill-opacity: .16; } svg .excluded { fill: #f2f0e9; }
      svg circle { fill: #14507a; } svg circle:hover { fill: #b4571d; }
      table { border-collapse: collapse; margin: .6rem 0; font-size: .93rem;
        font-variant-numeric: tabular-nums; }
      th, td { text-align: left; padding: .25rem 1.6rem .25rem 0; border-bottom: 1px solid #e3e7ea; }
      thead th { border-bottom: 1px solid #7d8790; }
      """;

  private static final double SMALLEST_SHOWN = 1e-300;
  private static final int FEW = 60;
  private static final double WIDTH = 480;
  private static final double HEIGHT = 330;

  private final CurveStatement curve;

  private CurvePage(CurveStatement curve) {
    this.curve = curve;
  }

  static void write(Path directory, CurveStatement curve) {
    ReportDirectory.write(
        directory,
        draft -> {
          String page = new CurvePage(curve).html();
          Files.writeString(draft.resolve("curve.html"), page, StandardCharsets.UTF_8);
          Files.writeString(draft.resolve("curve.json"), curve.json(), StandardCharsets.UTF_8);
        });
  }

  private String html() {
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Privacy curves</title><style>
        %s</style></head><body><main>
        <h1>Privacy curves under %s</h1>
        <p>%s</p>
        <div class="plots">
        %s</div>
        %s</main></body></html>
        """
        .formatted(
            STYLE, curve.adjacency(), Plot.escape(curve.event().describe()), plots(), tables());
  }

  private String plots() {
    StringBuilder plots = new StringBuilder();
    if (!curve.profile().isEmpty()) {
      String exactness =
          curve.profile().stream().allMatch(point -> point.delta().method().exact())
              ? "The true curve lies within the shaded band, too narrow to be seen in most places."
              : "The true curve may lie below.";
      plots.append(
          figure(
              profile(),
              "Privacy profile. Every dot is a certified upper end, a guarantee; the line between"
                  + " them guides the eye. "
                  + exactness));
      plots.append(
          figure(
              tradeoff(),
              "Trade-off curve. No test that tells the neighbours apart has errors in the shaded"
                  + " region, by the guarantees at the epsilons shown; the dotted line is"
                  + " guessing."));
    }
    if (!curve.renyi().isEmpty()) {
      plots.append(
          figure(
              renyi(),
              "Rényi curve. Every dot is a certified upper end, a guarantee at its order."));
    }
    return plots.toString();
  }

  private static String figure(String drawing, String caption) {
    return "<figure>" + drawing + "<figcaption>" + caption + "</figcaption></figure>\n";
  }

  private String profile() {
    List<Plot.Point> upper = new ArrayList<>();
    List<Plot.Point> lower = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (CurveStatement.Point point : curve.profile()) {
      Enclosure delta = point.delta().value();
      upper.add(new Plot.Point(point.epsilon(), shown(delta.upper())));
      lower.add(0, new Plot.Point(point.epsilon(), shown(delta.lower())));
      told.add("epsilon " + point.epsilon() + ", delta at most " + delta.upperDecimal());
    }
    double from = upper.get(0).x();
    double to = upper.get(upper.size() - 1).x();
    Plot plot = new Plot(Axis.linear("epsilon", from, to), decades("delta", upper), WIDTH, HEIGHT);
    if (curve.profile().stream().allMatch(point -> point.delta().method().exact())) {
      List<Plot.Point> band = new ArrayList<>(upper);
      band.addAll(lower);
      plot.area("band", band);
    }
    draw(plot, upper, told);
    return plot.svg("delta over epsilon");
  }

  private String renyi() {
    List<Plot.Point> upper = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (CurveStatement.Order point : curve.renyi()) {
      Enclosure value = point.divergence();
      if (value.upper() < Double.POSITIVE_INFINITY) {
        upper.add(new Plot.Point(point.order(), shown(value.upper())));
        told.add("order " + point.order() + ", divergence at most " + value.upperDecimal());
      }
    }
    if (upper.isEmpty()) {
      return "<p>Every upper end is infinite.</p>";
    }
    double from = curve.renyi().get(0).order();
    double to = Math.max(from * 1.01, curve.renyi().get(curve.renyi().size() - 1).order());
    Plot plot =
        new Plot(
            Axis.logarithmic("order", from, to), decades("Rényi divergence", upper), WIDTH, HEIGHT);
    draw(plot, upper, told);
    return plot.svg("Rényi divergence over its order");
  }

  private static void draw(Plot plot, List<Plot.Point> points, List<String> told) {
    plot.line("curve", points);
    for (int i = 0; i < points.size() && points.size() <= FEW; i++) {
      plot.dot(points.get(i), told.get(i));
    }
  }

  /** The powers of ten around the values; those that underflow rest on the axis. */
  private static Axis decades(String name, List<Plot.Point> points) {
    double[] values =
        points.stream().mapToDouble(Plot.Point::y).filter(y -> y > SMALLEST_SHOWN).toArray();
    double smallest = Arrays.stream(values).min().orElse(SMALLEST_SHOWN);
    double largest = Arrays.stream(values).max().orElse(1);
    return Axis.decades(name, smallest, largest);
  }

  private static double shown(double value) {
    return Math.max(SMALLEST_SHOWN, value);
  }

  private String tradeoff() {
    Plot plot =
        new Plot(
            Axis.linear("false positive rate", 0, 1),
            Axis.linear("false negative rate", 0, 1),
            WIDTH,
            HEIGHT);
    TradeoffRegion region = TradeoffRegion.of(curve.profile());
    List<Plot.Point> excluded = new ArrayList<>(region.border());
    excluded.add(new Plot.Point(0, 0));
    plot.area("excluded", excluded);
    plot.line("guess", List.of(new Plot.Point(0, 1), new Plot.Point(1, 0)));
    plot.line("curve", region.border());
    plot.note(new Plot.Point(0, 0), 10, -10, "no test comes here");
    return plot.svg("trade-off between false positives and false negatives");
  }

  private String tables() {
    String tables =
        Arrays.stream(curve.text().split("\n\n"))
            .map(CurvePage::table)
            .collect(Collectors.joining("\n"));
    String methods =
        curve.profile().stream()
            .map(point -> MethodNote.of(point.delta().method()))
            .distinct()
            .map(note -> note.words() + " (" + note.citation() + ")")
            .collect(Collectors.joining("; "));
    String how = methods.isEmpty() ? "" : "<p>Method: " + Plot.escape(methods) + ".</p>\n";
    return "<h2>Numbers</h2>\n" + how + tables;
  }

  private static String table(String text) {
    List<String> lines = text.lines().toList();
    String head = cells("th", lines.get(0).replace('_', ' '));
    String rows =
        lines.stream().skip(1).map(line -> cells("td", line)).collect(Collectors.joining("\n"));
    return "<table><thead>" + head + "</thead><tbody>\n" + rows + "</tbody></table>\n";
  }

  private static String cells(String tag, String line) {
    String between = "</" + tag + "><" + tag + ">";
    return "<tr><" + tag + ">" + line.replace("\t", between) + "</" + tag + "></tr>";
  }
}
