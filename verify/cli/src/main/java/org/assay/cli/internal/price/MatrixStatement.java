package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.GuaranteeText;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code matrix}.
 *
 * @param rows the matrices, the best one first
 * @param target the guarantee that each matrix meets
 */
record MatrixStatement(List<Row> rows, Guarantee target) implements Statement {
  MatrixStatement {
    rows = List.copyOf(rows);
  }

  /**
   * A matrix and its errors.
   *
   * @param event the mechanism that meets the target
   * @param mean root mean squared error of running sums
   * @param largest largest error of a running sum
   */
  record Row(MatrixMechanismEvent event, double mean, double largest) {
    /** The name of the matrix with its short parameters. */
    private String matrix() {
      Map<String, Object> terms = event.matrix().terms();
      String size =
          terms.get("coefficients") instanceof List<?> list
              ? " of " + list.size() + (list.size() == 1 ? " coefficient" : " coefficients")
              : terms.containsKey("bands") ? " of " + terms.get("bands") + " bands" : "";
      return event.matrix().bands() == 1 && event.matrix().steps() > 1
          ? "independent noise"
          : terms.get("matrix") + size;
    }
  }

  /** The errors of a mechanism. */
  static Row row(MatrixMechanismEvent event) {
    double[] squares = event.matrix().squaredErrors();
    double noise = event.noiseMultiplier();
    return new Row(
        event,
        noise * Math.sqrt(Arrays.stream(squares).average().orElseThrow()),
        noise * Math.sqrt(Arrays.stream(squares).max().orElseThrow()));
  }

  @Override
  public String text() {
    Decimals six = Decimals.BY_SIZE;
    return rows.stream()
            .map(
                row ->
                    String.join(
                        "\t",
                        row.matrix(),
                        six.up(row.event().noiseMultiplier()),
                        six.near(row.mean()),
                        six.near(row.largest())))
            .collect(
                Collectors.joining(
                    "\n", "matrix\tnoise_multiplier\tmean_error\tlargest_error\n", "\n"))
        + "guarantee of each: "
        + GuaranteeText.of(target)
        + "\nbest: "
        + described(rows.get(0))
        + "\n";
  }

  private String described(Row row) {
    return row.event().describe(target.adjacency());
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("adjacency", target.adjacency().label());
    node.put("guarantee", target.describe());
    ArrayNode list = node.putArray("matrices");
    for (Row row : rows) {
      list.addObject()
          .put("event", described(row))
          .put("noise_multiplier", row.event().noiseMultiplier())
          .put("mean_error", row.mean())
          .put("largest_error", row.largest());
    }
    return JsonReport.text(node);
  }
}
