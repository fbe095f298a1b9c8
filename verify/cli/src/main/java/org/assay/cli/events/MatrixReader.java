package org.assay.cli.events;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.divergence.LowerTriangularMatrix;
import org.assay.accountant.internal.divergence.SquareRootMatrix;
import org.assay.accountant.internal.divergence.StrategyMatrix;
import org.assay.accountant.internal.divergence.TreeMatrix;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;

/** Reads the matrix of a matrix mechanism. */
final class MatrixReader {
  private static final String TREE = "tree";
  private static final String SQUARE_ROOT = "square-root";
  private static final String ROWS = "rows";

  private MatrixReader() {}

  static StrategyMatrix read(Fields fields) {
    Value matrix = fields.get("matrix");
    String kind = matrix.oneOf(List.of(TREE, SQUARE_ROOT, ROWS));
    if (kind.equals(ROWS)) {
      refuse(fields, "steps", kind);
      refuse(fields, "trees", kind);
      refuse(fields, "bands", kind);
      Value rows = needed(fields, ROWS, kind);
      rows.checked(() -> LowerTriangularMatrix.requireSize(rows.items().size()));
      List<List<Double>> numbers = rows.items().stream().map(MatrixReader::row).toList();
      return rows.checked(() -> new LowerTriangularMatrix(numbers));
    }
    refuse(fields, ROWS, kind);
    Value steps = needed(fields, "steps", kind);
    if (kind.equals(TREE)) {
      refuse(fields, "bands", kind);
      long trees = fields.optional("trees").map(LeafKinds::count).orElse(1L);
      return steps.checked(() -> new TreeMatrix(LeafKinds.count(steps), trees));
    }
    refuse(fields, "trees", kind);
    long size = LeafKinds.count(steps);
    Optional<Value> given = fields.optional("bands");
    long bands = given.map(LeafKinds::count).orElse(size);
    return given.orElse(steps).checked(() -> new SquareRootMatrix(size, bands));
  }

  private static List<Double> row(Value row) {
    return row.items().stream().map(Value::number).toList();
  }

  private static Value needed(Fields fields, String key, String kind) {
    return fields
        .optional(key)
        .orElseThrow(
            () -> fields.get("matrix").invalid("it needs the key " + key + " where it is " + kind));
  }

  private static void refuse(Fields fields, String key, String kind) {
    fields
        .optional(key)
        .ifPresent(
            value -> {
              throw value.invalid("it does not belong to the matrix " + kind);
            });
  }
}
