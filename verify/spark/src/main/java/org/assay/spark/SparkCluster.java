package org.assay.spark;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialSession;

/**
 * A Spark cluster that runs the trials of audits: a task runs some ranges of trials with the seeds
 * that an audit on one machine would use, and the driver puts the outcomes into their order. A task
 * that is lost is run again if the plan is repeatable, and ends the audit otherwise.
 *
 * <pre>{@code
 * try (SparkCluster cluster = SparkCluster.connect("local[2]", progress -> {})) {
 *   TrialRecipe<Double> recipe = TrialRecipe.carrying(mechanism, pairs, true);
 *   AuditReport report = Auditor.of(claim).elsewhere(cluster, recipe).audit(mechanism, pairs);
 * }
 * }</pre>
 */
public final class SparkCluster implements TrialCluster {
  private static final String LOOPBACK = "127.0.0.1";

  private final JavaSparkContext context;
  private final boolean owned;
  private final TaskCounter counter;

  private SparkCluster(JavaSparkContext context, boolean owned, Consumer<String> progress) {
    this.context = context;
    this.owned = owned;
    this.counter = new TaskCounter(context.master(), progress);
    context.sc().addSparkListener(counter);
  }

  /**
   * Starts a Spark application. It is configured by {@code spark.*} system properties, which is
   * what {@code spark-submit} sets; where they say nothing, there is no web page, and tasks are not
   * speculated on.
   *
   * @param master where it runs, in Spark's notation, for example {@code local[2]} or {@code
   *     spark://host:7077}
   * @param progress hears how many tasks are done, from any thread
   * @return the cluster; closing it stops the application
   * @throws TrialClusterException if there is no such cluster
   */
  public static SparkCluster connect(String master, Consumer<String> progress) {
    try {
      JavaSparkContext context = new JavaSparkContext(configuration(master));
      return new SparkCluster(context, true, progress);
    } catch (RuntimeException | LinkageError e) {
      throw new TrialClusterException(
          "master was " + master + ": no Spark there: " + Failures.firstLine(e), e);
    } catch (Exception e) {
      // Scala declares no checked exceptions and throws them all the same.
      throw new TrialClusterException(
          "master was " + master + ": no Spark there: " + Failures.firstLine(e), e);
    }
  }

  /**
   * Uses a Spark application that runs already.
   *
   * @param context the application; it goes on when the cluster is closed. The classes of the audit
   *     must be among its jars
   * @param progress hears how many tasks are done, from any thread
   * @return the cluster
   */
  public static SparkCluster on(JavaSparkContext context, Consumer<String> progress) {
    return new SparkCluster(context, false, progress);
  }

  private static SparkConf configuration(String master) {
    SparkConf configuration = new SparkConf().setMaster(master);
    configuration.setIfMissing("spark.app.name", "assay audit");
    configuration.setIfMissing("spark.ui.enabled", "false");
    configuration.setIfMissing("spark.speculation", "false");
    // Answers are read as they come, so their sum over a job may exceed what is held at once.
    configuration.setIfMissing("spark.driver.maxResultSize", "0");
    if (master.startsWith("local")) {
      configuration.setIfMissing("spark.driver.host", LOOPBACK);
      configuration.setIfMissing("spark.driver.bindAddress", LOOPBACK);
    }
    if (!configuration.contains("spark.jars")) {
      configuration.setJars(ownJars().toArray(String[]::new));
    }
    return configuration;
  }

  /** The jars that executors need: those that hold this class, the auditor and the caller. */
  private static Set<String> ownJars() {
    Set<String> jars = new LinkedHashSet<>();
    jarOf(SparkCluster.class).ifPresent(jars::add);
    jarOf(TrialPlan.class).ifPresent(jars::add);
    String classpath = Objects.requireNonNullElse(System.getProperty("java.class.path"), "");
    Arrays.stream(classpath.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar") && entry.contains("assay"))
        .forEach(jars::add);
    return jars;
  }

  private static Optional<String> jarOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(path) ? Optional.of(path.toString()) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  @Override
  public TrialSession open(TrialPlan plan) {
    try {
      return new SparkTrials(context, plan, counter);
    } catch (IllegalStateException e) {
      throw Failures.ofStoppedContext(context.master(), e);
    }
  }

  @Override
  public void close() {
    context.sc().removeSparkListener(counter);
    if (owned) {
      context.close();
    }
  }
}
