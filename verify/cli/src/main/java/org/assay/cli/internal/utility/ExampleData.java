package org.assay.cli.internal.utility;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.table.ColumnsReader;

/**
 * A dataset of the utility table.
 *
 * @param name its name
 * @param dataset its records, ready to be trained on
 * @param target what its labels mean
 * @param radius radius of the set of models, chosen without looking at the data
 * @param words the records and what was done to them
 */
record ExampleData(
    String name, Dataset dataset, PredictionTarget target, double radius, String words) {
  /** Half the range of the measure of progression, 0 to 400. */
  private static final double PROGRESSION = 200;

  /**
   * Breast cancer, digits and diabetes.
   *
   * @param directory where the files are
   * @return the three datasets
   * @throws InputException if a file is missing or damaged
   */
  static List<ExampleData> all(Path directory) {
    return List.of(breastCancer(directory), digits(directory), diabetes(directory));
  }

  /**
   * The place of the files of the release or checkout that the command belongs to: in {@code
   * examples/data} of the nearest directory above its classes that has one.
   *
   * @return that directory; {@code examples/data} of the working directory if there is none
   */
  static Path directory() {
    Path files = Path.of("examples", "data");
    URL classes = ExampleData.class.getProtectionDomain().getCodeSource().getLocation();
    Stream<Path> above = Stream.iterate(path(classes), Objects::nonNull, Path::getParent);
    return above
        .map(directory -> directory.resolve(files))
        .filter(Files::isDirectory)
        .findFirst()
        .orElse(files);
  }

  private static Path path(URL url) {
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(url + " is no name of a file", e);
    }
  }

  private static ExampleData breastCancer(Path directory) {
    CsvOptions options = new CsvOptions(new CsvOptions.ColumnAt(-1), 1, "1");
    Dataset raw = read(directory.resolve("breast_cancer.csv"), options);
    String words = "breast cancer: benign against malignant; clipped to norm 1";
    return new ExampleData(
        "breast-cancer",
        prepared(raw, directory.resolve("breast_cancer_scaling.yaml"), 1),
        new PredictionTarget.TwoClasses("malignant", "benign"),
        5,
        words);
  }

  private static ExampleData digits(Path directory) {
    CsvOptions options =
        new CsvOptions(new CsvOptions.ColumnAt(-1), 0, new CsvOptions.Numbers(), ',');
    Dataset raw = read(directory.resolve("digits.csv.gz"), options);
    String words = "digits: even against odd; divided by 3 and clipped to norm 1";
    return new ExampleData(
        "digits",
        prepared(raw, directory.resolve("digits_scaling.yaml"), 3)
            .mapLabels(digit -> digit % 2 == 0 ? 1 : -1),
        new PredictionTarget.TwoClasses("odd", "even"),
        10,
        words);
  }

  private static ExampleData diabetes(Path directory) {
    CsvOptions options =
        new CsvOptions(
            new CsvOptions.OtherFile(existing(directory.resolve("diabetes_target.csv.gz"))),
            0,
            new CsvOptions.Numbers(),
            ' ');
    Dataset raw = read(directory.resolve("diabetes_data_raw.csv.gz"), options);
    RangeScaling labels = new RangeScaling(PROGRESSION, PROGRESSION);
    String words = "diabetes: progression from 0 to 400; divided by 2 and clipped to norm 1";
    return new ExampleData(
        "diabetes",
        labels.applyToLabels(prepared(raw, directory.resolve("diabetes_scaling.yaml"), 2)),
        new PredictionTarget.Numbers(labels),
        1,
        words);
  }

  /**
   * The task of training on some of the records.
   *
   * @param records number of records, at least 1
   * @return what is known before the records are looked at
   */
  TrainingTask task(int records) {
    return new TrainingTask(records, dataset.dimension(), target.labels(), radius);
  }

  private static Dataset prepared(Dataset raw, Path scaling, double clipNorm) {
    return new FeaturePreparation(
            Optional.of(ColumnsReader.scaling(DocumentReader.read(scaling))), clipNorm, false)
        .apply(raw);
  }

  private static Dataset read(Path file, CsvOptions options) {
    try {
      return CsvDataset.read(existing(file), options);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Path existing(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + ": there is no such file; --data-directory says where it is");
    }
    return file;
  }
}
