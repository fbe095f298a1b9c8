package org.assay.cli.internal.budget;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code budget}. */
@Command(
    name = "budget",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Keep budgets that a team shares: charge before a mechanism runs.",
    description =
        "Names are paths: a charge to team/alice is charged to team as well, to all or to none."
            + " charge and fits end with 0 if the event fits and with 1 if it does not; plan with 1"
            + " if one of its events does not.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay budget create team --store budgets --epsilon 1 --delta 1e-6 \\",
      "      --adjacency add-remove",
      "  assay budget charge team 'laplace(10)' --store budgets --label 'weekly counts' \\",
      "      --adjacency add-remove",
      "  assay budget plan team 'gaussian(?)' 'gaussian(?)' --store budgets --limit rho \\",
      "      --adjacency add-remove",
      "  assay budget show team --store budgets --report target/budget",
      "  assay budget verify --store jdbc:postgresql://host/team --user analyst"
    })
public final class BudgetCommand extends StatementCommand {
  /** The actions of the subcommand. */
  enum Action {
    create,
    charge,
    fits,
    show,
    history,
    verify,
    plan
  }

  @Parameters(
      index = "0",
      arity = "1",
      paramLabel = "ACTION",
      description = "create, charge, fits, show, history, verify or plan.")
  private Action action = Action.show;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description =
          "The budget, for verify with all above it; all of the store for show and verify.")
  private Optional<String> name = Optional.empty();

  @Parameters(
      index = "2..*",
      paramLabel = "EVENT",
      description =
          "What is to run, in the notation of docs/reference/events.md; several for plan.")
  private List<String> events = List.of();

  @Option(
      names = "--store",
      required = true,
      paramLabel = "PLACE",
      description = "A file, or the address of a database: jdbc:postgresql:… or jdbc:h2:….")
  private String store = "";

  @Option(names = "--epsilon", paramLabel = "E", description = "Limit; with --delta, or pure.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(names = "--delta", paramLabel = "D", description = "Delta of the whole, in (0, 1).")
  private Optional<Double> delta = Optional.empty();

  @Option(
      names = "--own-delta",
      paramLabel = "D",
      description = "Part of --delta for the charges' own deltas (default: one half).")
  private Optional<Double> ownDelta = Optional.empty();

  @Option(names = "--rho", paramLabel = "R", description = "Limit of zCDP.")
  private Optional<Double> rho = Optional.empty();

  @Option(names = "--mu", paramLabel = "M", description = "Limit of Gaussian privacy.")
  private Optional<Double> mu = Optional.empty();

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description =
          "add-remove, replace-one or zero-out: of a new budget, and of mechanisms that name none.")
  private Optional<String> adjacency = Optional.empty();

  @Option(names = "--label", paramLabel = "TEXT", description = "What a charge is for.")
  private Optional<String> label = Optional.empty();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Names a charge, which is then granted once however often it is asked.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--weights",
      split = ",",
      paramLabel = "W",
      description = "Shares of planned events with '?' (default: equal).")
  private List<Double> weights = List.of();

  @Option(
      names = "--limit",
      paramLabel = "NAME",
      description = "The limit that planned events share, such as rho.")
  private Optional<String> limit = Optional.empty();

  @Option(
      names = "--anchor",
      paramLabel = "NAME=ANCHOR",
      description = "What verify must find, as it printed it before.")
  private List<String> anchors = List.of();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Let show write budget.html there: spent over time, and by label.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--user", paramLabel = "USER", description = "User of a database.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "First line: the password (default: the variable " + StoreAddress.PASSWORD + ").")
  private Optional<Path> passwordFile = Optional.empty();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Key of the rows' hashes, the same for everybody.")
  private Optional<Path> keyFile = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public BudgetCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    requireFitting();
    directory.ifPresent(ReportDirectory::requireWritable);
    StoreAddress address = new StoreAddress(store, user, passwordFile, keyFile);
    BudgetRequest request = new BudgetRequest(address, name, relation());
    if (action != Action.charge && action != Action.fits && action != Action.plan) {
      requireNoEvents();
    }
    return switch (action) {
      case create -> request.create(guarantee(), ownDelta);
      case charge -> request.charge(event(), label.orElse(""), id);
      case fits -> request.fits(event());
      case show ->
          directory
              .map(path -> request.show(page -> page.write(path, commandLine())))
              .orElseGet(request::show);
      case history -> request.history();
      case verify -> request.verify(anchors);
      case plan ->
          new BudgetPlan(
                  request, events.stream().map(BudgetCommand::event).toList(), weights, limit)
              .statement();
    };
  }

  /** Refuses options that the action does not read, since they were meant for another action. */
  private void requireFitting() {
    requireFor(List.of(Action.create), "--epsilon", epsilon.isPresent());
    requireFor(List.of(Action.create), "--delta", delta.isPresent());
    requireFor(List.of(Action.create), "--own-delta", ownDelta.isPresent());
    requireFor(List.of(Action.create), "--rho", rho.isPresent());
    requireFor(List.of(Action.create), "--mu", mu.isPresent());
    requireFor(List.of(Action.charge), "--label", label.isPresent());
    requireFor(List.of(Action.charge), "--id", id.isPresent());
    requireFor(List.of(Action.plan), "--weights", !weights.isEmpty());
    requireFor(List.of(Action.plan), "--limit", limit.isPresent());
    requireFor(List.of(Action.verify), "--anchor", !anchors.isEmpty());
    requireFor(List.of(Action.show), "--report", directory.isPresent());
    requireFor(
        List.of(Action.create, Action.charge, Action.fits, Action.plan),
        "--adjacency",
        adjacency.isPresent());
  }

  private void requireFor(List<Action> actions, String option, boolean given) {
    if (given && !actions.contains(action)) {
      String those = actions.stream().map(Action::name).collect(Collectors.joining(", "));
      throw new InputException(option + " belongs to " + those + ": " + action + " takes none");
    }
  }

  private Optional<AdjacencyRelation> relation() {
    return adjacency.map(text -> AdjacencyOption.read("--adjacency", text));
  }

  private static Value event(String text) {
    return Value.ofText("EVENT", text);
  }

  private Value event() {
    if (events.size() != 1) {
      throw new InputException(
          "EVENT "
              + (events.isEmpty() ? "is missing" : "was given " + events.size() + " times")
              + ": give the name and what is to run in quotation marks, such as team"
              + " 'laplace(10)'");
    }
    return event(events.get(0));
  }

  private void requireNoEvents() {
    if (!events.isEmpty()) {
      throw new InputException("EVENT was '" + events.get(0) + "': " + action + " takes none");
    }
  }

  private Guarantee guarantee() {
    AdjacencyRelation relation =
        relation()
            .orElseThrow(
                () -> new InputException("--adjacency is missing: " + AdjacencyRelation.MEANINGS));
    int kinds =
        (epsilon.isPresent() ? 1 : 0) + (rho.isPresent() ? 1 : 0) + (mu.isPresent() ? 1 : 0);
    if (kinds != 1 || (delta.isPresent() && epsilon.isEmpty())) {
      throw new InputException(
          "the limit must be --epsilon, --epsilon with --delta, --rho, or --mu");
    }
    delta.ifPresent(
        given -> {
          if (!(given > 0 && given < 1)) {
            throw new InputException(
                "--delta was " + given + ": it must be above 0 and below 1; leave it out for 0");
          }
        });
    if (epsilon.isPresent()) {
      return delta.isPresent()
          ? new Guarantee.Approximate(epsilon.get(), delta.get(), relation)
          : new Guarantee.Pure(epsilon.get(), relation);
    }
    return rho.isPresent()
        ? new Guarantee.ZeroConcentrated(rho.get(), relation)
        : new Guarantee.Gaussian(mu.orElseThrow(), relation);
  }
}
