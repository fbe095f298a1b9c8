package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.ledger.LedgerLinks;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.report.JsonReport;

/**
 * The algorithms of the registry.
 *
 * @param markdown whether the text is the document {@code docs/reference/algorithms.md}
 * @param ranking the order of the list; by number if there is none
 */
record AlgorithmList(boolean markdown, Optional<Ranking> ranking) implements Statement {
  private static final String HEAD =
      """
      # Algorithms

      This page lists the algorithms that `assay train` can use. Every guarantee is for neighbours that differ in one replaced record, and is certified for what the run really does. If a paper's constants are wrong, the default is a corrected calibration. `--paper-schedule` takes the paper's own constants, and the printed statement says what they really cost. [Corrections](../papers/corrections.md) says what the correction costs in training loss. Preconditions are checked if that is possible, and assumed if not.

      This page is the output of `assay train --list --markdown`, and a test compares the two.

      ## Which one should I use?

      Use `--algorithm auto`. It takes DP-SGD if the target is an epsilon and a delta and epsilon n/√d is 30 or more, for n records of d features. Otherwise it takes DP gradient descent. Both need no tuning and take every kind of labels. On breast cancer, digits and diabetes, both are within about a point of the best algorithm at every [measured](../why/utility.md) budget. Other tables can be harder. On 35 generated tables, DP gradient descent by this rule came near the best tuned one in 92 of 140 trainings. It failed most with fewer than 1000 records. For two classes and budgets that are not small, objective perturbation is as good. It looks at the data once, and needs no choice of steps. `assay train --list --epsilon 1 --delta 1e-5 --rows 5000 --dimension 30` ranks all algorithms for a task of that size.

      Most other algorithms are here because papers prove rates for them, and to be audited. The rates are optimal up to constants, and the constants are large. Each section says what the algorithm gained on example data, as a share of the possible gain over a constant prediction. Algorithms that gain less than half of it are marked as being of theoretical interest. `assay train` warns before it runs an algorithm that gained nothing at a comparable budget.
      """;

  /** The same records for every algorithm, so that a command can be copied. */
  private static final String CLASSES =
      "--data examples/data/breast_cancer.csv --skip-lines 1 --label -1 --positive 1"
          + " --scaling examples/data/breast_cancer_scaling.yaml --epsilon 4 --delta 1e-5";

  private static final String REGRESSION =
      "--features examples/data/diabetes_data_raw.csv.gz"
          + " --target-file examples/data/diabetes_target.csv.gz --separator space"
          + " --label-range 0 400 --scaling examples/data/diabetes_scaling.yaml"
          + " --epsilon 4 --delta 1e-5";

  @Override
  public String text() {
    return markdown ? document() : ranking.map(Ranking::text).orElseGet(AlgorithmList::lines);
  }

  private static String lines() {
    int width = AlgorithmRegistry.ids().stream().mapToInt(String::length).max().orElse(0);
    return AlgorithmRegistry.all().stream()
        .map(
            entry ->
                String.format(
                    "%2d  %-" + width + "s  %s%n", entry.number(), entry.id(), entry.title()))
        .collect(Collectors.joining());
  }

  private static String document() {
    return HEAD
        + AlgorithmRegistry.all().stream()
            .map(AlgorithmList::section)
            .collect(Collectors.joining());
  }

  private static String section(AlgorithmEntry entry) {
    String preconditions =
        entry.preconditions().stream()
            .map(condition -> "- " + condition + "\n")
            .collect(Collectors.joining());
    return "\n## %d. %s (`%s`)\n\nSource: %s.\n\nGuarantee: %s\n\nPreconditions:\n\n%s\nLabels: %s.\n\nMeasured: %s.\n\n%s```bash\n%s\n```\n"
        .formatted(
            entry.number(),
            entry.title(),
            entry.id(),
            Reference.markdown(entry.source()),
            entry.guarantee(),
            preconditions,
            labels(entry),
            Ranking.USUAL.measured(entry),
            claims(entry),
            command(entry));
  }

  /** The lines of the ledger that judge what the algorithm rests on. */
  private static String claims(AlgorithmEntry entry) {
    String ids = String.join(", ", LedgerLinks.about(entry.id()).ids());
    return ids.isEmpty() ? "" : "Claims in the [ledger](../papers/ledger.md): " + ids + ".\n\n";
  }

  private static String labels(AlgorithmEntry entry) {
    List<String> kinds =
        Stream.of(Labels.values())
            .filter(entry.labels()::contains)
            .map(AlgorithmList::words)
            .toList();
    int last = kinds.size() - 1;
    return last == 0
        ? kinds.get(0)
        : String.join(", ", kinds.subList(0, last)) + " or " + kinds.get(last);
  }

  private static String words(Labels labels) {
    return switch (labels) {
      case SIGNS -> "two classes";
      case BOUNDED_NUMBERS -> "numbers";
      case CLASSES -> "several classes";
    };
  }

  /** A command that trains with an algorithm on example data. */
  static String command(AlgorithmEntry entry) {
    return "./assay train --algorithm "
        + entry.id()
        + " "
        + (entry.labels().contains(Labels.SIGNS) ? CLASSES : REGRESSION);
  }

  @Override
  public String json() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      ObjectNode node = list.addObject();
      node.put("id", entry.id());
      node.put("number", entry.number());
      node.put("title", entry.title());
      node.put("source", entry.source());
      node.put("guarantee", entry.guarantee());
      node.put("labels", labels(entry));
      ArrayNode preconditions = node.putArray("preconditions");
      entry.preconditions().forEach(preconditions::add);
      ArrayNode claims = node.putArray("ledger");
      LedgerLinks.about(entry.id()).ids().forEach(claims::add);
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.set("algorithms", list);
    return JsonReport.text(document);
  }
}
