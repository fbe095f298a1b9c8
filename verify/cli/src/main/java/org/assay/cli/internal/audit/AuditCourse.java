package org.assay.cli.internal.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assay.cli.internal.claims.ClaimsFile;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.OutputException;
import org.assay.cli.internal.terminal.Progress;
import org.assay.ledger.internal.range.RangeClaim;
import org.assay.ledger.internal.range.RangeFinding;
import org.assay.ledger.internal.range.RangeSection;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;
import org.assay.verify.report.ReportSection;
import org.assay.verify.report.ReportSection.SectionVerdict;

/**
 * The output of an audit in progress. Every verdict is printed as soon as it is reached. The
 * verdicts so far are written also if the audit fails later, is interrupted by a signal, or loses
 * its standard output. The report is also written from time to time, so that little is lost if the
 * audit is killed.
 */
final class AuditCourse implements AutoCloseable {
  /**
   * Shortest time between two writes of the report, in nanoseconds. Not tuned: a write takes well
   * below a second.
   */
  private static final long NANOS_BETWEEN_REPORTS = 10_000_000_000L;

  private final Means means;
  private final ClaimsFile file;
  private final String title;
  private final Optional<ClaimsSource> source;
  private final List<AuditedClaim> claims = new ArrayList<>();
  private final List<RangeFinding> ranges = new ArrayList<>();
  private final Thread interruption = new Thread(this::interrupt, "interrupted audit");
  private long written = System.nanoTime();
  private boolean ended;

  /** Whether standard output was closed by its reader; nothing more is then printed. */
  private boolean unheard;

  /**
   * The outputs of an audit.
   *
   * @param console the console on which verdicts are printed
   * @param progress the display of progress
   * @param json whether the report is printed as JSON at the end, instead of lines
   * @param quiet whether claims that stood are passed over
   * @param timing whether the JSON includes the time of each claim
   * @param report the directory of the report, if any
   * @param events the file of events, if any
   * @param checkpointed whether the audit can be resumed
   */
  record Means(
      Console console,
      Progress progress,
      boolean json,
      boolean quiet,
      boolean timing,
      Optional<Path> report,
      Optional<EventFile> events,
      boolean checkpointed) {}

  /** The course of an audit that begins now. */
  AuditCourse(Means means, ClaimsFile file, String title, Optional<ClaimsSource> source) {
    this.means = means;
    this.file = file;
    this.title = title;
    this.source = source;
    tell(
        events ->
            events.write(
                EventFile.event("begun")
                    .put("title", title)
                    .put("claims", number())
                    .put("seed", file.seed())));
    Runtime.getRuntime().addShutdownHook(interruption);
  }

  private int number() {
    return file.claims().size() + file.ranges().size();
  }

  /** Begins a claim. */
  synchronized void begin(String claim, String doing) {
    doing(claim, doing);
    if (!ended) {
      tell(events -> events.write(EventFile.about("claim-begun", claim)));
    }
  }

  /** Reports a stage of a claim's audit. */
  void doing(String claim, String what) {
    means.progress().update(claim + ": " + what);
  }

  /** Reports the progress of the runs. */
  synchronized void observed(String claim, long maximumRuns, Checkpoint checkpoint, String words) {
    means.progress().update(words);
    if (!ended) {
      tell(events -> events.progress(claim, maximumRuns, checkpoint));
    }
  }

  /** Reports that a claim's checkpoint was resumed. */
  void resumed(String claim, Checkpoint checkpoint) {
    means
        .progress()
        .say(claim + ": resumed from the checkpoint after " + checkpoint.runs() + " runs");
  }

  /** Takes the verdict on a claim that was audited. */
  synchronized void decide(AuditedClaim claim) {
    if (!ended) {
      claims.add(claim);
      ObjectNode event = decided(claim.name(), claim.state());
      event.set("claim", JsonReport.entry(claim));
      announce(event, claim.state(), claim.audit().verdict(), VerdictLine.of(claim));
    }
  }

  /** Takes the verdict on a claim that was judged by computation. */
  synchronized void decide(RangeFinding range) {
    if (!ended) {
      ranges.add(range);
      ObjectNode event = decided(range.name(), range.state());
      event.set("range", new RangeSection(List.of(range)).json().get(0));
      announce(event, range.state(), range.verdict(), VerdictLine.of(range));
    }
  }

  private static ObjectNode decided(String name, ClaimState state) {
    return EventFile.about("decided", name).put("state", state.label());
  }

  private void announce(ObjectNode event, ClaimState state, Verdict verdict, String line) {
    if (!means.json() && !(means.quiet() && verdict == Verdict.NOT_REFUTED)) {
      means.progress().aside(() -> print(state, line));
    }
    tell(events -> events.write(event));
    if (claims.size() + ranges.size() < number()
        && System.nanoTime() - written > NANOS_BETWEEN_REPORTS) {
      attempt(() -> means.report().ifPresent(output()::write));
      written = System.nanoTime();
    }
  }

  private void print(ClaimState state, String line) {
    try {
      means.console().print(VerdictLine.colour(state), line);
    } catch (OutputException e) {
      unheard = e.hasReaderLeft();
      throw e;
    }
  }

  /** The verdicts so far. */
  synchronized AuditOutput output() {
    List<String> decided =
        Stream.concat(
                claims.stream().map(AuditedClaim::name), ranges.stream().map(RangeFinding::name))
            .toList();
    List<String> undecided =
        Stream.concat(
                file.claims().stream().map(PlannedClaim::name),
                file.ranges().stream().map(RangeClaim::name))
            .filter(name -> !decided.contains(name))
            .toList();
    return new AuditOutput(title, claims, ranges, undecided, source);
  }

  /**
   * Ends the audit after all verdicts: prints the summary, and writes the report, even if printing
   * failed.
   *
   * @return what was decided
   * @throws OutputException if something cannot be printed or written
   */
  synchronized AuditOutput finish() {
    AuditOutput output = output();
    ended = true;
    try {
      printJson(output);
    } finally {
      means.report().ifPresent(output::write);
    }
    if (!means.json() && !means.quiet()) {
      if (number() > 1) {
        means.console().print(ClaimState.summary(output.states()) + "\n");
      }
      means
          .report()
          .ifPresent(
              path -> means.console().print("report: " + path.resolve("report.html") + "\n"));
    }
    tell(events -> events.write(EventFile.event("finished").put("decided", number())));
    return output;
  }

  private void printJson(AuditOutput output) {
    if (means.json()) {
      means.console().print(means.timing() ? output.timedJson() : output.json());
    }
  }

  /** Runs while the virtual machine ends because of a signal. */
  private void interrupt() {
    stop("interrupted: ", advice());
  }

  private String advice() {
    return means.checkpointed()
        ? "; the same command goes on where this one stood"
        : "; with --checkpoint DIR the same command would go on where this one stood";
  }

  /** Writes the verdicts so far, and takes no further ones. */
  private synchronized void stop(String before, String after) {
    if (ended) {
      return;
    }
    ended = true;
    AuditOutput output = output();
    int decided = claims.size() + ranges.size();
    if (!unheard) {
      means
          .progress()
          .say(before + decided + " of " + number() + " claims " + isOrAre(decided) + after);
    }
    attempt(() -> printJson(output));
    attempt(() -> means.report().ifPresent(output::write));
    attempt(
        () -> tell(events -> events.write(EventFile.event("interrupted").put("decided", decided))));
  }

  private static String isOrAre(int count) {
    return (count == 1 ? "is" : "are") + " decided";
  }

  /** Does some work; a failure is reported and stops nothing else. */
  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (OutputException e) {
      if (!e.hasReaderLeft()) {
        means.progress().say(e.getMessage());
      }
    }
  }

  private void tell(Consumer<EventFile> word) {
    means.events().ifPresent(word);
  }

  /** Ends the audit. If the audit failed, the verdicts so far are written nevertheless. */
  @Override
  public void close() {
    if (hasDecided()) {
      stop("the audit ended early: ", "");
    }
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException interrupted) {
      // A signal arrived first: its handler runs already.
    }
    tell(EventFile::close);
  }

  private synchronized boolean hasDecided() {
    return !(claims.isEmpty() && ranges.isEmpty());
  }

  /**
   * The output of an audit.
   *
   * @param title the title of the report
   * @param claims the audited claims
   * @param ranges the findings about claims over ranges
   * @param undecided the names of claims without a verdict, if the audit did not reach its end
   * @param source the file that states the claims, if they come from one
   */
  record AuditOutput(
      String title,
      List<AuditedClaim> claims,
      List<RangeFinding> ranges,
      List<String> undecided,
      Optional<ClaimsSource> source) {
    /** The verdicts on all claims. */
    List<Verdict> verdicts() {
      List<Verdict> verdicts = new ArrayList<>();
      claims.forEach(claim -> verdicts.add(claim.audit().verdict()));
      ranges.forEach(range -> verdicts.add(range.verdict()));
      return verdicts;
    }

    /** The states of all claims. */
    List<ClaimState> states() {
      return Stream.concat(
              claims.stream().map(AuditedClaim::state), ranges.stream().map(RangeFinding::state))
          .toList();
    }

    /** The report as JSON, with the time that every claim took. */
    String timedJson() {
      return JsonReport.text(JsonReport.of(title, claims, sections()));
    }

    /**
     * The report as JSON; the same for the same seed, on every machine and for every number of
     * threads.
     */
    String json() {
      List<AuditedClaim> untimed = claims.stream().map(AuditedClaim::withoutTiming).toList();
      return JsonReport.text(JsonReport.of(title, untimed, sections()));
    }

    private List<ReportSection> sections() {
      return List.of(new RangeSection(ranges), new UndecidedSection(undecided));
    }

    /** Writes the report's files. */
    void write(Path directory) {
      ReportDirectory.write(
          directory,
          draft -> {
            ReportFiles.write(draft, title, claims, sections(), source);
            Files.writeString(draft.resolve("report.json"), json());
          });
    }

    /**
     * The claims without a verdict when the audit was interrupted, or when this report was written.
     *
     * @param names their names, in the order of the file
     */
    record UndecidedSection(List<String> names) implements ReportSection {
      private static final String WHY = "interrupted: the audit had not decided this claim";

      UndecidedSection {
        names = List.copyOf(names);
      }

      @Override
      public List<SectionVerdict> verdicts() {
        return names.stream()
            .map(name -> new SectionVerdict(name, ClaimState.INCONCLUSIVE, WHY, WHY + "."))
            .toList();
      }

      @Override
      public String key() {
        return "undecided";
      }

      @Override
      public ArrayNode json() {
        ArrayNode undecided = JsonNodeFactory.instance.arrayNode();
        names.forEach(undecided::add);
        return undecided;
      }

      @Override
      public String summary() {
        StringBuilder html = new StringBuilder();
        html.append(
            Html.paragraph(
                "interrupted", "Interrupted before there was a verdict on these claims:"));
        html.append("<ul class=\"undecided\">\n");
        names.forEach(name -> html.append("<li>").append(Html.text(name)).append("</li>\n"));
        return html.append("</ul>\n").toString();
      }

      @Override
      public String html() {
        return "";
      }
    }
  }
}
