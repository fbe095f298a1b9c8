package org.assay.accountant.lastiterate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Schedules whose steps, batches and noise change: what is published about the last iterate is
 * never below what walks on an interval lose, wherever the replaced record is.
 */
class ScheduledBatchesProperties {
  private static final AdjacencyRelation RELATION = AdjacencyRelation.REPLACE_ONE;
  private static final double LITTLE = 1e7;
  private static final double MUCH = 3e8;

  @Tag("slow")
  @Property(
      tries = 50,
      seed = "20200817",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void bounds(@ForAll long seed, @ForAll boolean once) {
    check(new SplittableRandom(seed), once, 6, LITTLE);
  }

  @Tag("slow")
  @Property(
      tries = 200,
      seed = "20200818",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void moreBounds(@ForAll long seed, @ForAll boolean once) {
    check(new SplittableRandom(seed), once, 25, MUCH);
  }

  private static void check(SplittableRandom random, boolean once, int largest, double work) {
    int steps = 1 + random.nextInt(once ? 8 : 4);
    int epochs = once ? 1 : 1 + random.nextInt(6);
    GradientSchedule epoch = epoch(random, steps);
    double lipschitzConstant = between(random, 0.1, 3);
    double diameter = between(random, 0.5, largest);
    DpEvent event =
        once
            ? new LastIterateEvent(epoch, lipschitzConstant, 0)
            : new NoisyGradientDescentEvent(
                epoch,
                epochs,
                lipschitzConstant,
                0,
                0,
                diameter,
                NoisyGradientDescentEvent.Form.LAST_ITERATE);
    int place = random.nextInt(steps);
    Model run = new ScheduledRun(epoch, epochs, place, lipschitzConstant, diameter);
    Claim claim = claim(event, random);
    double truth = new Adversary(run, claim::lower).find(work);
    assertTrue(truth <= claim.upper(), () -> truth + " above " + claim + " for " + run);
  }

  /** Noise that reaches the parameter from 0.5 to 2; in some, batches alone differ in size. */
  private static GradientSchedule epoch(SplittableRandom random, int steps) {
    double[] stepSizes = new double[steps];
    int[] batchSizes = new int[steps];
    double[] noises = new double[steps];
    boolean equal = random.nextInt(3) == 0;
    for (int t = 0; t < steps; t++) {
      boolean repeated = equal && t > 0;
      stepSizes[t] = repeated ? stepSizes[0] : between(random, 0.3, 3);
      noises[t] = repeated ? noises[0] : between(random, 0.5, 2) / stepSizes[t];
      batchSizes[t] = 1 + random.nextInt(5);
    }
    return GradientSchedule.of(stepSizes, batchSizes, noises);
  }

  private static Claim claim(DpEvent event, SplittableRandom random) {
    TightestBound bound = TightestBound.of(event, RELATION);
    double epsilon = between(random, 0.01, 5);
    return switch (random.nextInt(3)) {
      case 0 -> new Claim.Approximate(bound.epsilon(1e-5).value().upper(), 1e-5);
      case 1 -> new Claim.Approximate(epsilon, bound.delta(epsilon).value().upper());
      default -> {
        double order = 1 + epsilon;
        double upper = Accountant.rdp(RELATION).compose(event).curve().at(order).upper();
        yield new Claim.Renyi(upper, order);
      }
    };
  }

  private static double between(SplittableRandom random, double low, double high) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }
}
