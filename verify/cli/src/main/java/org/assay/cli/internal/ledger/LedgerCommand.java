package org.assay.cli.internal.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.run.Entry;
import org.assay.ledger.internal.run.Expectations;
import org.assay.ledger.internal.run.Ledger;
import org.assay.ledger.internal.run.LedgerRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code ledger}. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Judge every privacy claim of five papers, with witnesses.",
    description =
        "Computes the verdict on each claim anew: certified, with how loose it is; refuted, with"
            + " the smallest instance found, checked a second time by arbitrary precision; or"
            + " undecided, with what is missing. Ends with 0 if all verdicts are the committed"
            + " ones, with 1 if one changed.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay ledger",
      "  assay ledger --claim A-L4.6",
      "  assay ledger --audit --report target/ledger"
    })
public final class LedgerCommand extends StatementCommand {
  @Option(
      names = "--claim",
      split = ",",
      paramLabel = "ID",
      description = "Explain only these claims, separated by commas.")
  private List<String> ids = List.of();

  @Option(
      names = "--audit",
      description =
          "Attack refuted claims on the running algorithms too, each with error probability 1e-4.")
  private boolean audit;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write index.html, a page for each claim and ledger.json there.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public LedgerCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    directory.ifPresent(ReportDirectory::requireWritable);
    List<LedgerClaim> claims =
        ids.isEmpty() ? Ledger.claims() : ids.stream().map(LedgerCommand::claim).toList();
    LedgerRun run = new LedgerRun(Runtime.getRuntime().availableProcessors(), progress::update);
    List<Entry> judged = run.judge(claims);
    List<Entry> entries = audit ? run.attack(judged) : judged;
    LedgerStatement statement = new LedgerStatement(entries, changes(entries), !ids.isEmpty());
    directory.ifPresent(path -> LedgerPage.write(path, statement, commandLine()));
    return statement;
  }

  private List<String> changes(List<Entry> entries) {
    Expectations expected = Expectations.committed();
    List<String> changes = new ArrayList<>(expected.changes(entries));
    if (ids.isEmpty()) {
      changes.addAll(expected.absent());
    }
    return changes;
  }

  private static LedgerClaim claim(String id) {
    return Ledger.find(id)
        .orElseThrow(
            () ->
                new InputException(
                    "--claim was '" + id + "': " + Suggestion.among(id, likely(id))));
  }

  /** The claims of the paper whose letter was typed; of all papers if none has it. */
  private static List<String> likely(String id) {
    String paper = id.length() > 1 && id.charAt(1) == '-' ? id.substring(0, 2) : "";
    List<String> same =
        Ledger.ids().stream()
            .filter(known -> known.startsWith(paper.toUpperCase(Locale.ROOT)))
            .toList();
    return same.isEmpty() ? List.copyOf(Ledger.ids()) : same;
  }
}
