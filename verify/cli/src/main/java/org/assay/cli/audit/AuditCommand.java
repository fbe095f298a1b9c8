package org.assay.cli.audit;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.assay.cli.claims.ClaimsFile;
import org.assay.cli.claims.ClaimsReader;
import org.assay.cli.claims.MechanismOptions;
import org.assay.cli.command.ProgressOption;
import org.assay.cli.command.VerdictCode;
import org.assay.cli.input.InputException;
import org.assay.cli.input.ShellWord;
import org.assay.cli.page.ReportDirectory;
import org.assay.cli.terminal.Console;
import org.assay.cli.terminal.Progress;
import org.assay.cli.terminal.ProgressStyle;
import org.assay.verify.report.ClaimsSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code audit}. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Audit every claim of a file.",
    description =
        "Certifies what each mechanism really spends, then tries to refute the claim by running the"
            + " mechanism on neighbouring datasets. The probability that any true claim of the file"
            + " is refuted is at most the file's error_probability. Claims over ranges of"
            + " parameters (for_all) are put to the test at their worst case, and claims about an"
            + " event are judged, by computation.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no claim was refuted",
      "1:a claim was refuted",
      "2:bad usage or input",
      "3:with --strict, an audit was inconclusive and no claim was refuted",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay audit examples/breast-cancer.yaml --report target/report",
      "  assay audit examples/famous-claims.yaml",
      "  assay audit examples/outside/claims.yaml --check",
      "  assay audit examples/breast-cancer.yaml --seed 7 --runs 2000 --json",
      "  assay audit examples/breast-cancer.yaml --runs 1000000 --checkpoint target/checkpoint",
      "  assay audit examples/breast-cancer.yaml --runner spark --master local[2]"
    })
public final class AuditCommand implements Callable<Integer> {
  /** Each may start a process of its own. */
  private static final int MOST_THREADS = 4096;

  private final Console console;

  @Parameters(paramLabel = "CLAIMS.yaml", description = "The claims file, YAML or JSON.")
  private @Nullable Path file;

  @Option(
      names = "--check",
      description =
          "Read and check the file, certify what built-in mechanisms spend, and stop before"
              + " anything runs.")
  private boolean check;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write report.html, report.json, junit.xml and report.sarif there.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--seed", paramLabel = "N", description = "Use this seed, not the file's.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Give every claim this many runs, not the file's number.")
  private Optional<Long> runs = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Run on N threads (default: all processors); results do not depend on it.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--until-budget",
      description = "Use the whole budget even if a claim is refuted early: a higher lower bound.")
  private boolean untilBudget;

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description =
          "Keep there what was observed. After an interruption the same command goes on where it"
              + " stood, with the same guarantee; remove the files if the mechanism has changed.")
  private Optional<Path> checkpoints = Optional.empty();

  @Option(
      names = "--command",
      paramLabel = "COMMAND",
      description = "Audit this program where a claim names no mechanism; no shell is involved.")
  private Optional<String> program = Optional.empty();

  @Option(
      names = "--mechanism",
      paramLabel = "CLASS",
      description = "Audit this Java class, or CLASS#METHOD, where a claim names no mechanism.")
  private Optional<String> className = Optional.empty();

  @Option(
      names = "--classpath",
      paramLabel = "PATHS",
      description = "Jars and directories to load Java mechanisms from.")
  private Optional<String> classpath = Optional.empty();

  @Mixin private final RunnerOptions runner = new RunnerOptions();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description =
          "Write there what happens, when it happens, as JSON lines: every verdict, and once a"
              + " second how many runs there were.")
  private Optional<Path> events = Optional.empty();

  @Option(
      names = {"-q", "--quiet"},
      description =
          "Print no progress, and no lines of claims that stood: only of those that were refuted or"
              + " not decided.")
  private boolean quiet;

  @Mixin private final ProgressOption progressOption = new ProgressOption();

  @Option(
      names = "--timing",
      description =
          "With --json, add the seconds and the runs per second of every claim, which differ from"
              + " one time to the next.")
  private boolean timing;

  @Option(names = "--strict", description = "Exit with 3 if an audit was inconclusive.")
  private boolean strict;

  /**
   * The verb in its surroundings.
   *
   * @param console what it reads from and prints to
   */
  public AuditCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    runs.ifPresent(count -> requireAtLeastOne("--runs", count));
    requireAtLeastOne("--threads", threads);
    requireAtMost("--threads", threads, MOST_THREADS);
    if (timing && !json) {
      throw new InputException("--timing is for the report that --json prints: give both");
    }
    if (check && (json || directory.isPresent() || events.isPresent() || checkpoints.isPresent())) {
      throw new InputException(
          "--check runs nothing, so there is nothing for --json, --report, --events or --checkpoint"
              + " to write: leave out --check or the others");
    }
    directory.ifPresent(ReportDirectory::requireWritable);
    ProgressStyle style = quiet ? ProgressStyle.NONE : progressOption.style(console);
    Path path = Objects.requireNonNull(file);
    MechanismOptions mechanism = MechanismOptions.of(program, className, classpath);
    runner.requireConsistent();
    ClaimsFile read = ClaimsReader.read(path, optional(seed), mechanism);
    return check ? checked(read) : audited(path, read.rehearsed(), mechanism, style);
  }

  private int checked(ClaimsFile claims) {
    claims.claims().forEach(claim -> console.print(VerdictLine.ofPlan(claim)));
    claims.ranges().forEach(range -> console.print(VerdictLine.ofPlan(range)));
    return CommandLine.ExitCode.OK;
  }

  private int audited(
      Path path, ClaimsFile claims, MechanismOptions mechanism, ProgressStyle style) {
    try (Progress progress = new Progress(console, style);
        RunnerOptions.Connection connection = runner.connect(path, claims, mechanism, progress);
        AuditCourse course = course(path, claims, progress)) {
      run(claims, command(path, claims.seed()) + mechanism.words(), connection).run(course);
      return VerdictCode.of(course.finish().verdicts(), strict);
    }
  }

  private AuditRun run(ClaimsFile claims, String command, RunnerOptions.Connection connection) {
    return new AuditRun(
        claims,
        optional(runs),
        threads,
        untilBudget,
        checkpoints.map(CheckpointDirectory::of),
        command,
        connection.trials());
  }

  private AuditCourse course(Path path, ClaimsFile claims, Progress progress) {
    AuditCourse.Means means =
        new AuditCourse.Means(
            console,
            progress,
            json,
            quiet,
            timing,
            directory,
            events.map(EventFile::open),
            checkpoints.isPresent());
    ClaimsSource source = ClaimsSource.of(path, Path.of(""), claims.lines());
    return new AuditCourse(means, claims, "Audit of " + path.getFileName(), source);
  }

  private static OptionalLong optional(Optional<Long> number) {
    return number.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private String command(Path path, long rootSeed) {
    return "assay audit "
        + ShellWord.of(path.toString())
        + " --seed "
        + rootSeed
        + runs.map(count -> " --runs " + count).orElse("")
        + (untilBudget ? " --until-budget" : "");
  }

  private static void requireAtMost(String name, int value, int most) {
    if (value > most) {
      throw new InputException(name + " was " + value + ": it must be at most " + most);
    }
  }

  private static void requireAtLeastOne(String name, long value) {
    try {
      org.assay.accountant.privacy.Parameters.requireAtLeastOne(name, value);
    } catch (IllegalArgumentException e) {
      throw InputException.because(e);
    }
  }
}
