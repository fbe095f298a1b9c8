package org.assay.cli.internal.utility;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.clipped.ClippedSchedule;
import org.assay.algorithms.internal.optimize.clipped.DpGradientDescent;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * Measures the automatic choice on generated tables that took no part in finding its rule, beside
 * DP gradient descent with momentum and averages that is tuned on the tested records themselves.
 * Run it as a program with the first seed, the seed after the last, and two sizes: tables are left
 * out where records times coordinates of a parameter are not between them.
 */
final class HeldOutTables {
  static final double[] EPSILONS = {0.5, 1, 3, 8};

  private static final double DELTA = 1e-5;
  private static final double WIDE = 100;
  private static final int CONSTANTS = 1000;
  private static final double[] CLIP_NORMS = {0.25, 0.6};

  /** Standard deviations of predictions by noise alone, which say how long the steps are. */
  private static final double[] NOISES = {0.25, 0.7, 2, 5, 14};

  private final GeneratedTable table;
  private final Dataset training;
  private final TrainingTask task;

  HeldOutTables(GeneratedTable table) {
    this.table = table;
    this.training = Dataset.of(table.training().features(), table.training().labels());
    double radius = WIDE * Math.sqrt(2.0 * table.columns());
    int features = training.dimension();
    int classes = table.classes();
    TrainingTask.Labels labels =
        classes == 0
            ? TrainingTask.Labels.BOUNDED_NUMBERS
            : classes == 2 ? TrainingTask.Labels.SIGNS : TrainingTask.Labels.CLASSES;
    this.task =
        new TrainingTask(
            training.size(), features, labels, radius, classes, OptionalDouble.empty());
  }

  static Guarantee target(double epsilon) {
    return new Guarantee.Approximate(epsilon, DELTA, AdjacencyRelation.REPLACE_ONE);
  }

  /** Records times coordinates of a parameter: what a step reads. */
  private double size() {
    return (double) task.records() * task.parameterDimension();
  }

  /** Runs, so that a mean is exact to a fraction of a point. */
  int runs() {
    return task.records() < 2000 ? 4 : task.records() < 10_000 ? 2 : 1;
  }

  /** Accuracy of the most frequent label of the training records, or 0 for R². */
  double constant() {
    if (table.classes() == 0) {
      return 0;
    }
    Map<Double, Integer> counts = new HashMap<>();
    for (double label : table.training().labels()) {
      counts.merge(label, 1, Integer::sum);
    }
    double most = Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    return share(table.test(), most);
  }

  /**
   * Mean score of a constant that is released itself, by the whole budget as a Gaussian: of the
   * most frequent label by noisy counts, which a record moves by √2, or of a noisy mean, which it
   * moves by 2/n. Numbers are measured from their mean on the tested records.
   */
  double privateConstant(double epsilon) {
    double mu = NoiseTarget.gaussianMu(target(epsilon));
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    for (int run = 0; run < CONSTANTS; run++) {
      sum += table.classes() == 0 ? noisyMean(mu, random) : noisyMostFrequent(mu, random);
    }
    return sum / CONSTANTS;
  }

  private double noisyMean(double mu, SplittableRandom random) {
    double[] labels = table.test().labels();
    double mean = Arrays.stream(table.training().labels()).average().orElseThrow();
    double noisy = mean + 2 / (mu * task.records()) * random.nextGaussian();
    double tested = Arrays.stream(labels).average().orElseThrow();
    double squares = Arrays.stream(labels).map(y -> (y - tested) * (y - tested)).sum();
    return -(noisy - tested) * (noisy - tested) * labels.length / squares;
  }

  private double noisyMostFrequent(double mu, SplittableRandom random) {
    double best = Double.NaN;
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < table.classes(); k++) {
      double label = table.classes() == 2 ? 2 * k - 1 : k;
      double count = share(table.training(), label) * task.records();
      double noisy = count + Math.sqrt(2) / mu * random.nextGaussian();
      if (noisy > most) {
        most = noisy;
        best = label;
      }
    }
    return share(table.test(), best);
  }

  private static double share(GeneratedTable.Records records, double label) {
    return Arrays.stream(records.labels()).filter(each -> each == label).count()
        / (double) records.labels().length;
  }

  /** Mean score of the automatic choice, as it is trained. */
  double automatic(double epsilon, int runs) {
    Training trained = AutomaticChoice.entry().calibrated().setUp(task, target(epsilon));
    double sum = 0;
    for (int run = 0; run < runs; run++) {
      double[] model =
          trained.algorithm().run(training, new SplittableRandom(run + 1)).release().toArray();
      sum += score(model);
    }
    return sum / runs;
  }

  /** Mean score of the schedule of the automatic choice on all records. */
  private double byRule(double epsilon) {
    Training trained =
        AlgorithmRegistry.find("dp-gradient-descent")
            .orElseThrow()
            .calibrated()
            .setUp(task, target(epsilon));
    ClippedSchedule schedule = ((DpGradientDescent) trained.algorithm()).schedule();
    return scores(schedule, schedule.averaged())[0];
  }

  /** The best mean score of a grid: 2 clip norms, lengths of steps, and 3 averages. */
  private double tuned(double epsilon) {
    double best = Double.NEGATIVE_INFINITY;
    for (double clipNorm : CLIP_NORMS) {
      for (double noise : NOISES) {
        ClippedSchedule schedule =
            schedule(NoiseTarget.gaussianMu(target(epsilon)), clipNorm, noise);
        int steps = schedule.steps();
        for (double score : scores(schedule, 1, steps / 4, steps / 2)) {
          best = Math.max(best, score);
        }
      }
    }
    return best;
  }

  /** Momentum 0.9, 0.95 or 0.975 in 100, 200 or 400 steps, none larger than 6/beta. */
  private ClippedSchedule schedule(double mu, double clipNorm, double noise) {
    double signal = mu * task.records();
    double travel = noise * signal / (2 * clipNorm);
    double longest = (table.classes() == 0 ? 3.8 : 6) / task.smoothLoss().smoothness();
    int steps = 100;
    while (steps < 400 && 10 * travel / (steps * steps) > longest) {
      steps *= 2;
    }
    double stepSize = Math.min(10 * travel / (steps * steps), longest);
    double deviation = 2 * clipNorm * Math.sqrt(steps) / signal;
    return new ClippedSchedule(steps, stepSize, clipNorm, 1 - 10.0 / steps, 1, deviation);
  }

  /**
   * Mean scores of means of the last iterates. The noise is that of the algorithm from ordinary
   * pseudo-random numbers: on small tables exact noise takes longer than all else.
   */
  private double[] scores(ClippedSchedule schedule, int... averaged) {
    double[] scores = new double[averaged.length];
    int runs = runs();
    for (int run = 0; run < runs; run++) {
      double[][] models = descend(schedule, averaged, new SplittableRandom(run + 1));
      for (int k = 0; k < averaged.length; k++) {
        scores[k] += score(models[k]) / runs;
      }
    }
    return scores;
  }

  private double[][] descend(ClippedSchedule schedule, int[] averaged, SplittableRandom random) {
    int dimension = task.parameterDimension();
    Loss clipped = task.smoothLoss().clippedTo(schedule.clipNorm());
    double[] point = new double[dimension];
    double[] direction = new double[dimension];
    double[][] means = new double[averaged.length][dimension];
    for (int t = 0; t < schedule.steps(); t++) {
      double[] gradient = new double[dimension];
      clipped.addBatchGradient(
          point, training, 0, training.size(), 1.0 / training.size(), gradient);
      for (int j = 0; j < dimension; j++) {
        double noisy = gradient[j] + schedule.noiseStandardDeviation() * random.nextGaussian();
        direction[j] = schedule.momentum() * direction[j] + noisy;
        point[j] -= schedule.stepSize() * direction[j];
      }
      task.ball().project(point);
      for (int k = 0; k < averaged.length; k++) {
        for (int j = 0; t >= schedule.steps() - averaged[k] && j < dimension; j++) {
          means[k][j] += point[j] / averaged[k];
        }
      }
    }
    return means;
  }

  private double score(double[] model) {
    double[][] features = table.test().features();
    double[] labels = table.test().labels();
    double mean = Arrays.stream(labels).average().orElseThrow();
    double right = 0;
    double squares = 0;
    for (int i = 0; i < labels.length; i++) {
      if (table.classes() == 0) {
        double miss = dot(features[i], model, 0) - labels[i];
        right -= miss * miss;
        squares += (labels[i] - mean) * (labels[i] - mean);
      } else {
        right += predicted(features[i], model) == labels[i] ? 1 : 0;
      }
    }
    return table.classes() == 0 ? 1 + right / squares : right / labels.length;
  }

  private double predicted(double[] record, double[] model) {
    if (table.classes() == 2) {
      return dot(record, model, 0) > 0 ? 1 : -1;
    }
    int best = 0;
    for (int k = 1; k < table.classes(); k++) {
      best = dot(record, model, k) > dot(record, model, best) ? k : best;
    }
    return best;
  }

  private static double dot(double[] record, double[] model, int k) {
    double sum = 0;
    for (int j = 0; j < record.length; j++) {
      sum += record[j] * model[k * record.length + j];
    }
    return sum;
  }

  public static void main(String[] arguments) {
    for (long seed = Long.parseLong(arguments[0]); seed < Long.parseLong(arguments[1]); seed++) {
      HeldOutTables each = new HeldOutTables(GeneratedTable.ofSeed(seed));
      if (!(each.size() > Double.parseDouble(arguments[2])
          && each.size() <= Double.parseDouble(arguments[3]))) {
        continue;
      }
      StringBuilder line = new StringBuilder();
      line.append(
          String.format(
              Locale.ROOT,
              "%d n %d d %d K %d constant %.4f",
              seed,
              each.task.records(),
              each.task.features(),
              each.task.classes(),
              each.constant()));
      for (double epsilon : EPSILONS) {
        line.append(
            String.format(
                Locale.ROOT,
                " | %.1f private constant %.4f auto %.4f tuned %.4f",
                epsilon,
                each.privateConstant(epsilon),
                each.byRule(epsilon),
                each.tuned(epsilon)));
      }
      System.out.println(line);
    }
  }
}
