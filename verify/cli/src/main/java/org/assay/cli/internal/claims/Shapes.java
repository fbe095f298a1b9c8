package org.assay.cli.internal.claims;

import java.util.ArrayList;
import java.util.List;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.table.ColumnsReader;

/** The objects of a claims file. The schema that ships with the project names the same keys. */
final class Shapes {
  static final Shape FILE =
      new Shape(
          "claims file",
          List.of("claims"),
          List.of(
              "error_probability",
              "seed",
              "budget",
              "significant_bits",
              "run_timeout_seconds",
              "datasets"));
  static final Shape CLAIM =
      new Shape(
          "claim",
          List.of("name", "guarantee", "pairs"),
          List.of(
              "adjacency",
              BothRelations.KEY,
              "mechanism",
              "dataset",
              "budget",
              "error_probability",
              "significant_bits",
              "run_timeout_seconds"));
  static final Shape RANGE_CLAIM =
      new Shape(
          "claim by computation",
          List.of("name", "adjacency", "event", "guarantee"),
          List.of("for_all", "where"));
  static final Shape RANGE =
      new Shape("parameter range", List.of("from", "to"), List.of("points", "whole"));
  static final Shape CHOICE = new Shape("parameter choice", List.of("choice"), List.of());
  static final Shape BUDGET = new Shape("budget", List.of(), List.of("runs", "seconds"));
  static final Shape DATASET =
      new Shape(
          "dataset",
          List.of(),
          List.of(
              "csv",
              "records",
              "label_column",
              "skip_lines",
              "positive_label",
              "columns",
              "scaling",
              "clip_norm"));

  static final Shape GUARANTEE =
      new Shape(
          "guarantee",
          List.of(),
          List.of(
              "pure",
              "approximate",
              "renyi",
              "zcdp",
              "gaussian",
              "profile",
              "tradeoff",
              "event",
              "delta"));
  static final Shape EVENT_PROFILE =
      new Shape("profile of an event", List.of("event", "delta"), List.of());
  static final Shape PURE = new Shape("pure", List.of("epsilon"), List.of());
  static final Shape APPROXIMATE = new Shape("approximate", List.of("epsilon", "delta"), List.of());
  static final Shape RENYI_POINT = new Shape("renyi point", List.of("order", "epsilon"), List.of());
  static final Shape PROFILE_POINT =
      new Shape("profile point", List.of("epsilon", "delta"), List.of());
  static final Shape TRADEOFF_POINT =
      new Shape("tradeoff point", List.of("type_one", "type_two"), List.of());
  static final Shape ZCDP = new Shape("zcdp", List.of("rho"), List.of());
  static final Shape GAUSSIAN = new Shape("gaussian", List.of("mu"), List.of());

  static final Shape SNOWBALL_SGD =
      new Shape(
          "snowball-sgd",
          List.of("id", "steps", "rho", "step_size"),
          List.of("noise_scaling", "feature_norm"));
  static final Shape PROJECTED_NOISY_SGD =
      new Shape(
          "projected-noisy-sgd",
          List.of("id", "steps", "step_size", "batch_size", "noise", "radius"),
          List.of("noise_scaling", "feature_norm"));
  static final Shape GAUSSIAN_SUM =
      new Shape("gaussian-sum", List.of("id", "noise_multiplier", "clip_norm"), List.of());

  static final Shape ALGORITHM =
      new Shape("algorithm", List.of("algorithm", "target"), List.of("radius", "schedule"));

  static final Shape PROGRAM =
      new Shape(
          "program",
          List.of("command"),
          List.of("timeout_seconds", "startup_seconds", "runs_per_request", "nan"));
  static final Shape PYTHON =
      new Shape(
          "python function",
          List.of(PythonFunction.KEY),
          List.of("timeout_seconds", "startup_seconds", "runs_per_request"));
  static final Shape JAVA_CLASS = new Shape("java class", List.of("class"), List.of("classpath"));

  static final Shape QUERY =
      new Shape(
          "database query",
          List.of(DatabaseSource.KEY, "sql"),
          List.of("rows", "user", "password_file", "timeout_seconds"));

  static final Shape PAIRS =
      new Shape("pairs", List.of(), List.of("canary", "drawn", "explicit", "planted", "family"));
  static final Shape EXPLICIT =
      new Shape(
          "explicit pair",
          List.of("left", "right"),
          List.of("description", "direction", "neighbours"));
  static final Shape CANARY = new Shape("canary", List.of(), List.of("batch"));
  static final Shape DRAWN = new Shape("drawn", List.of("count"), List.of("change"));

  static final Shape COUNTS = family("counts", List.of());
  static final Shape SUMS = family("sums", List.of("low", "high"));
  static final Shape HISTOGRAMS = family("histograms", List.of("bins"));
  static final Shape ANSWERS = family("answers", List.of("lengths", "monotone"));
  static final Shape VECTORS = family("vectors", List.of("norm", "radius", "dimension"));
  static final Shape INTEGERS = family("integers", List.of("type"), "low", "high");
  static final Shape NUMBERS = family("numbers", List.of(), "low", "high", "fewest");
  static final Shape TEXTS = family("texts", List.of());
  static final Shape RECORDS =
      family(
          "records",
          List.of("features", "low", "high", "fewest"),
          "classes",
          "label_low",
          "label_high",
          "batch_size");
  static final Shape VECTOR_LISTS =
      family("vector-lists", List.of("norm", "radius", "dimension", "fewest"), "batch_size");
  static final Shape USERS =
      family(
          "users",
          List.of("partitions", "partitions_per_user", "contributions_per_partition", "fewest"));
  static final Shape DATABASES = family("databases", List.of("unit", "tables"), "fewest");
  static final Shape DATABASE_TABLE =
      new Shape(
          "database table",
          List.of("columns"),
          List.of("user", "key", "rows_per_user", "required", "rows"));
  static final Shape DATABASE_COLUMN =
      new Shape("database column", List.of("type"), List.of("low", "high", "values", "nullable"));

  static final List<Shape> ALL =
      List.of(
          FILE,
          CLAIM,
          RANGE_CLAIM,
          RANGE,
          CHOICE,
          BUDGET,
          DATASET,
          ColumnsReader.SCALING,
          ColumnsReader.COLUMNS,
          ColumnsReader.COLUMN,
          GUARANTEE,
          PURE,
          APPROXIMATE,
          RENYI_POINT,
          PROFILE_POINT,
          TRADEOFF_POINT,
          ZCDP,
          GAUSSIAN,
          SNOWBALL_SGD,
          PROJECTED_NOISY_SGD,
          GAUSSIAN_SUM,
          ALGORITHM,
          PROGRAM,
          PYTHON,
          JAVA_CLASS,
          QUERY,
          PAIRS,
          EXPLICIT,
          CANARY,
          DRAWN,
          COUNTS,
          SUMS,
          HISTOGRAMS,
          ANSWERS,
          VECTORS,
          INTEGERS,
          NUMBERS,
          TEXTS,
          RECORDS,
          VECTOR_LISTS,
          USERS,
          DATABASES,
          DATABASE_TABLE,
          DATABASE_COLUMN);

  private Shapes() {}

  private static Shape family(String kind, List<String> required, String... optional) {
    List<String> keys = new ArrayList<>(List.of("kind", "count"));
    keys.addAll(required);
    return new Shape(kind, keys, List.of(optional));
  }
}
