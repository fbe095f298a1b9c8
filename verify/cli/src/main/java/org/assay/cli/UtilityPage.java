package org.assay.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assay.cli.train.SlopeStudy;

/** The files of {@code assay utility --report}. */
final class UtilityPage {
  private static final double WIDTH = 420;
  private static final double HEIGHT = 300;
  private static final double SMALLEST = 1e-9;

  /** One style of line for each algorithm, in turn. */
  private static final List<String> STYLES = List.of("curve", "lower", "composition", "mark");

  private UtilityPage() {}

  static void write(Path directory, UtilityStatement statement) {
    ReportDirectory.write(
        directory,
        draft -> {
          put(draft, "utility.md", statement.text());
          put(draft, "utility.csv", statement.csv());
          put(draft, "utility.json", statement.json());
          put(draft, "utility.html", html(statement));
        });
  }

  private static void put(Path directory, String name, String text) throws java.io.IOException {
    Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8);
  }

  private static String html(UtilityStatement statement) {
    String tables =
        statement.examples().stream()
            .map(
                data ->
                    "<h2>"
                        + Plot.escape(statement.title(data))
                        + "</h2>\n"
                        + Page.table(statement.table(data)))
            .collect(Collectors.joining());
    return Page.document(
        "Utility",
        "What the algorithms are worth",
        statement.note(),
        tables + (statement.slopes().isEmpty() ? "" : slopes(statement)));
  }

  private static String slopes(UtilityStatement statement) {
    String records =
        plot(statement, "records n", UtilityStatement.Slopes::overRecords, "over records");
    String features =
        plot(statement, "features d", UtilityStatement.Slopes::overFeatures, "over features");
    return "<h2>Slopes</h2>\n"
        + Page.paragraph(statement.slopeNote())
        + Page.plots(
            Page.figure(records, "Excess loss over the number of records.")
                + Page.figure(features, "Excess loss over the number of features."))
        + Page.table(statement.slopeTable());
  }

  private static String plot(
      UtilityStatement statement,
      String across,
      Function<UtilityStatement.Slopes, List<SlopeStudy.Point>> points,
      String title) {
    List<Plot.Point> all = new ArrayList<>();
    statement.slopes().values().forEach(slopes -> all.addAll(shown(points.apply(slopes))));
    Plot plot = new Plot(axis(across, all, true), axis("excess loss", all, false), WIDTH, HEIGHT);
    int number = 0;
    for (var entry : statement.slopes().entrySet()) {
      List<Plot.Point> line = shown(points.apply(entry.getValue()));
      plot.line(STYLES.get(number++ % STYLES.size()), line);
      line.forEach(
          point ->
              plot.dot(point, String.format(Locale.ROOT, "%s: %.4g", entry.getKey(), point.y())));
      plot.note(line.get(line.size() - 1), -90, -8, entry.getKey());
    }
    return plot.svg("excess loss " + title);
  }

  private static List<Plot.Point> shown(List<SlopeStudy.Point> points) {
    return points.stream()
        .map(point -> new Plot.Point(point.x(), Math.max(SMALLEST, point.excess())))
        .toList();
  }

  private static Axis axis(String name, List<Plot.Point> points, boolean across) {
    double least = points.stream().mapToDouble(p -> across ? p.x() : p.y()).min().orElse(SMALLEST);
    double most = points.stream().mapToDouble(p -> across ? p.x() : p.y()).max().orElse(1);
    return across ? Axis.logarithmic(name, least, most) : Axis.decades(name, least, most);
  }
}
