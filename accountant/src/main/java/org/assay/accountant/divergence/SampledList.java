package org.assay.accountant.divergence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;

/**
 * Many kinds of Poisson-sampled Gaussian steps in one direction. Every bound counts every kind for
 * itself; where to look is chosen by representatives of kinds that are alike. Proofs: {@code
 * doc-files/unlike-steps.md}.
 */
final class SampledList implements LossFactor {
  /** Aim for the error of the sum of all logarithms. */
  private static final double ACCURACY = 1e-13;

  /** Kinds count as alike within these factors of the logarithms of q and of σ. */
  private static final double CELL = 0.1;

  private static final int MOST_CELLS = 24;

  /** A value of one kind costs less than so many evaluations of an integrand. */
  private static final double COST = 20;

  /** Representatives only bound roughly; a little more is asked of them. */
  private static final double MARGIN = 0.5;

  private final List<Kind> kinds;
  private final boolean removing;
  private final double total;
  private final List<Cell> cells;

  /** A kind of step, how often it occurs, and which cell it belongs to. */
  private record Kind(MixturePair pair, double count, Cell cell) {}

  /** Kinds that are alike, and the one that stands for all of them when steering. */
  private static final class Cell {
    private double count;
    private double logQ;
    private double logSigma;
    private MixturePair pair;

    void add(SampledSteps steps) {
      count += steps.count();
      logQ += steps.count() * Math.log(steps.share().lower());
      logSigma += steps.count() * Math.log(steps.sigma().lower());
    }

    void settle(boolean removing) {
      double q = Math.min(RealLine.LARGEST_PROBABILITY, Math.exp(logQ / count));
      pair = pair(q, Math.exp(logSigma / count), removing);
    }
  }

  private SampledList(List<Kind> kinds, List<Cell> cells, boolean removing) {
    this.kinds = kinds;
    this.cells = cells;
    this.removing = removing;
    this.total = kinds.stream().mapToDouble(Kind::count).sum();
  }

  /** Whether steps may be in such a list. */
  static boolean admits(SampledSteps steps) {
    return steps.sampling() == Sampling.POISSON
        && steps.isExact()
        && steps.share().lower() == steps.share().upper()
        && steps.share().upper() <= RealLine.LARGEST_PROBABILITY;
  }

  static SampledList of(List<SampledSteps> all, boolean removing) {
    double width = CELL;
    Map<List<Long>, Cell> cells = cells(all, width);
    while (cells.size() > MOST_CELLS) {
      width *= 1.5;
      cells = cells(all, width);
    }
    List<Kind> kinds = new ArrayList<>();
    for (SampledSteps steps : all) {
      MixturePair pair = pair(steps.share().lower(), steps.sigma().lower(), removing);
      kinds.add(new Kind(pair, steps.count(), cells.get(place(steps, width))));
    }
    cells.values().forEach(cell -> cell.settle(removing));
    return new SampledList(kinds, List.copyOf(cells.values()), removing);
  }

  private static MixturePair pair(double q, double sigma, boolean removing) {
    return new MixturePair(q, sigma, removing, !removing);
  }

  private static Map<List<Long>, Cell> cells(List<SampledSteps> all, double width) {
    Map<List<Long>, Cell> cells = new LinkedHashMap<>();
    for (SampledSteps steps : all) {
      cells.computeIfAbsent(place(steps, width), at -> new Cell()).add(steps);
    }
    return cells;
  }

  private static List<Long> place(SampledSteps steps, double width) {
    return List.of(
        Math.round(Math.log(steps.share().lower()) / width),
        Math.round(2 * Math.log(steps.sigma().lower()) / width));
  }

  @Override
  public Enclosure logMoment(double c) {
    RealLine line = new RealLine();
    Enclosure sum = Enclosure.ZERO;
    for (Kind kind : kinds) {
      line.prepare(kind.pair(), removing, c, 0, ACCURACY / total, 0);
      Enclosure one =
          line.known
              ? Enclosure.of(0, line.momentMinusOne + line.momentError)
                  .max(Enclosure.exact(line.momentMinusOne - line.momentError))
                  .log1p()
              : kind.pair().logMoment(c);
      sum = sum.plus(one.times(kind.count()));
    }
    return sum;
  }

  @Override
  public double roughLogMoment(double c) {
    RealLine line = new RealLine();
    double sum = 0;
    for (Cell cell : cells) {
      sum += cell.count * roughLogMoment(line, cell.pair, c);
    }
    return sum;
  }

  private double roughLogMoment(RealLine line, MixturePair pair, double c) {
    line.prepare(pair, removing, c, 0, 1e-9, 0);
    if (line.known) {
      return Math.log1p(line.momentMinusOne);
    }
    double farthest = (1 + c) * (Math.log(pair.q) + 0.5 * c / (pair.sigma * pair.sigma));
    return removing ? Math.max(0, farthest) : -c * Math.log1p(-pair.q);
  }

  @Override
  public double largestLoss() {
    double sum = 0;
    for (Kind kind : kinds) {
      sum += kind.count() * kind.pair().largestLoss();
    }
    return sum * (1 + 0x1p-50 * (kinds.size() + 2));
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new Line(c, reach);
  }

  private final class Line implements LossTransform {
    private final double c;
    private final double reach;
    private final Map<Cell, DecayBound> rough = new LinkedHashMap<>();

    Line(double c, double reach) {
      this.c = c;
      this.reach = reach;
      RealLine line = new RealLine();
      for (Cell cell : cells) {
        double logMoment = roughLogMoment(line, cell.pair, c);
        rough.put(cell, new DecayBound(cell.pair, c, logMoment, total, reach));
      }
    }

    @Override
    public double cost() {
      return COST * kinds.size();
    }

    @Override
    public void addTo(ContourNodes nodes) {
      RealLine line = new RealLine();
      double farthest = nodes.size() * nodes.step;
      for (Kind kind : kinds) {
        line.prepare(kind.pair(), removing, c, farthest, ACCURACY / total, 0);
        if (line.known) {
          line.addTo(nodes, kind.count());
        } else {
          new MixtureTransform(kind.pair(), kind.count(), c, reach).addTo(nodes);
        }
      }
    }

    @Override
    public double roughDecay(double t) {
      double sum = 0;
      for (Map.Entry<Cell, DecayBound> entry : rough.entrySet()) {
        sum += entry.getKey().count * entry.getValue().logBound(t);
      }
      return sum + MARGIN;
    }

    @Override
    public double logDecayBound(double t) {
      Map<Cell, Double> angles = new LinkedHashMap<>();
      rough.forEach((cell, bound) -> angles.put(cell, bound.bestAngle(t)));
      RealLine line = new RealLine();
      double sum = 0;
      for (Kind kind : kinds) {
        sum += kind.count() * logDecayBound(line, kind, angles.get(kind.cell()), t);
      }
      return sum + Math.abs(sum) * 0x1p-50 * (kinds.size() + 2);
    }

    private double logDecayBound(RealLine line, Kind kind, double angle, double t) {
      line.prepare(kind.pair(), removing, c, 0, ACCURACY / total, 0);
      double logMoment =
          line.known
              ? Math.log1p(line.momentMinusOne + line.momentError) + 0x1p-50
              : kind.pair().logMoment(c).upper();
      if (!(angle > 0)) {
        return logMoment;
      }
      return DecayBound.at(angle, kind.pair(), c, logMoment, total, t).logBound(t);
    }
  }
}
