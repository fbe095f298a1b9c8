package org.assay.spark;

import java.util.function.Consumer;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialClusterProvider;

/** Spark as a runner of the command line. Touches no class of Spark before it is asked for. */
public final class SparkProvider implements TrialClusterProvider {
  private static final String LOGGING = "log4j2.configurationFile";
  private static final String QUIET = "classpath:org/assay/spark/quiet-log4j2.properties";

  /** For the service loader. */
  public SparkProvider() {}

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public TrialCluster connect(String master, Consumer<String> progress) {
    try {
      Class.forName("org.apache.spark.SparkContext", false, SparkProvider.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new TrialClusterException(
          "Spark is not on the class path: set SPARK_HOME to a Spark 4 for Scala 2.13 and start"
              + " with ./assay (docs/guide/spark.md)",
          e);
    }
    // Spark says a page of things before anyone can silence it otherwise.
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, QUIET);
    }
    return SparkCluster.connect(master, progress);
  }
}
