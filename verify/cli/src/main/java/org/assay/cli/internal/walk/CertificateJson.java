package org.assay.cli.internal.walk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AllocationRun;
import org.assay.accountant.internal.iteration.allocation.AllocationSegment;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.LastIterateCertificate;

/** Certificates of bounds on the last iterate as JSON: the theorem and all its parameters. */
final class CertificateJson {
  private CertificateJson() {}

  /** Adds the fields of a certificate. */
  static void put(ObjectNode node, LastIterateCertificate certificate) {
    certificate
        .accept(new OfCertificate(node))
        .put("guarantee", certificate.guarantee().describe());
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

  private record OfCertificate(ObjectNode node)
      implements LastIterateCertificate.Visitor<ObjectNode> {
    @Override
    public ObjectNode visitSampled(LastIterateCertificate.Sampled sampled) {
      NoisySgdCertificate certificate = sampled.certificate();
      certificate.argument().accept(new OfArgument(node));
      return node;
    }

    @Override
    public ObjectNode visitScheduled(LastIterateCertificate.Scheduled scheduled) {
      put(node.put("theorem", "shift-allocation"), scheduled.allocation());
      return node;
    }
  }

  private record OfArgument(ObjectNode node) implements NoisySgdArgument.Visitor<ObjectNode> {
    @Override
    public ObjectNode visitComposition(NoisySgdArgument.Composition argument) {
      return node.put("theorem", "composition");
    }

    @Override
    public ObjectNode visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
      node.put("theorem", "split-noise");
      return node.put("horizon", argument.horizon()).put("split", argument.split());
    }

    @Override
    public ObjectNode visitMixing(NoisySgdArgument.Mixing argument) {
      return node.put("theorem", "mixing").put("horizon", argument.horizon());
    }

    @Override
    public ObjectNode visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
      node.put("theorem", "smoothed-mixing").put("horizon", argument.horizon());
      return node.put("smoothing", argument.smoothing()).put("exponent", argument.exponent());
    }

    @Override
    public ObjectNode visitRecoupled(NoisySgdArgument.Recoupled argument) {
      put(node.put("theorem", "re-coupling").put("horizon", argument.horizon()), argument);
      return node;
    }

    @Override
    public ObjectNode visitRecoupledDivergence(NoisySgdArgument.RecoupledDivergence argument) {
      node.put("theorem", "re-coupled-divergence").put("horizon", argument.profile().horizon());
      put(node, argument.profile());
      node.put("tail_order", argument.tailOrder());
      argument.tail().accept(new OfArgument(node.putObject("tail")));
      return node;
    }
  }
}
