package org.assay.accountant.internal.composition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.contour.factor.DecayBound;
import org.assay.accountant.internal.contour.factor.MixturePair;
import org.assay.accountant.internal.contour.factor.MixtureTransform;
import org.assay.accountant.internal.contour.factor.NormalNoise;
import org.assay.accountant.internal.contour.factor.RealLine;
import org.assay.accountant.numeric.Enclosure;

/**
 * Many kinds of Poisson-sampled Gaussian steps in one direction. Bounds count every kind
 * separately. Contours are chosen by one representative of each group of similar kinds. Proofs:
 * {@code contour/doc-files/unlike-steps.md}.
 */
final class SampledList implements LossFactor {
  /** Target of the error of the sum of all logarithms. Not tuned. */
  private static final double ACCURACY = 1e-13;

  /** Accuracy of the representatives' moments. Not tuned. */
  private static final double ROUGH_ACCURACY = 1e-9;

  /** Largest difference of similar kinds in log q and in {@code 2 log σ}. Not tuned. */
  private static final double CELL = 0.1;

  /** Largest number of groups; cells are widened until there are no more. Not tuned. */
  private static final int MOST_CELLS = 24;

  /** Bound of the cost of one value of one kind, in evaluations of an integrand. Not tuned. */
  private static final double COST = 20;

  /**
   * Margin added to the rough decay, in nats, because representatives only approximate the bound.
   * Not tuned.
   */
  private static final double MARGIN = 0.5;

  private final List<Cell> cells;
  private final List<Kind> kinds;
  private final boolean removing;
  private final double total;

  /** A kind of step and its number of occurrences. */
  private record Kind(MixturePair pair, NormalNoise noise, double count) {
    Kind(MixturePair pair, double count) {
      this(pair, new NormalNoise.Continuous(pair.sigma), count);
    }

    static Kind of(SampledSteps steps, boolean removing) {
      double q = steps.share().lower();
      return new Kind(SampledList.pair(q, steps.sigma().lower(), removing), steps.count());
    }
  }

  /** Similar kinds, and their representative for the choice of contours. */
  private record Cell(Kind middle, List<Kind> kinds) {
    static Cell of(List<SampledSteps> steps, boolean removing) {
      List<Kind> kinds = steps.stream().map(one -> Kind.of(one, removing)).toList();
      double count = kinds.stream().mapToDouble(Kind::count).sum();
      double logQ = 0;
      double logSigma = 0;
      for (Kind kind : kinds) {
        logQ += kind.count() / count * Math.log(kind.pair().q);
        logSigma += kind.count() / count * Math.log(kind.pair().sigma);
      }
      double q = Math.min(RealLine.LARGEST_PROBABILITY, Math.exp(logQ));
      MixturePair middle = SampledList.pair(q, Math.exp(logSigma), removing);
      return new Cell(new Kind(middle, count), kinds);
    }

    double count() {
      return middle.count();
    }
  }

  private SampledList(List<Cell> cells, boolean removing) {
    this.cells = cells;
    this.kinds = cells.stream().flatMap(cell -> cell.kinds().stream()).toList();
    this.removing = removing;
    this.total = cells.stream().mapToDouble(Cell::count).sum();
  }

  /** Whether steps may be in a list. */
  static boolean admits(SampledSteps steps) {
    return steps.sampling() == Sampling.POISSON
        && steps.isExact()
        && steps.share().upper() <= RealLine.LARGEST_PROBABILITY;
  }

  static SampledList of(List<SampledSteps> all, boolean removing) {
    double width = CELL;
    Map<List<Long>, List<SampledSteps>> alike = alike(all, width);
    while (alike.size() > MOST_CELLS) {
      width *= 1.5;
      alike = alike(all, width);
    }
    return new SampledList(
        alike.values().stream().map(steps -> Cell.of(steps, removing)).toList(), removing);
  }

  private static MixturePair pair(double q, double sigma, boolean removing) {
    return new MixturePair(q, sigma, removing, !removing);
  }

  private static Map<List<Long>, List<SampledSteps>> alike(List<SampledSteps> all, double width) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                steps -> place(steps, width), LinkedHashMap::new, Collectors.toList()));
  }

  private static List<Long> place(SampledSteps steps, double width) {
    return List.of(
        Math.round(Math.log(steps.share().lower()) / width),
        Math.round(2 * Math.log(steps.sigma().lower()) / width));
  }

  @Override
  public int kinds() {
    return kinds.size();
  }

  @Override
  public Enclosure logMoment(double c) {
    RealLine line = new RealLine();
    Enclosure sum = Enclosure.ZERO;
    for (Kind kind : kinds) {
      prepare(line, kind, c, 0);
      Enclosure one = line.known ? line.logMoment() : kind.pair().logMoment(c);
      sum = sum.plus(one.times(kind.count()));
    }
    return sum;
  }

  private void prepare(RealLine line, Kind kind, double c, double reach) {
    line.prepare(kind.pair().q, kind.noise(), removing, c, reach, ACCURACY / total);
  }

  @Override
  public double roughLogMoment(double c) {
    RealLine line = new RealLine();
    double sum = 0;
    for (Cell cell : cells) {
      sum += cell.count() * roughLogMoment(line, cell.middle(), c);
    }
    return sum;
  }

  private double roughLogMoment(RealLine line, Kind kind, double c) {
    return line.roughLogMoment(kind.pair().q, kind.noise(), removing, c, ROUGH_ACCURACY);
  }

  @Override
  public double largestLoss() {
    double sum = 0;
    for (Kind kind : kinds) {
      sum += kind.count() * kind.pair().largestLoss();
    }
    return sum * (1 + 0x1p-50 * (kinds() + 2));
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new Line(c, reach);
  }

  private final class Line implements LossTransform {
    private final double c;
    private final double reach;

    /** Decay bounds of the cells' representatives. */
    private final List<DecayBound> rough = new ArrayList<>();

    Line(double c, double reach) {
      this.c = c;
      this.reach = reach;
      RealLine line = new RealLine();
      for (Cell cell : cells) {
        double logMoment = roughLogMoment(line, cell.middle(), c);
        rough.add(new DecayBound(cell.middle().pair(), c, logMoment, total, reach));
      }
    }

    @Override
    public double cost() {
      return COST * kinds();
    }

    @Override
    public void addTo(ContourNodes nodes) {
      RealLine line = new RealLine();
      double farthest = nodes.wanted() * nodes.step;
      for (Kind kind : kinds) {
        prepare(line, kind, c, farthest);
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
      for (int i = 0; i < cells.size(); i++) {
        sum += cells.get(i).count() * rough.get(i).logBound(t);
      }
      return sum + MARGIN;
    }

    @Override
    public double logDecayBound(double t) {
      RealLine line = new RealLine();
      double sum = 0;
      double sizes = 0;
      for (int i = 0; i < cells.size(); i++) {
        double angle = rough.get(i).bestAngle(t);
        for (Kind kind : cells.get(i).kinds()) {
          double bound = kind.count() * logDecayBound(line, kind, angle, t);
          sum += bound;
          sizes += Math.abs(bound);
        }
      }
      return sum + sizes * 0x1p-50 * (kinds() + 2);
    }

    private double logDecayBound(RealLine line, Kind kind, double angle, double t) {
      prepare(line, kind, c, 0);
      double logMoment = line.known ? line.logMoment().upper() : kind.pair().logMoment(c).upper();
      if (!(angle > 0)) {
        return logMoment;
      }
      return DecayBound.at(angle, kind.pair(), c, logMoment, total, t).logBound(t);
    }
  }
}
