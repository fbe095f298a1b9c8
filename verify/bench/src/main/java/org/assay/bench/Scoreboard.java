package org.assay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.catalogue.Catalogue;
import org.assay.verify.catalogue.Entry;
import org.assay.verify.catalogue.Target;

/**
 * Audits every entry of the catalogue, all with the same settings, replays what shows without
 * statistics, and writes down the scores.
 */
public final class Scoreboard {
  private static final double ERROR_PROBABILITY = 1e-3;

  private Scoreboard() {}

  /**
   * Writes {@code scoreboard.md} and {@code scoreboard.json}, and every row as soon as it is known.
   * Ends with code 1 if a target is missed or a true claim refuted.
   *
   * <p>System properties, all optional: {@code scoreboard.directory}, {@code scoreboard.entries} (a
   * regular expression for the names), {@code scoreboard.seconds} and {@code scoreboard.runs} (the
   * limits of one audit), {@code scoreboard.seeds} (audits for each entry), {@code
   * scoreboard.threads}.
   *
   * @param args none
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    ScoreOptions options = ScoreOptions.fromProperties();
    Path directory = Files.createDirectories(options.directory());
    List<ReplayScore> replays = ReplayScore.measure(options.entries());
    System.out.print(ScoreTable.replays(replays));
    List<Score> scores = new ArrayList<>();
    for (Entry<?> entry : Catalogue.all()) {
      if (options.entries().matcher(entry.id()).matches()) {
        Score score = score(entry, options);
        System.out.print(ScoreTable.row(score));
        scores.add(score);
        write(directory, new ScoreSummary(List.copyOf(scores), replays), options);
      }
    }
    if (scores.isEmpty()) {
      throw new IllegalArgumentException("no entry is called " + options.entries());
    }
    ScoreSummary standing = new ScoreSummary(List.copyOf(scores), replays);
    System.out.print(ScoreTable.summary(standing));
    if (!standing.isGood()) {
      System.exit(1);
    }
  }

  /** After every entry, so that a scoreboard that is broken off is not lost. */
  private static void write(Path directory, ScoreSummary standing, ScoreOptions options)
      throws IOException {
    Files.writeString(directory.resolve("scoreboard.md"), ScoreTable.markdown(standing));
    Files.writeString(directory.resolve("scoreboard.json"), ScoreDocument.of(standing, options));
  }

  private static <D> Score score(Entry<D> entry, ScoreOptions options) {
    long wanted = Target.of(entry).map(Target::runs).filter(r -> r < Long.MAX_VALUE).orElse(0L);
    List<AuditReport> reports = new ArrayList<>();
    for (int seed = 0; seed < options.seeds(); seed++) {
      Auditor auditor =
          Auditor.of(entry.claim())
              .errorProbability(ERROR_PROBABILITY)
              .seed(seed)
              .threads(options.threads())
              .maximumRuns(Math.max(options.runs(), wanted))
              .maximumDuration(options.limit());
      reports.add(auditor.audit(entry.mechanism(), entry.pairs()));
    }
    return new Score(entry, entry.oracleRuns().orElse(Double.NaN), reports);
  }
}
