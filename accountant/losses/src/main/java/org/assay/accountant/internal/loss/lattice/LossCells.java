package org.assay.accountant.internal.loss.lattice;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * The continuous part of a pair cut at multiples of a step: cells between neighbouring nodes with
 * their masses, and the mass under P outside the outermost nodes. Cells are one step wide where the
 * tilted distribution {@code e^(theta L) dP} is dense, and wider elsewhere. Any choice of the nodes
 * gives valid bounds.
 */
public final class LossCells {
  /** Largest loss of a node; the tails count larger losses, whose exponentials would overflow. */
  public static final double LARGEST_LOSS = 600;

  /** Largest number of cells on one side. Not tuned: bounds the time and the memory. */
  private static final int MOST_CELLS = 100_000;

  /** A cell between two multiples of the step. */
  record Cell(long from, long to, Enclosure p, Enclosure q) {}

  private final List<Cell> cells = new ArrayList<>();
  private double pBelow;
  private double pAbove;

  private LossCells() {}

  /** The ends of the cut and its density: no cell is wider than {@code spread} over (1 + theta). */
  public record Plan(double step, double theta, double lowTail, double highTail, double spread) {}

  public static LossCells of(OrderedPair pair, Plan plan) {
    LossCells result = new LossCells();
    if (!pair.continuous()) {
      return result;
    }
    LossTails center = pair.tails(Enclosure.ZERO);
    Walk up = new Walk(pair, plan, center, 1, 0);
    result.pAbove = up.run();
    Walk down = new Walk(pair, plan, center, -1, up.densest);
    result.pBelow = down.run();
    for (int i = down.found.size() - 1; i >= 0; i--) {
      result.cells.add(down.found.get(i));
    }
    result.cells.addAll(up.found);
    return result;
  }

  List<Cell> cells() {
    return cells;
  }

  /** Upper bound of the mass under P of losses below the first node. */
  double pBelow() {
    return pBelow;
  }

  /** Upper bound of the mass under P of losses above the last node. */
  double pAbove() {
    return pAbove;
  }

  /** Cells from loss 0 outward on one side. */
  private static final class Walk {
    private final OrderedPair pair;
    private final Plan plan;
    private final LossTails center;
    private final int sign;
    private final List<Cell> found = new ArrayList<>();
    private double densest;

    Walk(OrderedPair pair, Plan plan, LossTails center, int sign, double densest) {
      this.pair = pair;
      this.plan = plan;
      this.center = center;
      this.sign = sign;
      this.densest = densest;
    }

    /** Collects cells until the tail is small enough, and returns an upper bound of the tail. */
    double run() {
      LossTails here = center;
      long node = 0;
      double width = 1;
      double stop = sign > 0 ? plan.highTail : plan.lowTail;
      while (tail(here) > stop && found.size() < MOST_CELLS) {
        InterruptedComputationException.check();
        long next = node + sign * (long) width;
        double loss = next * plan.step;
        if (Math.abs(loss) > LARGEST_LOSS) {
          break;
        }
        LossTails there = pair.tails(LatticeLaw.loss(plan.step, next));
        Cell cell =
            sign > 0
                ? new Cell(node, next, here.pUntil(there), here.qUntil(there))
                : new Cell(next, node, there.pUntil(here), there.qUntil(here));
        found.add(cell);
        width = nextWidth(width, cell.p.upper() / width, loss);
        node = next;
        here = there;
      }
      return tail(here);
    }

    private double tail(LossTails split) {
      return (sign > 0 ? split.pAbove() : split.pBelow()).upper();
    }

    private double nextWidth(double width, double density, double loss) {
      double tilted = density * Math.exp(Math.min(plan.theta * loss, 600));
      densest = Math.max(densest, tilted);
      double wanted = tilted > 0 ? Math.cbrt(densest / tilted) : 2 * width;
      double widest = plan.spread / ((1 + plan.theta) * plan.step);
      return Math.floor(Math.max(1, Math.min(Math.min(wanted, widest), 2 * width)));
    }
  }
}
