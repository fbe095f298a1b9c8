package org.assay.cli.internal.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.claims.ClaimsFile;
import org.assay.cli.internal.claims.ClaimsReader;
import org.assay.cli.internal.claims.MechanismOptions;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialClusterProvider;
import org.assay.verify.trial.TrialRecipe;
import picocli.CommandLine.Option;

/** The place of the runs: on threads of this program, or on a cluster that the class path knows. */
final class RunnerOptions {
  private static final String LOCAL = "local";
  private static final String SPARK = "spark";

  /** The system property with Spark's address, which {@code spark-submit} sets. */
  private static final String MASTER_PROPERTY = "spark.master";

  @Option(
      names = "--runner",
      paramLabel = "RUNNER",
      description =
          "Make the runs here (local, the default) or on a Spark cluster (spark); reports do not"
              + " depend on it. ./assay finds Spark through SPARK_HOME.")
  private String runner = LOCAL;

  @Option(
      names = "--master",
      paramLabel = "MASTER",
      description =
          "The cluster, in Spark's notation: local[2], spark://host:7077, … (default: local[*]).")
  private Optional<String> master = Optional.empty();

  @Option(
      names = "--repeatable",
      description =
          "Java classes of the claims draw all randomness from the generator they are handed, so"
              + " runs that a cluster lost may be made again. Otherwise a loss ends the audit.")
  private boolean repeatable;

  /** A cluster in use, if one is. */
  record Connection(Optional<ClusterTrials> trials) implements AutoCloseable {
    @Override
    public void close() {
      trials.map(ClusterTrials::cluster).ifPresent(TrialCluster::close);
    }
  }

  private boolean isLocal() {
    return runner.equals(LOCAL);
  }

  void requireConsistent() {
    if (isLocal() && master.isPresent()) {
      throw new InputException("--master was " + master.get() + ": it needs --runner spark");
    }
    if (isLocal() && repeatable) {
      throw new InputException("--repeatable needs --runner spark: nothing is lost on one machine");
    }
  }

  /** Connects to the cluster if one was asked for and there is something to run. */
  Connection connect(
      Optional<Path> file, ClaimsFile claims, MechanismOptions mechanism, Progress progress) {
    if (isLocal()) {
      return new Connection(Optional.empty());
    }
    TrialClusterProvider provider = provider();
    if (claims.claims().isEmpty()) {
      return new Connection(Optional.empty());
    }
    Path read =
        file.orElseThrow(
            () ->
                new InputException(
                    "--runner was " + runner + ": it needs a claims file, which --save writes"));
    List<TrialRecipe<?>> recipes = ClaimsReader.recipes(read, claims.seed(), mechanism, repeatable);
    String where =
        master.orElse(Objects.requireNonNullElse(System.getProperty(MASTER_PROPERTY), "local[*]"));
    progress.update("starting " + runner + " on " + where);
    try {
      TrialCluster cluster = provider.connect(where, progress::detail);
      return new Connection(Optional.of(new ClusterTrials(cluster, recipes)));
    } catch (TrialClusterException e) {
      throw new InputException("--runner was " + runner + ": " + e.getMessage(), e);
    }
  }

  private TrialClusterProvider provider() {
    List<String> known = new ArrayList<>(List.of(LOCAL));
    for (TrialClusterProvider provider : ServiceLoader.load(TrialClusterProvider.class)) {
      if (provider.name().equals(runner)) {
        return provider;
      }
      known.add(provider.name());
    }
    if (runner.equals(SPARK)) {
      throw new InputException(
          "--runner was spark: assay-spark and Spark are not on the class path: set SPARK_HOME to a"
              + " Spark 4 for Scala 2.13 and start with ./assay (docs/guide/spark.md)");
    }
    known.add(SPARK);
    throw new InputException("--runner was " + runner + ": " + Suggestion.among(runner, known));
  }
}
