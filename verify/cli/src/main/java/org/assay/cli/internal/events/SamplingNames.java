package org.assay.cli.internal.events;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assay.accountant.event.NoisySgdSampling;

/** The users' names of the ways to choose batches. */
public final class SamplingNames {
  /** The ways by their names. */
  public static final Map<String, NoisySgdSampling> WAYS = ways();

  private SamplingNames() {}

  private static Map<String, NoisySgdSampling> ways() {
    Map<String, NoisySgdSampling> ways = new LinkedHashMap<>();
    ways.put("full-batch", NoisySgdSampling.FULL_BATCH);
    ways.put("fixed-size", NoisySgdSampling.FIXED_SIZE);
    ways.put("poisson", NoisySgdSampling.POISSON);
    ways.put("cyclic", NoisySgdSampling.CYCLIC);
    return Collections.unmodifiableMap(ways);
  }

  /**
   * The name of a way.
   *
   * @param sampling the way
   * @return its name
   */
  public static String of(NoisySgdSampling sampling) {
    return WAYS.entrySet().stream()
        .filter(entry -> entry.getValue() == sampling)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
