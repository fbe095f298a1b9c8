package org.assay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.catalogue.Catalogue;
import org.assay.verify.catalogue.Entry;

/** Audits every entry of the catalogue, all with the same settings, and writes down the scores. */
public final class Scoreboard {
  private static final double ERROR_PROBABILITY = 1e-3;

  private Scoreboard() {}

  /**
   * Writes {@code scoreboard.md} and {@code scoreboard.json}, and every row as soon as it is known.
   *
   * @param args where to write, the limits of one audit in seconds and in runs, the number of seeds
   *     for each entry, and a regular expression for the names of the entries
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 5) {
      throw new IllegalArgumentException(
          "there were " + args.length + " arguments: give directory seconds runs seeds entries");
    }
    Path directory = Files.createDirectories(Path.of(args[0]));
    Duration limit = Duration.ofSeconds(Long.parseLong(args[1]));
    long runs = Long.parseLong(args[2]);
    int seeds = Integer.parseInt(args[3]);
    Pattern wanted = Pattern.compile(args[4]);
    List<Score> scores = new ArrayList<>();
    for (Entry<?> entry : Catalogue.all()) {
      if (wanted.matcher(entry.id()).matches()) {
        Score score = score(entry, limit, runs, seeds);
        System.out.print(ScoreTable.row(score));
        scores.add(score);
      }
    }
    Files.writeString(directory.resolve("scoreboard.md"), ScoreTable.markdown(scores));
    Files.writeString(directory.resolve("scoreboard.json"), ScoreTable.json(scores));
  }

  private static <D> Score score(Entry<D> entry, Duration limit, long runs, int seeds) {
    List<AuditReport> reports = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      Auditor auditor =
          Auditor.of(entry.claim())
              .errorProbability(ERROR_PROBABILITY)
              .seed(seed)
              .maximumRuns(runs)
              .maximumDuration(limit);
      reports.add(auditor.audit(entry.mechanism(), entry.pairs()));
    }
    return new Score(entry, entry.oracleRuns().orElse(Double.NaN), reports);
  }
}
