package org.assay.verify.internal.log;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.assay.verify.internal.log.TrainingLog.Declaration;

/** A training loop that writes a log, with the mistakes it is asked for. Mutable, for one run. */
final class Loop {
  /** How the records of a step are chosen. */
  interface Batches {
    int[] next(Loop loop);
  }

  final int records;
  final double batch;
  final Random random;
  private final List<LoggedStep> steps = new ArrayList<>();
  private Batches batches = loop -> loop.coins(loop.batch / loop.records);
  private double divisor;
  private boolean divideBySize;
  private double clipNorm = 1;
  private double largestNorm = 1;
  private double multiplier = 1.1;
  private double noise = 1.1;
  private int values = 10;
  private boolean logsMembers = true;
  private OptionalLong gaussian = OptionalLong.empty();

  /** How many steps say their divisor and clipping norm. */
  private int speaking = Integer.MAX_VALUE;

  private boolean silentIfEmpty;
  private boolean declaresDivisor = true;
  private final List<Integer> order = new ArrayList<>();

  Loop(int records, double batch, long seed) {
    this.records = records;
    this.batch = batch;
    this.divisor = batch;
    this.random = new Random(seed);
  }

  Loop batches(Batches other) {
    batches = other;
    return this;
  }

  Loop divisor(double other) {
    divisor = other;
    return this;
  }

  Loop divideBySize() {
    divideBySize = true;
    return this;
  }

  Loop largestNorm(double norm) {
    largestNorm = norm;
    return this;
  }

  Loop multiplier(double other) {
    multiplier = other;
    return this;
  }

  Loop noise(double deviation) {
    noise = deviation;
    return this;
  }

  Loop values(int count) {
    values = count;
    return this;
  }

  Loop withoutMembers() {
    logsMembers = false;
    return this;
  }

  Loop gaussian(long place) {
    gaussian = OptionalLong.of(place);
    return this;
  }

  Loop membersAreLogged(boolean whether) {
    logsMembers = whether;
    return this;
  }

  /** An empty batch says no members. */
  Loop silentIfEmpty() {
    silentIfEmpty = true;
    return this;
  }

  Loop silentAfterTheFirst() {
    speaking = 1;
    return this;
  }

  Loop silent() {
    speaking = 0;
    return this;
  }

  Loop withoutDeclaredDivisor() {
    declaresDivisor = false;
    return this;
  }

  /** Each record joins with a probability, by jumps from one that joins to the next. */
  int[] coins(double rate) {
    IntStream.Builder joined = IntStream.builder();
    double miss = Math.log1p(-rate);
    double at = -1;
    while (true) {
      at += 1 + Math.floor(Math.log(1 - random.nextDouble()) / miss);
      if (!(at < records)) {
        return joined.build().toArray();
      }
      joined.add((int) at);
    }
  }

  /** The next records of a shuffled order; a rest that is too short is dropped. */
  int[] shuffled(int size) {
    if (order.size() < size) {
      order.clear();
      IntStream.range(0, records).forEach(order::add);
      Collections.shuffle(order, random);
    }
    List<Integer> next = order.subList(0, size);
    int[] batch = next.stream().mapToInt(i -> i).toArray();
    next.clear();
    return batch;
  }

  /** A uniform choice without replacement. */
  int[] choice(int size) {
    order.clear();
    return shuffled(size);
  }

  /** Runs. */
  Loop run(int count) {
    for (int i = 0; i < count; i++) {
      add(step());
    }
    return this;
  }

  LoggedStep.Builder step() {
    int[] members = batches.next(this);
    LoggedStep.Builder step =
        LoggedStep.of(steps.size() + 2, members.length)
            .number(steps.size() + 1)
            .largestNorm(largestNorm);
    if (steps.size() < speaking) {
      step.divisor(divideBySize ? Math.max(1, members.length) : divisor).clipNorm(clipNorm);
    }
    if (logsMembers && !(silentIfEmpty && members.length == 0)) {
      step.members(members, names());
    }
    if (values > 0) {
      double[] drawn = new double[values];
      Arrays.setAll(drawn, i -> noise * random.nextGaussian());
      step.noise(drawn);
    }
    return step;
  }

  private List<String> names() {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        return "r" + index;
      }

      @Override
      public int size() {
        return records;
      }
    };
  }

  Loop add(LoggedStep.Builder step) {
    steps.add(step.build());
    return this;
  }

  int size() {
    return steps.size();
  }

  TrainingLog log() {
    Declaration declaration =
        new Declaration(
            OptionalLong.of(records),
            OptionalDouble.of(batch),
            OptionalDouble.of(clipNorm),
            OptionalDouble.of(multiplier),
            gaussian,
            declaresDivisor);
    return log(declaration);
  }

  TrainingLog log(Declaration declaration) {
    return new TrainingLog(declaration, steps, records);
  }
}
