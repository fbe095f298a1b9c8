package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;
import org.assay.algorithms.model.Prediction;
import org.assay.algorithms.model.TrainedModel;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.page.OutputFile;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.report.JsonReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code predict}. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Apply a trained model to a file.",
    description =
        "Reads a model that assay train --output wrote and prints a prediction for every record of"
            + " a file, as CSV with a header. Columns are found by the names they were trained"
            + " with, in any order and among others; a file without a header holds the columns of"
            + " the training in their order. Records are prepared by the model's own constants. A"
            + " model is a private release, so predictions cost nothing for those whose records it"
            + " was trained on; the records predicted here are not protected.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:predicted",
      "2:bad usage or input; nothing is printed",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay predict --model model.json --data new.csv",
      "  assay predict --model model.json --data new.csv --probabilities > predictions.csv",
      "  assay predict --model model.json --pmml model.pmml"
    })
public final class PredictCommand extends StatementCommand {
  private static final String PMML = "--pmml";

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "A model that assay train --output wrote.")
  private Path model = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Records without labels: separated values, compressed by gzip or not.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = PMML,
      paramLabel = "FILE",
      description =
          "In place of predictions: write the model as PMML 4.4, which other runtimes apply.")
  private Optional<Path> pmml = Optional.empty();

  @Option(
      names = "--label",
      paramLabel = "COL",
      description =
          "A column to leave out of a file without header: a number from 0, or -1 for the last."
              + " Files with a header may have any other columns.")
  private Optional<Integer> label = Optional.empty();

  @Mixin private FormOptions form = new FormOptions();

  @Option(
      names = "--probabilities",
      description =
          "Print how probable each class is, too; for models trained with a logistic loss.")
  private boolean probabilities;

  @Option(
      names = "--threshold",
      paramLabel = "P",
      description =
          "Two classes: predict the second where it is more probable than P, above 0 and below 1;"
              + " for models trained with a logistic loss (default: 0.5). A small P finds more"
              + " records of a rare class, and more that are not of it.")
  private Optional<Double> threshold = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for the output
   */
  public PredictCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    WholeFile.require("--model", model);
    if (pmml.isPresent() == data.isPresent()) {
      throw new InputException(
          "give either --data with the records to predict, or --pmml with the file to write");
    }
    data.ifPresent(file -> WholeFile.require("--data", file));
    pmml.ifPresent(file -> requirePmml(file));
    TrainedModel trained = load();
    return pmml.<Statement>map(file -> exported(file, trained))
        .orElseGet(() -> predicted(data.orElseThrow(), trained, progress));
  }

  private void requirePmml(Path file) {
    if (probabilities || threshold.isPresent() || label.isPresent()) {
      String option =
          probabilities ? "--probabilities" : label.isPresent() ? "--label" : "--threshold";
      throw new InputException(option + " was given: it goes with --data, and not with " + PMML);
    }
    OutputFile.requireWritable(PMML, file);
  }

  private static Statement exported(Path file, TrainedModel trained) {
    OutputFile.write(PMML + " was " + file, file, trained.toPmml());
    return new Exported(file);
  }

  /** Which file was written. */
  private record Exported(Path file) implements Statement {
    @Override
    public String text() {
      return "wrote " + file + ", PMML 4.4\n";
    }

    @Override
    public String json() {
      return JsonReport.text(JsonNodeFactory.instance.objectNode().put("pmml", file.toString()));
    }
  }

  private Statement predicted(Path records, TrainedModel trained, Progress progress) {
    if (probabilities && (!trained.logOdds() || trained.target().classes().isEmpty())) {
      throw new InputException(
          "--probabilities was given: the model knows none, as it was not trained with a logistic"
              + " loss");
    }
    threshold.ifPresent(value -> requireThreshold(value, trained));
    CsvOptions.LabelColumn none = new CsvOptions.NoLabel();
    CsvOptions options =
        new CsvOptions(
            none,
            form.skippedLines(),
            new CsvOptions.Numbers(),
            form.separator(),
            columns(trained));
    progress.update("predicting");
    CsvDataset.Table table = TableFile.read(records, options);
    List<String> classes = trained.target().classes();
    List<Prediction> predictions =
        trained.predictions(table.dataset()).stream()
            .map(each -> threshold.map(value -> above(value, each, classes)).orElse(each))
            .toList();
    return new PredictStatement(classes, predictions, probabilities);
  }

  private static void requireThreshold(double value, TrainedModel trained) {
    if (!(value > 0 && value < 1)) {
      throw new InputException(
          "--threshold was " + value + ": a probability must be above 0 and below 1");
    }
    if (!trained.logOdds() || trained.target().classes().size() != 2) {
      throw new InputException(
          "--threshold was given: the model does not know the probabilities of two classes");
    }
  }

  /**
   * The class by a threshold. The score is the linear prediction for the class that is said, which
   * is negative where the other one is more probable.
   */
  private static Prediction above(double value, Prediction each, List<String> classes) {
    String said = classes.get(each.probabilities().get(1) > value ? 1 : 0);
    double score = said.equals(each.label()) ? each.value() : -each.value();
    return new Prediction(said, score, each.probabilities());
  }

  private TrainedModel load() {
    try {
      return TrainedModel.load(model);
    } catch (IOException e) {
      throw new InputException(model + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private FeatureColumns columns(TrainedModel trained) {
    FeatureColumns columns = trained.columns();
    if (columns.header()) {
      if (label.isPresent()) {
        throw new InputException(
            "--label was given: columns are found by their names, and others need not be named");
      }
      return columns;
    }
    int skipped = label.orElse(-1);
    if (!(skipped >= -1)) {
      throw new InputException("--label was " + skipped + ": it must be from 0, or -1");
    }
    List<FeatureColumn> placed = new ArrayList<>();
    for (FeatureColumn column : columns.columns()) {
      int place = placed.size();
      placed.add(
          column.named(Integer.toString(skipped >= 0 && place >= skipped ? place + 1 : place)));
    }
    return new FeatureColumns(placed, List.of(), false, Set.copyOf(columns.missingMarkers()));
  }

  /**
   * The output of the subcommand {@code predict}.
   *
   * @param classes the classes of the model, none for numbers
   * @param predictions one for each record
   * @param probabilities whether to say how probable each class is
   */
  private record PredictStatement(
      List<String> classes, List<Prediction> predictions, boolean probabilities)
      implements Statement {
    /**
     * With spaces and control characters before it, which spreadsheets take off; also full-width.
     */
    private static final Pattern FORMULA =
        Pattern.compile(
            "[\\s\\p{Cntrl}\\p{Z}\\p{Cf}]*+[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\\t\\r\\n]");

    private static final Pattern SEPARATED = Pattern.compile("[;\\t|]");
    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:[eE][-+]?\\d++)?");
    private static final CSVFormat QUOTED =
        CSVFormat.DEFAULT.builder().setQuoteMode(QuoteMode.ALL).get();

    @Override
    public String text() {
      StringBuilder text = new StringBuilder();
      List<Object> header = new ArrayList<>(List.of("prediction"));
      if (probabilities) {
        classes.forEach(label -> header.add("probability of " + label));
      }
      line(text, header);
      for (Prediction prediction : predictions) {
        List<Object> cells = new ArrayList<>(List.of(prediction.label()));
        if (probabilities) {
          cells.addAll(prediction.probabilities());
        }
        line(text, cells);
      }
      return text.toString();
    }

    private static void line(StringBuilder text, List<Object> cells) {
      text.append(cells.stream().map(PredictStatement::cell).collect(Collectors.joining(",")))
          .append('\n');
    }

    /**
     * One cell. A spreadsheet runs text that begins like a formula, so that a class of such a name
     * gets an apostrophe before it, which says that text follows; -1 and +1e3 are numbers. Some
     * spreadsheets separate cells by other characters than the comma, unless they are quoted.
     */
    private static String cell(Object value) {
      String text = value.toString();
      String safe = FORMULA.matcher(text).lookingAt() && !isNumber(text) ? "'" + text : text;
      return (SEPARATED.matcher(safe).find() ? QUOTED : CSVFormat.DEFAULT).format(safe);
    }

    private static boolean isNumber(String text) {
      return NUMBER.matcher(text).matches();
    }

    @Override
    public String json() {
      ObjectNode document = JsonNodeFactory.instance.objectNode();
      ArrayNode names = document.putArray("classes");
      classes.forEach(names::add);
      ArrayNode list = document.putArray("predictions");
      for (Prediction prediction : predictions) {
        ObjectNode node = list.addObject();
        if (classes.isEmpty()) {
          node.put("number", prediction.value());
        } else {
          node.put("class", prediction.label());
          node.put("score", prediction.value());
        }
        if (probabilities) {
          ArrayNode shares = node.putArray("probabilities");
          prediction.probabilities().forEach(shares::add);
        }
      }
      return JsonReport.text(document);
    }
  }
}
