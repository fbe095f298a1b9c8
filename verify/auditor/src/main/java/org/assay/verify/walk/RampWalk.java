package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.RandomWalk.LinearLosses;

/**
 * A pair of clamped walks like {@link RandomWalk}, whose other records pull differently from step
 * to step. Every loss is linear in every step, with one common curvature if losses are strongly
 * convex. All losses are chosen before the data are seen. Guarantees that are proved step by step
 * hold for such losses too. The privacy loss of the walks therefore bounds these guarantees from
 * below. An algorithm whose losses stay the same may have a smaller privacy loss.
 *
 * <p>With a reset, the blocks are only the last steps of the run. Before the blocks, all other
 * records pull to the left end, as strongly as needed. The record in question does not pull. The
 * last steps of the reset are simulated, starting from the left end. Earlier steps matter only with
 * a tiny probability, which the bound takes into account. The bound then holds for every run of at
 * least {@link #shortestRun} steps. Proof: {@code doc-files/walk-instances.md}.
 *
 * @param settings the algorithm
 * @param start the starting point as a part of the interval, from 0 to 1; 0 with a reset
 * @param blocks the pull of the other records, from the first step of the blocks to the last
 * @param reset whether the walk is driven to the left end before the blocks
 */
public record RampWalk(NoisySgd settings, double start, List<Block> blocks, boolean reset) {
  /**
   * Consecutive steps with the same losses.
   *
   * @param steps number of steps, at least 1
   * @param commonSlope slope of all other records, from -1 to 1, as a part of the largest that the
   *     Lipschitz constant allows
   */
  public record Block(long steps, double commonSlope) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Block {
      Parameters.requireAtLeastOne("steps", steps);
      if (!(Math.abs(commonSlope) <= 1)) {
        throw new IllegalArgumentException(
            "commonSlope was "
                + commonSlope
                + ": it must be from -1 to 1, a part of the largest slope that the Lipschitz"
                + " constant allows");
      }
    }
  }

  /**
   * Checks that the blocks fit into the run.
   *
   * @throws IllegalArgumentException if the start is out of range, if blocks are missing or do not
   *     fit the run, or if cyclic batches differ in size
   * @throws UnsupportedEventException if no walk is known to be an instance of the algorithm, or
   *     none that can be reset
   */
  public RampWalk {
    WalkScale.of(settings);
    Parameters.requireProbability("start", start);
    blocks = List.copyOf(blocks);
    long followed = blocks.stream().mapToLong(Block::steps).reduce(0, Math::addExact);
    if (reset) {
      requireReset(settings, start, followed);
    }
    if (blocks.isEmpty() || !(reset || followed == settings.steps())) {
      throw new IllegalArgumentException(
          String.format(
              "steps of the blocks were %s of %s: without a reset every step of the run must be in"
                  + " a block",
              followed, settings.steps()));
    }
  }

  private static void requireReset(NoisySgd settings, double start, long followed) {
    if (!(start == 0)) {
      throw new IllegalArgumentException(
          "start was " + start + ": it must be 0 with a reset, which drives the walk there");
    }
    long needed = Math.addExact(followed, WalkReset.of(settings).steps());
    if (!(needed <= settings.steps())) {
      throw new IllegalArgumentException(
          "steps of the blocks and of the reset before them were "
              + needed
              + ": the run must have at least as many, and had "
              + settings.steps());
    }
  }

  /**
   * A walk whose losses stay the same.
   *
   * @param walk the walk
   * @return the same walk, in one block
   */
  public static RampWalk constant(RandomWalk walk) {
    Block block = new Block(walk.settings().steps(), walk.commonSlope());
    return new RampWalk(walk.settings(), walk.start(), List.of(block), false);
  }

  /**
   * The number of steps that are simulated: those of the reset and of the blocks. With a reset,
   * runs of more steps have at least the privacy loss of the walks.
   *
   * @return the smallest number of steps of a run to which the bound applies. If there is no reset,
   *     the bound applies to this number only
   */
  public long shortestRun() {
    long inBlocks = blocks.stream().mapToLong(Block::steps).sum();
    return reset ? inBlocks + WalkReset.of(settings).steps() : inBlocks;
  }

  /** Bounds the probability that steps before the simulated ones matter. */
  double missed() {
    return reset ? WalkReset.of(settings).missed() : 0;
  }

  /** The starting position, in units of the standard deviation of one step's noise. */
  double startPosition() {
    double width = WalkScale.of(settings).width();
    return Math.min(width, start * width);
  }

  /** The walk of the dataset whose record pulls to the right. */
  WalkModel leftModel() {
    return model(WalkScale.of(settings).slopeLimit());
  }

  /** The walk of the dataset whose record pulls to the left or contributes nothing. */
  WalkModel rightModel() {
    boolean replaced = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    return model(replaced ? -WalkScale.of(settings).slopeLimit() : 0);
  }

  private WalkModel model(double recordSlope) {
    WalkScale scale = WalkScale.of(settings);
    List<WalkModel.Stage> stages = new ArrayList<>();
    if (reset) {
      WalkReset before = WalkReset.of(settings);
      stages.add(stage(before.steps(), new LinearLosses(settings, before.slope(), 0)));
    }
    for (Block block : blocks) {
      double slope = block.commonSlope() * scale.slopeLimit();
      stages.add(stage(block.steps(), new LinearLosses(settings, slope, recordSlope)));
    }
    WalkModel.Stage last = stages.remove(stages.size() - 1);
    long steps = shortestRun();
    return new WalkModel(
        scale.width(),
        scale.contraction(),
        startPosition(),
        steps,
        scale.period(),
        (steps - 1) % scale.period(),
        last.active(),
        last.quiet(),
        stages);
  }

  private static WalkModel.Stage stage(long steps, LinearLosses losses) {
    return new WalkModel.Stage(steps, losses.activeLaw(), losses.quietLaw());
  }

  /** The walk in words, with the slopes of all blocks. */
  @Override
  public String toString() {
    String slopes =
        blocks.stream()
            .map(block -> block.commonSlope() + " (" + block.steps() + ")")
            .collect(Collectors.joining(", "));
    return "walk of "
        + shortestRun()
        + " steps on [0, "
        + WalkScale.of(settings).width()
        + "] "
        + (reset ? "with a reset to 0 first, for all runs of at least as many steps" : "")
        + (reset ? "" : "from " + startPosition())
        + "; records' losses are affine, change from step to step and are chosen before the data"
        + " are seen; other records by block, in parts of the largest slope (steps): "
        + slopes;
  }
}
