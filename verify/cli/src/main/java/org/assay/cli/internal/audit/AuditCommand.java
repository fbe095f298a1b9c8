package org.assay.cli.internal.audit;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.assay.cli.internal.claims.ClaimsFile;
import org.assay.cli.internal.claims.ClaimsReader;
import org.assay.cli.internal.claims.MechanismOptions;
import org.assay.cli.internal.claims.PythonFunction;
import org.assay.cli.internal.claims.ShortClaim;
import org.assay.cli.internal.command.ProgressOption;
import org.assay.cli.internal.command.VerdictCode;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.ShellWord;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.cli.internal.terminal.ProgressStyle;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code audit}. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Audit every claim of a file, or one claim about a function or program.",
    customSynopsis = {
      "assay audit CLAIMS.yaml [OPTIONS]",
      "assay audit FILE.py:FUNCTION --claim CLAIM --adjacency RELATION --data FAMILY [OPTIONS]",
      "assay audit --command COMMAND --claim CLAIM --adjacency RELATION --data FAMILY [OPTIONS]"
    },
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
      "  assay audit examples/noisy.py:count --claim 'pure(1)' --adjacency add-remove --data"
          + " counts",
      "  assay audit --command 'java NoisyCount.java 1.0' --claim 'pure(1)' --adjacency add-remove"
          + " \\",
      "      --data 'numbers(0, 1)' --significant-bits 24 --save claims.yaml",
      "  assay audit examples/breast-cancer.yaml --report target/report",
      "  assay audit examples/famous-claims.yaml",
      "  assay audit examples/outside/claims.yaml --check",
      "  assay audit examples/breast-cancer.yaml --seed 7 --runs 2000 --json",
      "  assay audit examples/breast-cancer.yaml --runs 1000000 --checkpoint target/checkpoint",
      "  assay audit examples/breast-cancer.yaml --runner spark --master local[2]"
    })
public final class AuditCommand implements Callable<Integer> {
  /** Largest number of threads, each of which may start a process. Not tuned. */
  private static final int MOST_THREADS = 4096;

  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "CLAIMS.yaml",
      description = "The claims file, YAML or JSON; or FILE.py:FUNCTION, with --claim.")
  private Optional<String> target = Optional.empty();

  @Mixin private final ClaimOptions claim = new ClaimOptions();

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
      description =
          "Audit this program, with --claim or where a claim of the file names no mechanism; no"
              + " shell is involved.")
  private Optional<String> program = Optional.empty();

  @Option(
      names = "--mechanism",
      paramLabel = "CLASS",
      description =
          "Audit this Java class, or CLASS#METHOD, with --claim or where a claim of the file names"
              + " no mechanism.")
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
   * Creates the subcommand.
   *
   * @param console the console for input and output
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
    MechanismOptions mechanism = MechanismOptions.of(program, className, classpath);
    runner.requireConsistent();
    Stated stated = stated(mechanism);
    return check ? checked(stated.claims()) : audited(stated.rehearsed(), style);
  }

  /**
   * Claims with their source.
   *
   * @param claims the claims
   * @param title the title of the audit
   * @param file the claims file; empty if options state the claim
   * @param source the file beside whose lines findings are shown, if any
   * @param mechanism the mechanism of claims that name none
   * @param words the command that repeats the audit, without its budget
   */
  private record Stated(
      ClaimsFile claims,
      String title,
      Optional<Path> file,
      Optional<ClaimsSource> source,
      MechanismOptions mechanism,
      String words) {
    Stated rehearsed() {
      return new Stated(claims.rehearsed(), title, file, source, mechanism, words);
    }
  }

  private Stated stated(MechanismOptions mechanism) {
    Optional<PythonFunction> function = target.flatMap(PythonFunction::of);
    if (function.isEmpty() && target.isPresent()) {
      return stated(Path.of(target.get()), mechanism);
    }
    if (function.isPresent() && !mechanism.equals(MechanismOptions.NONE)) {
      throw new InputException(
          target.get() + " is a function: give it or" + mechanism.words() + ", not both");
    }
    ShortClaim.Mechanism audited =
        function
            .map(ShortClaim.Mechanism::python)
            .or(() -> ShortClaim.Mechanism.of(mechanism))
            .orElseThrow(
                () ->
                    new InputException(
                        "there is nothing to audit: name a claims file, or FILE.py:FUNCTION or"
                            + " --command with --claim, --adjacency and --data"));
    ShortClaim stated = claim.about(audited, seed.orElse(0L), optional(runs));
    Path place = claim.file().orElse(Path.of("claims.yaml"));
    String text = stated.text(place);
    ClaimsFile claims = ClaimsReader.read(place, text);
    if (claim.file().isPresent()) {
      ClaimOptions.save(place, text);
      return stated(place, MechanismOptions.NONE, claims);
    }
    String words = target.map(word -> " " + ShellWord.of(word)).orElse("") + mechanism.words();
    return new Stated(
        claims,
        target.orElse(audited.name()),
        Optional.empty(),
        function.map(it -> ClaimsSource.of(Path.of(it.file()), Path.of(""), Map.of())),
        MechanismOptions.NONE,
        words + claim.words() + " --seed " + claims.seed());
  }

  private Stated stated(Path path, MechanismOptions mechanism) {
    if (claim.isGiven()) {
      throw new InputException(
          path
              + " is a claims file, which states claims itself: leave out --claim, --delta,"
              + " --adjacency, --data, --error-probability, --significant-bits and --save, or name"
              + " FILE.py:FUNCTION in its place");
    }
    if (path.toString().endsWith(".py")) {
      throw new InputException(
          path + " is a Python file: name one of its functions, as in " + path + ":count");
    }
    return stated(path, mechanism, ClaimsReader.read(path, optional(seed), mechanism));
  }

  private static Stated stated(Path path, MechanismOptions mechanism, ClaimsFile claims) {
    return new Stated(
        claims,
        String.valueOf(path.getFileName()),
        Optional.of(path),
        Optional.of(ClaimsSource.of(path, Path.of(""), claims.lines())),
        mechanism,
        " " + ShellWord.of(path.toString()) + " --seed " + claims.seed());
  }

  private int checked(ClaimsFile claims) {
    claims.claims().forEach(claim -> console.print(VerdictLine.ofPlan(claim)));
    claims.ranges().forEach(range -> console.print(VerdictLine.ofPlan(range)));
    return CommandLine.ExitCode.OK;
  }

  private int audited(Stated stated, ProgressStyle style) {
    try (Progress progress = new Progress(console, style);
        RunnerOptions.Connection connection =
            runner.connect(stated.file(), stated.claims(), stated.mechanism(), progress);
        AuditCourse course = course(stated, progress)) {
      run(stated, connection).run(course);
      return VerdictCode.of(course.finish().verdicts(), strict);
    }
  }

  private AuditRun run(Stated stated, RunnerOptions.Connection connection) {
    return new AuditRun(
        stated.claims(),
        optional(runs),
        threads,
        untilBudget,
        checkpoints.map(CheckpointDirectory::of),
        command(stated),
        connection.trials());
  }

  private AuditCourse course(Stated stated, Progress progress) {
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
    return new AuditCourse(means, stated.claims(), "Audit of " + stated.title(), stated.source());
  }

  private static OptionalLong optional(Optional<Long> number) {
    return number.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private String command(Stated stated) {
    return "assay audit"
        + stated.words()
        + runs.map(count -> " --runs " + count).orElse("")
        + (untilBudget ? " --until-budget" : "")
        + stated.mechanism().words();
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
