package org.assay.cli.internal.walk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AllocationRun;
import org.assay.accountant.internal.iteration.allocation.AllocationSegment;
import org.assay.accountant.internal.iteration.allocation.IterationBranch;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.events.SamplingNames;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.report.JsonReport;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.RampWalk;
import org.assay.verify.walk.RandomWalk;

/**
 * The output of the subcommand {@code walk}.
 *
 * @param descent what was run, with one of the numbers of steps
 * @param currency what is bounded
 * @param rows one for each number of steps, which rise
 */
record WalkStatement(Descent descent, Currency currency, List<Bracket> rows) implements Statement {
  private static final Citation SCALE = new Citation("AltschulerTalwar2022", "Theorem 3.1");

  private static final int DIGITS = 6;
  private static final String HEAD =
      "steps\tupper\tlower\tlower_changing\tratio\tcomposition\tproved_by\n";

  static long steps(Bracket row) {
    return row.certificate().settings().steps();
  }

  /** Tab-separated; notes follow after an empty line. */
  @Override
  public String text() {
    String notes = String.join("\n", notes());
    return table() + "\n" + notes + "\n";
  }

  String table() {
    Decimals upper = notation(row -> OptionalDouble.of(row.upper()));
    Decimals lower = notation(WalkStatement::lower);
    Decimals changing = notation(WalkStatement::lowerChanging);
    Decimals ratio = notation(Bracket::ratio);
    Decimals composition = notation(row -> OptionalDouble.of(row.composition()));
    StringBuilder table = new StringBuilder(HEAD);
    for (Bracket row : rows) {
      List<String> cells =
          List.of(
              String.valueOf(steps(row)),
              upper.up(row.upper()),
              cell(lower(row), lower::down),
              cell(lowerChanging(row), changing::down),
              cell(row.ratio(), ratio::up),
              composition.up(row.composition()),
              ArgumentText.of(row.certificate()));
      table.append(String.join("\t", cells)).append('\n');
    }
    return table.toString();
  }

  private static OptionalDouble lower(Bracket row) {
    return row.lower().loss().stream().mapToDouble(loss -> loss.value()).findAny();
  }

  private static OptionalDouble lowerChanging(Bracket row) {
    return row.lowerChanging().loss().stream().mapToDouble(loss -> loss.value()).findAny();
  }

  private static String cell(OptionalDouble value, DoubleFunction<String> written) {
    return value.isPresent() ? written.apply(value.getAsDouble()) : "";
  }

  private Decimals notation(Function<Bracket, OptionalDouble> column) {
    return Decimals.column(
        rows.stream().flatMapToDouble(row -> column.apply(row).stream()).boxed().toList());
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add("bounded: " + currency.describe() + " under " + settings().adjacency());
    notes.add("plateau: " + plateau());
    notes.add("assumed: " + descent.assumption());
    addMissing(notes, "lower bound not computed", Bracket::lower);
    addMissing(notes, "lower bound for losses that change not computed", Bracket::lowerChanging);
    return notes;
  }

  private void addMissing(List<String> notes, String what, Function<Bracket, LowerBound<?>> bound) {
    rows.stream()
        .filter(row -> bound.apply(row).loss().isEmpty())
        .collect(Collectors.groupingBy(row -> bound.apply(row).reason()))
        .forEach((reason, missing) -> notes.add(what + at(missing) + reason));
  }

  private String at(List<Bracket> missing) {
    String steps =
        missing.stream()
            .map(row -> String.valueOf(steps(row)))
            .collect(Collectors.joining(", ", " at ", " steps"));
    return (missing.size() == rows.size() ? "" : steps) + ": ";
  }

  private String plateau() {
    double steps = settings().plateau().midpoint();
    return steps < Double.POSITIVE_INFINITY
        ? new BigDecimal(steps).round(new MathContext(DIGITS)).toPlainString()
            + " steps = Dn/(L step size), the scale of "
            + Reference.text(SCALE)
        : "none, as nothing bounds the diameter";
  }

  NoisySgd settings() {
    return descent.settings();
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    putSettings(node.putObject("settings"));
    node.put("bounded", currency.describe());
    node.put("assumed", descent.assumption());
    node.put("plateau", decimal(settings().plateau().midpoint()));
    ArrayNode array = node.putArray("rows");
    rows.forEach(row -> putRow(array.addObject(), row));
    return JsonReport.text(node);
  }

  private void putSettings(ObjectNode node) {
    NoisySgd run = settings();
    node.put("records", run.records()).put("batch_size", run.batchSize());
    node.put("lipschitz_constant", run.lipschitzConstant());
    node.put("diameter", decimal(run.diameter()));
    node.put("step_size", run.stepSize()).put("noise", run.noise());
    if (descent.smoothnessGiven()) {
      node.put("smoothness", run.smoothness());
    }
    node.put("strong_convexity", run.strongConvexity());
    node.put("sampling", SamplingNames.of(run.sampling()));
    node.put("adjacency", run.adjacency().label());
  }

  private static void putRow(ObjectNode node, Bracket row) {
    node.put("steps", steps(row));
    node.put("upper", decimal(row.upper()));
    row.lower().loss().ifPresent(loss -> putLoss(node, loss));
    if (row.lower().loss().isEmpty()) {
      node.put("lower_not_computed", row.lower().reason());
    }
    row.lowerChanging().loss().ifPresent(loss -> putChanging(node, loss));
    if (row.lowerChanging().loss().isEmpty()) {
      node.put("lower_changing_not_computed", row.lowerChanging().reason());
    }
    row.ratio().ifPresent(ratio -> node.put("ratio", decimal(ratio)));
    node.put("composition", decimal(row.composition()));
    node.put("proved_by", ArgumentText.of(row.certificate()));
    CertificateJson.put(node.putObject("certificate"), row.certificate());
  }

  private static void putLoss(ObjectNode node, CertifiedLoss loss) {
    node.put("lower", Enclosure.exact(loss.value()).lowerDecimal());
    ObjectNode witness = node.putObject("witness");
    witness.put("words", ArgumentText.of(loss));
    witness.put("start", loss.witness().start());
    witness.put("common_slope", loss.witness().commonSlope());
    witness.put("left_against_right", loss.leftAgainstRight());
  }

  private static void putChanging(ObjectNode node, RampLoss loss) {
    node.put("lower_changing", Enclosure.exact(loss.value()).lowerDecimal());
    ObjectNode witness = node.putObject("changing_witness");
    witness.put("words", ArgumentText.of(loss));
    witness.put("start", loss.witness().start());
    witness.put("reset", loss.witness().reset());
    witness.put("shortest_run", loss.witness().shortestRun());
    ArrayNode blocks = witness.putArray("blocks");
    for (RampWalk.Block block : loss.witness().blocks()) {
      blocks.addObject().put("steps", block.steps()).put("common_slope", block.commonSlope());
    }
    witness.put("left_against_right", loss.leftAgainstRight());
  }

  private static String decimal(double value) {
    return Enclosure.exact(value).upperDecimal();
  }

  /** Certificates of bounds on the last iterate as JSON: the theorem and all its parameters. */
  static final class CertificateJson {
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

  /** Proofs of bounds on the last iterate in words. */
  private static final class ArgumentText {
    private static final MathContext DIGITS = new MathContext(4);

    private ArgumentText() {}

    /** The theorem that won, with its horizon and split. */
    static String of(LastIterateCertificate certificate) {
      return certificate.accept(new CertificateWords());
    }

    private static String of(AllocationCertificate allocation) {
      return allocation.branch() == IterationBranch.FROM_THE_START
          ? "shifts absorbed over all steps"
          : "shifts absorbed over the last "
              + (allocation.schedule().steps() - allocation.startStep())
              + " steps, from the diameter";
    }

    private static String of(NoisySgdArgument.Recoupled recoupled) {
      int stages = recoupled.stages().size();
      if (stages == 0) {
        return recoupled.composed() > 0
            ? "re-coupling in each of the " + recoupled.composed() + " steps"
            : "re-coupling within the last " + recoupled.horizon() + " steps";
      }
      String coupled = "re-coupling in " + stages + (stages == 1 ? " stage" : " stages");
      return recoupled.composed() > 0
          ? "composition of the first " + recoupled.composed() + " steps, then " + coupled
          : coupled + " within the last " + recoupled.horizon() + " steps";
    }

    /** The pair of walks that proves a lower bound. */
    static String of(CertifiedLoss loss) {
      RandomWalk walk = loss.witness();
      return walk
          + ", in units of the noise of one step; "
          + walk.pair().description()
          + "; divergence of the "
          + (loss.leftAgainstRight() ? "first from the second" : "second from the first")
          + " dataset's last iterate before it is projected, which in sets of many dimensions hides"
          + " nothing";
    }

    /** The pair of walks of changing losses that proves a lower bound. */
    static String of(RampLoss loss) {
      return loss.witness()
          + ", in units of the noise of one step; divergence of the "
          + (loss.leftAgainstRight() ? "first from the second" : "second from the first")
          + " dataset's last iterate before it is projected, which in sets of many dimensions hides"
          + " nothing";
    }

    private static final class CertificateWords implements LastIterateCertificate.Visitor<String> {
      @Override
      public String visitSampled(LastIterateCertificate.Sampled certificate) {
        long steps = certificate.settings().steps();
        return certificate.certificate().argument().accept(new ArgumentWords(steps));
      }

      @Override
      public String visitScheduled(LastIterateCertificate.Scheduled certificate) {
        return of(certificate.allocation());
      }
    }

    private record ArgumentWords(long steps) implements NoisySgdArgument.Visitor<String> {
      @Override
      public String visitComposition(NoisySgdArgument.Composition argument) {
        return "composition over all steps";
      }

      @Override
      public String visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
        return String.format(
            "split noise over the last %s steps, share %s for the distance",
            argument.horizon(), new BigDecimal(argument.split()).round(DIGITS));
      }

      @Override
      public String visitMixing(NoisySgdArgument.Mixing argument) {
        return "mixing within the last " + argument.horizon() + " steps";
      }

      @Override
      public String visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
        return String.format(
            "mixing within the last %s steps, of which %s smooth",
            argument.horizon(), argument.smoothing());
      }

      @Override
      public String visitRecoupled(NoisySgdArgument.Recoupled argument) {
        return argument.horizon() > steps
            ? of(argument) + ", of a longer run that loses no less"
            : of(argument);
      }

      @Override
      public String visitRecoupledDivergence(NoisySgdArgument.RecoupledDivergence argument) {
        return visitRecoupled(argument.profile())
            + ", and order "
            + new BigDecimal(argument.tailOrder()).round(DIGITS)
            + " for the tail, by "
            + argument.tail().accept(this);
      }
    }
  }
}
