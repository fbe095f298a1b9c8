package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.assay.cli.internal.budget.BudgetRequest;
import org.assay.cli.internal.budget.BudgetStatement;
import org.assay.cli.internal.budget.StoreAddress;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.terminal.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code evaluate}. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    header = "Answer a batch of questions: JSON Lines in, JSON Lines out, in order.",
    description = {
      "Question: {\"id\": any, \"fn\": name, \"args\": {...}}",
      "Answer:   {\"id\": ..., \"fn\": name, \"lower\": \"...\", \"upper\": \"...\"}, at once, so"
          + " that",
      "          another program can go on asking",
      "      or  {\"id\": ..., \"error\": \"...\"}",
      "Cancel:   {\"cancel\": id}: questions of that id which have no answer yet are refused",
      "The decimals enclose the exact value. No line stops the batch or changes the exit code: a"
          + " question that cannot be answered, or not within the limits of time, memory and depth,"
          + " is refused by itself, with \"stopped\" for a limit. Arguments are read as binary64.",
      "",
      "Functions:",
      "  sgm_rdp_fwd, sgm_rdp_rev (q, sigma, alpha); gaussian_rdp (sigma, alpha);",
      "  laplace_rdp (b, alpha); rr_rdp (p, alpha);",
      "  gaussian_delta (mu, eps); gaussian_eps (mu, delta); gaussian_mu (eps, delta);",
      "  rdp_to_eps_cks (alpha, rdp, delta); rdp_to_logdelta_cks (alpha, rdp, eps);",
      "  zcdp_to_eps_cks, zcdp_gaussian_eps_exact (rho, delta); zcdp_to_logdelta_cks (rho, eps);",
      "  sgm_compose_eps_cks (q, sigma, T, delta): the bound by Rényi divergences;",
      "  sgm_compose_eps (q, sigma, T, delta, adjacency), sgm_compose_delta (q, sigma, T, eps,",
      "      adjacency): the exact value of T sampled Gaussians; adjacency is \"add-remove\"",
      "  noisy_sgd_rdp (n, b, sigma, L, D, eta, T, alpha, m, M, sampling, adjacency),"
          + " noisy_sgd_eps",
      "      (delta for alpha): the last iterate of Noisy-SGD as in 'assay walk'; upper is"
          + " certified,",
      "      lower as well, and 0 unless found within two seconds; without M the smoothness is",
      "      assumed to be so small that every step contracts, and upper holds only if it is",
      "  partition_keep_probability (eps, delta, records), partition_first_certain (eps, delta),",
      "      truncated_laplace_bound (eps, delta, sensitivity)",
      "  event (event, and one of delta, epsilon and order; adjacency, unless it is that of the",
      "      event): epsilon at that delta, delta at that epsilon, or the Rényi divergence of that",
      "      order, by the tightest method known, which \"method\" names; the event is written as"
          + " in",
      "      an event file, and \"encloses_true_value\" says whether the ends enclose the smallest",
      "      number that holds or a bound that was proved. A list of numbers has a \"curve\".",
      "      With \"?\" for noise_multiplier, threshold, sampling_probability or times in the"
          + " event,",
      "      and a target (epsilon and delta, or rho, or mu): the \"value\" that just meets it,",
      "      \"upper\", what is certified there, and the value next to it that \"fails_at\"",
      "  event_advantage (event), event_success (event, prior), event_tpr (event, fpr), event_risk",
      "      (event, prior, delta): what an attacker can do, as 'assay risk' says; claim is",
      "      \"either\", \"present\" or \"absent\", and \"attained\" whether one reaches \"lower\""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay evaluate questions.jsonl > answers.jsonl",
      "  echo '{\"fn\":\"gaussian_eps\",\"args\":{\"mu\":1,\"delta\":1e-5}}' | assay evaluate"
          + " --digits 50",
      "  echo '{\"fn\":\"event\",\"args\":{\"delta\":1e-5,\"event\":\"pure(2,"
          + " adjacency=replace-one)\"}}' \\",
      "      | assay evaluate"
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 4096;

  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "The batch; standard input if left out or '-'.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--digits",
      paramLabel = "N",
      description =
          "Compute N correct significant digits, 1 to 1000, in arbitrary precision: \"value\" is"
              + " off by less than one unit of its last digit, \"lower\" and \"upper\" are one such"
              + " unit below and above it. Digits are controlled by agreement of two computations."
              + " The functions named last, from sgm_compose_eps on, have no such digits.")
  private Optional<Integer> digits = Optional.empty();

  @Option(
      names = "--question-seconds",
      paramLabel = "S",
      description =
          "Refuse a question that has no answer after S seconds (default: 60). \"seconds\" in a"
              + " question says otherwise for that question.")
  private double questionSeconds = BatchEvaluator.SECONDS;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Answer N questions at once (default: 1). Answers then come in any order: ids tell them"
              + " apart.")
  private int threads = 1;

  @Option(
      names = "--store",
      paramLabel = "PLACE",
      description =
          "A store of budgets, for the function budget (action: charge, fits, show or history;"
              + " name, event, label, id, adjacency); see 'assay budget'.")
  private Optional<String> store = Optional.empty();

  @Option(names = "--user", paramLabel = "USER", description = "User of the store's database.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Password of the store's database, as for 'assay budget'.")
  private Optional<Path> passwordFile = Optional.empty();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Key of the store's hashes, as for 'assay budget'.")
  private Optional<Path> keyFile = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    digits.ifPresent(EvaluateCommand::requireDigits);
    requireLimits();
    // Not closed after a failure: another thread may wait for input, and closing waits for it.
    BufferedReader in = reader();
    BatchEvaluator evaluator =
        new BatchEvaluator(in, new Answers(console))
            .withSeconds(questionSeconds)
            .withThreads(threads);
    BatchEvaluator precise = digits.map(evaluator::withDigits).orElse(evaluator);
    store
        .map(place -> new StoreAddress(place, user, passwordFile, keyFile))
        .map(address -> precise.withFunction(new BudgetFunction("budget", address)))
        .orElse(precise)
        .run();
    in.close();
    console.requireWritten();
    return ExitCode.FINE;
  }

  private static void requireDigits(int count) {
    if (!(count >= 1 && count <= 1000)) {
      throw new InputException("--digits was " + count + ": it must be from 1 to 1000");
    }
  }

  private void requireLimits() {
    if (!(questionSeconds > 0 && questionSeconds <= BatchLine.MOST_SECONDS)) {
      throw new InputException(
          String.format(
              "--question-seconds was %s: it must be above 0 and at most %s",
              questionSeconds, BatchLine.MOST_SECONDS));
    }
    if (!(threads >= 1 && threads <= MOST_THREADS)) {
      throw new InputException(
          "--threads was " + threads + ": it must be from 1 to " + MOST_THREADS);
    }
  }

  /** Standard output, which nobody goes on writing to when nobody reads it. */
  private static final class Answers extends BufferedWriter {
    private final Console console;

    Answers(Console console) {
      super(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
      this.console = console;
    }

    @Override
    public void flush() throws IOException {
      super.flush();
      console.requireWritten();
    }
  }

  private BufferedReader reader() throws IOException {
    if (file.isEmpty() || file.get().toString().equals("-")) {
      return new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    }
    Path path = file.get();
    if (!Files.exists(path) || Files.isDirectory(path)) {
      WholeFile.require("FILE", path);
    }
    // Unlike Files.newBufferedReader this replaces what is not UTF-8: one bad line stays one.
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8));
  }

  /**
   * The actions of {@code assay budget} on an existing budget: charge, fits, show or history. The
   * store is opened for each question, so that others may use a file in between.
   *
   * @param name its name in the batch language
   * @param address the store, which the command line names: no line of a batch opens another one
   */
  private record BudgetFunction(String name, StoreAddress address) implements BatchFunction {
    private static final String EVENT = "event";
    private static final String LABEL = "label";
    private static final String ID = "id";
    private static final String ADJACENCY = "adjacency";
    private static final Shape SHAPE =
        new Shape("args", List.of("action", "name"), List.of(EVENT, LABEL, ID, ADJACENCY));

    @Override
    public BatchAnswer at(JsonNode args) {
      Fields fields = DocumentReader.readJson("args", args.toString()).fields(SHAPE);
      BudgetRequest request =
          new BudgetRequest(
              address,
              Optional.of(fields.get("name").text()),
              text(fields, ADJACENCY).map(label -> AdjacencyOption.read(ADJACENCY, label)));
      BudgetStatement statement = answer(request, fields);
      return object -> object.setAll(statement.object());
    }

    private static BudgetStatement answer(BudgetRequest request, Fields fields) {
      String action = fields.get("action").text();
      return switch (action) {
        case "charge" ->
            request.charge(event(fields), text(fields, LABEL).orElse(""), text(fields, ID));
        case "fits" -> request.fits(event(fields));
        case "show" -> request.show();
        case "history" -> request.history();
        default ->
            throw new LineException(
                "action was '" + action + "': it must be one of charge, fits, show, history");
      };
    }

    private static Value event(Fields fields) {
      return fields.get(EVENT);
    }

    private static Optional<String> text(Fields fields, String key) {
      return fields.optional(key).map(Value::text);
    }

    @Override
    public BatchAnswer at(JsonNode args, int digits) {
      throw new LineException("fn '" + name + "' has no digits: leave out --digits");
    }
  }
}
