package org.assay.verify.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness.Evidence;
import org.assay.verify.internal.inference.CheckSettings;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.KellyCriterion;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.training.WhiteBoxTraining.GradientStep;

/**
 * An audit of every single step of one training run. Before each step a fair coin decides whether
 * the canary is among the data of that step. Afterwards the audit gets the projection of the
 * release onto the canary's gradient, and settles bets made before the step. T steps give T
 * samples.
 *
 * <p>A true claim is refuted with probability at most the error probability, although steps depend
 * on each other and the parameters change. Whatever happened before, the claim bounds the
 * distribution of the next step with the canary against that without it. Each factor of the wealth
 * therefore has conditional expectation at most 1 ({@code doc-files/in-run-audits.md}). Two
 * conditions: coins enter a run only through {@link #nextCoin()}, and the claim holds for a step
 * whatever was released before.
 *
 * <p>Mutable, for one run and one thread. If a prediction from past steps, such as a running mean,
 * is subtracted from the projection, the audit stays valid and gains power.
 */
public final class InRunAudit {
  /** Number of steps before the first bet. Not tuned. */
  private static final int FIRST_PLAN = 24;

  /** Bets are planned anew each time the steps have grown by this factor. Not tuned. */
  private static final double PLAN_GROWTH = 1.15;

  /** Lines of a curved claim that are bet against for each member of the lower bound. Not tuned. */
  private static final int BOUND_LINES = 6;

  private final StepClaim claim;
  private final CheckSettings settings;
  private final SplittableRandom coins;
  private final SplittableRandom noise;
  private final double threshold;
  private final StepHistory history = new StepHistory();
  private final StepWealth wealth;
  private final List<Double> memberValues = new ArrayList<>();
  private final List<StepWealth> members = new ArrayList<>();
  private boolean coinIsUp;
  private boolean stepIsOpen;
  private int nextPlan = FIRST_PLAN;

  private InRunAudit(StepClaim claim, CheckSettings settings) {
    this.claim = claim;
    this.settings = settings;
    this.threshold = -Rounding.logDown(settings.errorProbability());
    SplittableRandom root = new SplittableRandom(settings.seed());
    this.coins = root.split();
    this.noise = root.split();
    this.wealth = new StepWealth(claim.lines());
    claim.guarantee().ifPresent(this::addMembers);
  }

  /**
   * A new audit.
   *
   * @param claim the claim about each step
   * @param adjacency the effect of the other side of a step's coin on the canary: add-remove if it
   *     is then absent, zero-out if its gradient is then 0, replace-one if another record takes its
   *     place
   * @param errorProbability largest probability of refuting a true claim, strictly between 0 and 1
   * @param seed root seed of the coins
   * @return the audit
   * @throws IllegalArgumentException if the relations differ or the probability is out of range
   */
  public static InRunAudit of(
      StepClaim claim, AdjacencyRelation adjacency, double errorProbability, long seed) {
    claim.adjacency().requireSame(adjacency);
    return new InRunAudit(claim, new CheckSettings(errorProbability, seed));
  }

  /**
   * Tosses the coin of the next step.
   *
   * @return whether the canary is to be among the data of the step
   * @throws IllegalStateException if the step before has not been observed
   */
  public boolean nextCoin() {
    if (stepIsOpen) {
      throw new IllegalStateException("observe the step before, then toss the coin of the next");
    }
    stepIsOpen = true;
    coinIsUp = coins.nextBoolean();
    return coinIsUp;
  }

  /**
   * Takes the release of a step.
   *
   * @param projection computed from the releases of this step and of earlier steps; a value that is
   *     not a number counts as infinity
   * @throws IllegalStateException if no coin was tossed for the step
   */
  public void observe(double projection) {
    if (!stepIsOpen) {
      throw new IllegalStateException("toss the coin of a step before observing it");
    }
    stepIsOpen = false;
    settle(coinIsUp, projection);
  }

  /**
   * Takes a step whose coin was tossed elsewhere. The proof needs coins that are fair and
   * independent of all earlier steps.
   *
   * @param coin whether the canary was among the data of the step
   * @param projection as in {@link #observe(double)}
   * @throws IllegalStateException if a coin of this audit waits for its step
   */
  public void observe(boolean coin, double projection) {
    if (stepIsOpen) {
      throw new IllegalStateException("observe the step of the coin that was tossed here first");
    }
    settle(coin, projection);
  }

  private void settle(boolean coin, double projection) {
    double seen = Double.isNaN(projection) ? Double.POSITIVE_INFINITY : projection;
    wealth.settle(seen, coin);
    members.stream().filter(this::isOpen).forEach(member -> member.settle(seen, coin));
    history.add(seen, coin);
    if (history.size() >= nextPlan) {
      nextPlan = (int) Math.ceil(history.size() * PLAN_GROWTH);
      List<PastSteps> past = history.past();
      wealth.plan(past);
      members.stream().filter(this::isOpen).forEach(member -> member.plan(past));
    }
  }

  /**
   * Approximate number of steps that refute the claim if the canary shows clearly in every step.
   *
   * @return an estimate; after fewer steps the audit is inconclusive. {@link Long#MAX_VALUE} if no
   *     number of steps suffices
   */
  public long stepsNeeded() {
    double best = 0;
    for (SupportingLine line : claim.lines()) {
      KellyCriterion always = new KellyCriterion(line, line.delta(), 1, 0);
      best = Math.max(best, always.growth(always.stake()));
    }
    if (!(best > 0)) {
      return Long.MAX_VALUE;
    }
    double steps = FIRST_PLAN + Math.ceil((threshold + StepWealth.LOG_SHARE) / best);
    return (long) steps;
  }

  /**
   * The number of {@link #stepsNeeded} in words.
   *
   * @return one sentence without its full stop
   */
  public String prospect() {
    long steps = stepsNeeded();
    return steps == Long.MAX_VALUE
        ? "even a canary that shows in every step would not suffice, whatever the number of steps"
        : "even a canary that shows in every step would need about " + steps + " steps";
  }

  /**
   * Runs steps until the claim is refuted or all are done. A step that fails ends the run. Nothing
   * is run if the steps are fewer than {@link #stepsNeeded}.
   *
   * @param training a running training
   * @param projection the projection onto the canary's gradient
   * @param steps number of further steps, at least 1
   * @return the report
   * @throws IllegalArgumentException if a step releases a vector of another length than the
   *     direction's
   */
  public InRunReport run(GradientStep training, Projection projection, int steps) {
    Parameters.requireAtLeastOne("steps", steps);
    if (!isRefuted() && history.size() + (long) steps < stepsNeeded()) {
      return report(Verdict.INCONCLUSIVE, prospect() + "; nothing was run");
    }
    for (int i = 0; i < steps && !isRefuted(); i++) {
      double[] release;
      try {
        release = training.noisyGradient(nextCoin(), noise);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return report(Verdict.INCONCLUSIVE, "the training was interrupted");
      } catch (Exception e) {
        return report(Verdict.INCONCLUSIVE, "step " + (history.size() + 1L) + " failed: " + e);
      }
      observe(projection.of(release));
    }
    return report();
  }

  /**
   * Whether the claim is refuted; the run may then stop.
   *
   * @return whether the wealth reached one over the error probability at any step
   */
  public boolean isRefuted() {
    return wealth.peak() >= threshold;
  }

  /**
   * The report about the steps so far.
   *
   * @return refuted, not refuted, or inconclusive if the steps could not have refuted anything
   */
  public InRunReport report() {
    if (isRefuted()) {
      return report(Verdict.REFUTED, Evidence.describe(wealth.peak()));
    }
    if (history.size() < stepsNeeded()) {
      return report(Verdict.INCONCLUSIVE, prospect() + advice());
    }
    return report(Verdict.NOT_REFUTED, "the claim stood in all steps" + power());
  }

  /**
   * The violation that the steps would have shown, in words, for claims that belong to a family.
   */
  private String power() {
    return claim
        .guarantee()
        .map(
            guarantee ->
                ", which suffices for a training whose every step "
                    + Power.smallestFoundBySteps(
                        guarantee, claim.lines(), history.size(), threshold + StepWealth.LOG_SHARE)
                    + " with the canary in and out")
        .orElse("");
  }

  private String advice() {
    return stepsNeeded() == Long.MAX_VALUE ? "" : "; train longer or start another run";
  }

  private InRunReport report(Verdict verdict, String reason) {
    return new InRunReport(
        claim,
        verdict,
        reason,
        settings.errorProbability(),
        settings.seed(),
        history.size(),
        wealth.logWealth(),
        claim.guarantee().map(this::lowerBound));
  }

  private void addMembers(Guarantee guarantee) {
    ClaimFamily family = ClaimFamily.of(guarantee);
    for (double value : family.grid()) {
      List<SupportingLine> lines = SupportingLines.ifAny(family.at(value), BOUND_LINES);
      // The claim itself has a bettor already, and a member without lines allows every mechanism.
      if (value != family.claimed() && !lines.isEmpty()) {
        memberValues.add(value);
        members.add(new StepWealth(lines));
      }
    }
  }

  /**
   * The lower bound: the largest member such that all members up to it are refuted. {@link
   * ClaimFamily} gives the reason why the bound is valid.
   */
  private LowerBound lowerBound(Guarantee guarantee) {
    ClaimFamily family = ClaimFamily.of(guarantee);
    double bound = isRefuted() ? family.claimed() : 0;
    for (int i = 0; i < members.size(); i++) {
      double value = memberValues.get(i);
      boolean implied = isRefuted() && value <= family.claimed();
      boolean passesClaim = !isRefuted() && value > family.claimed();
      if (passesClaim || !(implied || !isOpen(members.get(i)))) {
        break;
      }
      bound = Math.max(bound, value);
    }
    return new LowerBound(
        family.currency(), bound, family.claimed(), 2 * settings.errorProbability(), List.of());
  }

  private boolean isOpen(StepWealth member) {
    return member.peak() < threshold;
  }

  /** The claim. */
  @Override
  public String toString() {
    return "audit in one run of " + claim + ", error probability " + settings.errorProbability();
  }

  /** The projections of past steps, with their coins. */
  static final class StepHistory {
    /** Quantiles of the projections that are candidates for thresholds. Not tuned. */
    private static final double[] FRACTIONS = {
      0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95,
      0.98, 0.99, 0.995, 0.998
    };

    private double[] projections = new double[64];
    private boolean[] coins = new boolean[64];
    private int size;

    void add(double projection, boolean coin) {
      if (size == projections.length) {
        projections = Arrays.copyOf(projections, 2 * size);
        coins = Arrays.copyOf(coins, 2 * size);
      }
      projections[size] = projection;
      coins[size] = coin;
      size++;
    }

    int size() {
      return size;
    }

    /** The steps with their projections, and with their negative projections. */
    List<PastSteps> past() {
      return List.of(past(false), past(true));
    }

    private PastSteps past(boolean mirrored) {
      return new PastSteps(
          mirrored, cuts(mirrored), sorted(true, mirrored), sorted(false, mirrored));
    }

    /** The projections of the steps with one side of the coin, ascending. */
    private double[] sorted(boolean coin, boolean mirrored) {
      double[] side = new double[size];
      int count = 0;
      for (int i = 0; i < size; i++) {
        if (coins[i] == coin) {
          side[count++] = mirrored ? -projections[i] : projections[i];
        }
      }
      double[] result = Arrays.copyOf(side, count);
      Arrays.sort(result);
      return result;
    }

    /** Candidates for thresholds: quantiles of all projections. */
    private double[] cuts(boolean mirrored) {
      double[] all = Arrays.copyOf(projections, size);
      for (int i = 0; mirrored && i < size; i++) {
        all[i] = -all[i];
      }
      Arrays.sort(all);
      double[] cuts = new double[FRACTIONS.length];
      for (int i = 0; i < cuts.length; i++) {
        cuts[i] = all[(int) (FRACTIONS[i] * (size - 1))];
      }
      return cuts;
    }
  }
}
