package org.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.assay.accountant.iteration.AllocationCertificate;
import org.assay.accountant.iteration.AllocationRun;
import org.assay.accountant.iteration.AllocationSegment;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.iteration.NoisySgdArgument;
import org.assay.accountant.iteration.NoisySgdCertificate;

/** Certificates of bounds on the last iterate as JSON: the theorem and all its parameters. */
final class CertificateJson {
  private CertificateJson() {}

  /** Adds the fields of a certificate. */
  static void put(ObjectNode node, LastIterateCertificate certificate) {
    if (certificate instanceof LastIterateCertificate.Scheduled scheduled) {
      put(node.put("theorem", "shift-allocation"), scheduled.allocation());
    } else {
      put(node, ((LastIterateCertificate.Sampled) certificate).certificate());
    }
    node.put("guarantee", certificate.guarantee().describe());
  }

  private static void put(ObjectNode node, NoisySgdCertificate certificate) {
    NoisySgdArgument argument = certificate.argument();
    if (argument instanceof NoisySgdArgument.SplitNoise split) {
      node.put("theorem", "split-noise");
      node.put("horizon", split.horizon()).put("split", split.split());
    } else if (argument instanceof NoisySgdArgument.Mixing mixing) {
      node.put("theorem", "mixing").put("horizon", mixing.horizon());
    } else if (argument instanceof NoisySgdArgument.SmoothedMixing mixing) {
      node.put("theorem", "smoothed-mixing").put("horizon", mixing.horizon());
      node.put("smoothing", mixing.smoothing()).put("exponent", mixing.exponent());
    } else if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      put(node.put("theorem", "re-coupling").put("horizon", recoupled.horizon()), recoupled);
    } else if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      node.put("theorem", "re-coupled-divergence").put("horizon", divergence.profile().horizon());
      put(node, divergence.profile());
      node.put("tail_horizon", divergence.tail().horizon());
      node.put("tail_split", divergence.tail().split());
      node.put("tail_order", divergence.tailOrder());
    } else {
      node.put("theorem", "composition");
    }
    certificate.conversionOrder().ifPresent(order -> node.put("conversion_order", order));
  }

  private static void put(ObjectNode node, NoisySgdArgument.Recoupled recoupled) {
    node.put("spacing", recoupled.spacing()).put("points", recoupled.points());
    node.put("composed", recoupled.composed());
    ArrayNode starts = node.putArray("starts");
    recoupled.starts().forEach(starts::add);
    ArrayNode stages = node.putArray("stages");
    for (List<Long> horizons : recoupled.stages()) {
      ArrayNode stage = stages.addArray();
      horizons.forEach(stage::add);
    }
  }

  /** Lengths are in units of the noise that reaches the parameter. */
  private static void put(ObjectNode node, AllocationCertificate allocation) {
    node.put("branch", allocation.branch().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    node.put("horizon", allocation.schedule().steps() - allocation.startStep());
    node.put("start_step", allocation.startStep());
    node.put("start_distance", allocation.startDistance());
    node.put("squared_mu", allocation.squaredMu());
    ArrayNode runs = node.putArray("allocation");
    for (AllocationRun run : allocation.allocation()) {
      ObjectNode item = runs.addObject().put("repetitions", run.repetitions());
      ArrayNode segments = item.putArray("segments");
      for (AllocationSegment segment : run.segments()) {
        segments.addObject().put("length", segment.length()).put("slope", segment.slope());
      }
    }
  }
}
