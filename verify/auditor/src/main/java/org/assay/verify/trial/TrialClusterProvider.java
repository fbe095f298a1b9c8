package org.assay.verify.trial;

import java.util.function.Consumer;

/** A kind of cluster, found by {@link java.util.ServiceLoader}. */
public interface TrialClusterProvider {
  /**
   * The name of the kind of cluster on the command line.
   *
   * @return a short name in lower case
   */
  String name();

  /**
   * Connects to a cluster.
   *
   * @param master the address of the cluster, in the notation of its own software
   * @param progress receives a few words about the progress of the trials, on any thread
   * @return the cluster
   * @throws TrialCluster.TrialClusterException if the cluster cannot be reached or its software is
   *     missing
   */
  TrialCluster connect(String master, Consumer<String> progress);
}
