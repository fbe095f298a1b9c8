package org.assay.verify.trial;

import java.util.function.Consumer;

/** A kind of cluster, found by {@link java.util.ServiceLoader}. */
public interface TrialClusterProvider {
  /**
   * What the command line calls it.
   *
   * @return a short name in lower case
   */
  String name();

  /**
   * Connects to a cluster.
   *
   * @param master which one, in the cluster's own notation
   * @param progress hears in a few words how far the trials under way are, from any thread
   * @return the cluster
   * @throws TrialClusterException if it cannot be reached or its software is missing
   */
  TrialCluster connect(String master, Consumer<String> progress);
}
