package org.assay.cli.internal.utility;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code utility}.
 *
 * @param study how it was measured
 * @param examples the datasets
 * @param rows what was measured
 * @param slopeRuns number of runs of each point of a slope
 * @param slopes slopes on synthetic data by algorithm
 */
record UtilityStatement(
    UtilityStudy study,
    List<ExampleData> examples,
    List<UtilityRow> rows,
    int slopeRuns,
    Map<String, Slopes> slopes)
    implements Statement {
  /**
   * Excess loss on synthetic data.
   *
   * @param promise what is known about it
   * @param overRecords over the number of records
   * @param overFeatures over the number of features
   */
  record Slopes(
      Promise promise, List<SlopeStudy.Point> overRecords, List<SlopeStudy.Point> overFeatures) {}

  UtilityStatement {
    examples = List.copyOf(examples);
    rows = List.copyOf(rows);
    slopes = new LinkedHashMap<>(slopes);
  }

  @Override
  public String text() {
    String tables =
        examples.stream()
            .map(data -> "## " + title(data) + "\n\n" + markdown(table(data)) + "\n")
            .collect(Collectors.joining("\n"));
    String sloped =
        slopes.isEmpty() ? "" : "\n## Slopes\n\n" + slopeNote() + "\n\n" + markdown(slopeTable());
    return "# Utility\n\n" + note() + "\n\n" + tables + sloped;
  }

  /** How the numbers were obtained. */
  String note() {
    return "Mean over "
        + (study.seeds() == 1 ? "1 seed" : study.seeds() + " seeds")
        + ", each with its own fifth of the records held out; delta "
        + study.delta()
        + " when one record is replaced. The column of infinite epsilon is the non-private"
        + " minimizer of the same loss over the same set, computed with a certified gap. A dash is"
        + " an algorithm that refuses the budget; the CSV file has the reasons, standard errors and"
        + " excess training losses. "
        + baselines()
        + "No peer's published figure is shown: none was found that was measured on these records"
        + " with this kind of guarantee.";
  }

  /** What the last rows are, where they are there. */
  private String baselines() {
    return rows.stream().anyMatch(row -> row.algorithm().equals(Baselines.TUNED))
        ? "The last two rows are no private trainings but what to compare with: DP gradient descent"
            + " whose steps, step size and clip norm are the best of 45 on the held-out records"
            + " themselves, and a constant prediction. "
        : "";
  }

  String title(ExampleData data) {
    boolean classes = data.target().labels() == Labels.SIGNS;
    return String.format(
        "%s, radius %s: %s",
        data.words(), data.radius(), classes ? "accuracy" : "root mean squared error");
  }

  /** A table of tab-separated lines, of which the first is the head. */
  String table(ExampleData data) {
    StringBuilder text = new StringBuilder("algorithm");
    study.epsilons().forEach(epsilon -> text.append("\t").append(epsilon));
    text.append("\t∞\n");
    Map<String, List<UtilityRow>> byAlgorithm =
        rows.stream()
            .filter(row -> row.dataset().equals(data.name()))
            .collect(
                Collectors.groupingBy(
                    UtilityRow::algorithm, LinkedHashMap::new, Collectors.toList()));
    byAlgorithm.forEach(
        (algorithm, cells) -> {
          text.append(algorithm);
          study.epsilons().forEach(epsilon -> text.append("\t").append(cell(cells, epsilon)));
          text.append("\t").append(cell(cells, Double.POSITIVE_INFINITY)).append("\n");
        });
    return text.toString();
  }

  private static String cell(List<UtilityRow> cells, double epsilon) {
    Optional<UtilityRow> row =
        cells.stream().filter(cell -> cell.epsilon() == epsilon && cell.measured()).findFirst();
    return row.map(cell -> shown(cell.headline())).orElse("-");
  }

  private static String shown(double value) {
    return String.format(Locale.ROOT, value < 1.5 ? "%.3f" : "%.1f", value);
  }

  String slopeNote() {
    return String.format(
        "Excess loss on synthetic records of a logistic model, at %s-GDP or what it implies, mean"
            + " over %s runs; n varies at d = %s. A slope is that of the least-squares line through"
            + " the logarithms, ± its standard error; the promised one is that of the theorem's"
            + " rate at the same points. Rates are upper bounds for the worst problem of a class,"
            + " and this one is easier. Its loss is curved around the minimum, so that the term"
            + " 1/√n, which dominates most rates here, is not attained: losses fall faster in n,"
            + " and what is left is noise, which may grow faster in d than a rate whose first term"
            + " has no d, while it stays below it. Records have norm 1 whatever d is, so that noise"
            + " of one length costs less where there are more directions: some losses hardly grow"
            + " in d, or fall. Where noise exceeds the gradients, a loss is near its largest value,"
            + " and slopes in n are flatter than promised.",
        Promise.MU, slopeRuns, SlopeStudy.DIMENSION);
  }

  String slopeTable() {
    StringBuilder text =
        new StringBuilder("algorithm\trate\tslope in n\tpromised\tslope in d\tpromised\n");
    slopes.forEach(
        (algorithm, measured) ->
            text.append(algorithm)
                .append("\t")
                .append(measured.promise().words())
                .append("\t")
                .append(slope(measured.overRecords()))
                .append("\t")
                .append(slope(measured.overFeatures()))
                .append("\n"));
    return text.toString();
  }

  private static String slope(List<SlopeStudy.Point> points) {
    SlopeStudy.Slope slope = SlopeStudy.measured(points);
    return String.format(
        Locale.ROOT,
        "%.2f ± %.2f\t%.2f",
        slope.value(),
        slope.error(),
        SlopeStudy.promised(points));
  }

  /** A table of tab-separated lines in Markdown. */
  static String markdown(String table) {
    List<String> lines = table.lines().toList();
    String rule = "|" + "---|".repeat(lines.get(0).split("\t").length);
    return String.format(
        "| %s |\n%s\n%s",
        lines.get(0).replace("\t", " | "),
        rule,
        lines.stream()
            .skip(1)
            .map(line -> "| " + line.replace("\t", " | ") + " |\n")
            .collect(Collectors.joining()));
  }

  /** All numbers, one row a line. */
  String csv() {
    String head =
        "dataset,algorithm,epsilon,delta,seeds,mean,standard_error,mean_excess_training_loss,"
            + "optimum_gap,note\n";
    return head
        + rows.stream()
            .map(
                row ->
                    Arrays.asList(
                                row.dataset(),
                                row.algorithm(),
                                row.epsilon(),
                                study.delta(),
                                row.seeds(),
                                row.headline(),
                                row.headlineError(),
                                row.excessLoss(),
                                row.optimumGap(),
                                "\"" + row.note().replace("\"", "\"\"") + "\"")
                            .stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(","))
                        + "\n")
            .collect(Collectors.joining());
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("note", note());
    ArrayNode cells = node.putArray("cells");
    for (UtilityRow row : rows) {
      ObjectNode cell = cells.addObject();
      cell.put("dataset", row.dataset()).put("algorithm", row.algorithm());
      cell.put("epsilon", String.valueOf(row.epsilon()));
      if (row.measured()) {
        cell.put("seeds", row.seeds()).put("mean", row.headline());
        cell.put("standard_error", row.headlineError());
        if (row.knowsOptimum()) {
          cell.put("mean_excess_training_loss", row.excessLoss());
          cell.put("optimum_gap", String.valueOf(row.optimumGap()));
        }
      } else {
        cell.put("refused", row.note());
      }
    }
    ArrayNode measured = node.putArray("slopes");
    slopes.forEach(
        (algorithm, points) -> {
          ObjectNode one = measured.addObject().put("algorithm", algorithm);
          one.put("rate", points.promise().words());
          put(one, "in_records", points.overRecords());
          put(one, "in_features", points.overFeatures());
        });
    return JsonReport.text(node);
  }

  private static void put(ObjectNode node, String name, List<SlopeStudy.Point> points) {
    SlopeStudy.Slope slope = SlopeStudy.measured(points);
    node.put(name, slope.value()).put(name + "_error", slope.error());
    node.put(name + "_promised", SlopeStudy.promised(points));
    ArrayNode all = node.putArray(name + "_points");
    for (SlopeStudy.Point point : points) {
      all.addObject()
          .put("at", point.x())
          .put("excess", point.excess())
          .put("error", point.error());
    }
  }
}
