package org.assay.cli.internal.utility;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.ledger.LedgerLinks;
import org.assay.cli.internal.train.Spending;
import org.assay.ledger.internal.claim.Numbers;

/**
 * The output of the subcommand {@code utility} of the corrections.
 *
 * @param study how it was measured
 * @param rows what was measured
 */
record CorrectionStatement(CorrectionStudy study, List<CorrectionRow> rows) implements Statement {
  /** Differences of more standard errors are told as such. */
  private static final double CLEAR = 2;

  CorrectionStatement {
    rows = List.copyOf(rows);
  }

  @Override
  public String text() {
    return String.format(
        "# The cost of the corrections\n\n%s\n\n## By algorithm\n\n%s\n## Every row\n\n%s",
        note(), UtilityStatement.markdown(summary()), UtilityStatement.markdown(table()));
  }

  /** How the numbers were obtained and what they mean. */
  String note() {
    return "For every algorithm: the schedule with its paper's own constants, and the calibrated"
        + " one that is the default, for the same claim of epsilon at delta "
        + study.delta()
        + " when one record is replaced. Both are trained on all records, "
        + (study.seeds() == 1 ? "with one seed" : "with the same " + study.seeds() + " seeds")
        + ". What a schedule spends is the upper end of what the accountant certifies for its"
        + " event, so that a promise that is not certified need not be broken: the lines of the"
        + " ledger say which claims are refuted. Excess is the mean training loss above the"
        + " non-private minimizer of the same loss over the same set, ± its standard error. The"
        + " cost of honesty is the corrected schedule's excess less the paper's, seed by seed, and"
        + " their ratio; where it is below 0, the correction gains. Where the paper's schedule"
        + " spends more than it claims, its smaller loss is bought with privacy that it promised"
        + " not to spend.";
  }

  /** One line for each algorithm, of tab-separated cells, after a head. */
  String summary() {
    List<String> algorithms = rows.stream().map(CorrectionRow::algorithm).distinct().toList();
    return "algorithm\tpromise kept\tspent/claimed\tcorrected/paper excess\tledger, what is not"
        + " certified\n"
        + algorithms.stream().map(this::summary).collect(Collectors.joining());
  }

  private String summary(String algorithm) {
    List<CorrectionRow> own =
        rows.stream().filter(row -> row.algorithm().equals(algorithm)).toList();
    long known = own.stream().filter(row -> row.promiseKept().isPresent()).count();
    long kept = own.stream().filter(row -> row.promiseKept().orElse(false)).count();
    LedgerLinks links = LedgerLinks.about(algorithm).doubtful();
    return String.join(
            "\t",
            algorithm,
            known == 0 ? "-" : kept + " of " + known,
            range(own, CorrectionRow::factorSpent),
            range(own, CorrectionRow::ratio),
            links.isEmpty() ? "-" : links.words())
        + "\n";
  }

  private static String range(
      List<CorrectionRow> rows, Function<CorrectionRow, Optional<Double>> figure) {
    List<Double> values = rows.stream().map(figure).flatMap(Optional::stream).sorted().toList();
    if (values.isEmpty()) {
      return "-";
    }
    String least = factor(values.get(0));
    String most = factor(values.get(values.size() - 1));
    return least.equals(most) ? least : least + " to " + most;
  }

  /** One line for each row, of tab-separated cells, after a head. */
  String table() {
    return "dataset\talgorithm\tclaimed\tpaper spends\tpaper's excess\tcorrected spends"
        + "\tcorrected excess\tcost of honesty\tratio\tremark\n"
        + rows.stream().map(CorrectionStatement::line).collect(Collectors.joining());
  }

  private static String line(CorrectionRow row) {
    return String.join(
            "\t",
            row.dataset(),
            row.algorithm(),
            Numbers.shortest(row.claimed().epsilon()),
            spent(row.paper()),
            row.paper().excess().map(CorrectionStatement::words).orElse("-"),
            spent(row.corrected()),
            row.corrected().excess().map(CorrectionStatement::words).orElse("-"),
            row.cost().map(CorrectionStatement::words).orElse("-"),
            row.ratio().map(CorrectionStatement::factor).orElse("-"),
            remark(row))
        + "\n";
  }

  private static String spent(ScheduleTrial trial) {
    return trial.spending().map(s -> Numbers.atLeast(s.tightest().epsilon())).orElse("-");
  }

  private static String words(Mean mean) {
    String value = digits(mean.value());
    return Double.isNaN(mean.error()) ? value : value + " ± " + digits(mean.error());
  }

  private static String digits(double value) {
    return String.format(java.util.Locale.ROOT, "%.2g", value);
  }

  private static String factor(double value) {
    return Double.isInfinite(value)
        ? "infinite"
        : String.format(java.util.Locale.ROOT, value < 100 ? "%.2f" : "%.3g", value);
  }

  /** What the row shows, and why something is missing. */
  static String remark(CorrectionRow row) {
    return Stream.of(
            promise(row),
            row.cost().filter(CorrectionStatement::gains).map(cost -> "the correction gains"),
            missing("paper's schedule", row.paper()),
            missing("corrected schedule", row.corrected()))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("; "));
  }

  private static Optional<String> promise(CorrectionRow row) {
    return row.promiseKept().map(kept -> kept ? "promise kept" : broken(row));
  }

  private static String broken(CorrectionRow row) {
    return "certified for " + factor(row.factorSpent().orElseThrow()) + " times the claim only";
  }

  private static boolean gains(Mean cost) {
    return cost.value() < 0 && -cost.value() > CLEAR * cost.error();
  }

  private static Optional<String> missing(String which, ScheduleTrial trial) {
    return Optional.of(trial.note())
        .filter(note -> !note.isEmpty())
        .map(note -> which + ": " + note);
  }

  /** All numbers, one row a line. */
  String csv() {
    return CorrectionFiles.csv(this);
  }

  @Override
  public String json() {
    return CorrectionFiles.json(this);
  }

  /** Certified epsilon of a schedule. */
  static Optional<Double> epsilon(ScheduleTrial trial) {
    return trial.spending().map(Spending::tightest).map(bound -> bound.epsilon());
  }
}
