package org.assay.verify.internal.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The sampling of the records that take part in the steps of an event. */
interface Sampling {
  /** The name of the sampling in messages. */
  String words();

  /** The plural name for messages, in the order of the event. */
  static String inWords(List<Sampling> samplings) {
    return samplings.stream().map(Sampling::words).distinct().collect(Collectors.joining(" and "));
  }

  /** Number of steps that belong together: one, or those of an epoch. */
  default long block() {
    return 1;
  }

  /**
   * The number of records that the event itself states.
   *
   * @return the number, if it states one
   */
  default OptionalLong statedRecords() {
    return OptionalLong.empty();
  }

  /**
   * The law of the size of a batch, given the past.
   *
   * @param records number of records
   * @param position place of the step in its block, from 0
   * @param used the sizes of the block's earlier batches together
   * @return the law; empty if the event fixes none
   */
  default Optional<CountLaw> sizes(long records, long position, long used) {
    return Optional.empty();
  }

  /**
   * The law of the number of marked records, chosen by the past, in the next batch.
   *
   * @param records number of records
   * @param marked number of marked records
   * @param batch the size of the batch
   * @return the law; empty if no bets are placed on the number
   */
  default Optional<CountLaw> overlap(long records, long marked, long batch) {
    return Optional.empty();
  }

  /** The steps in which a record may take part, if the sampling limits them. */
  default Optional<Places> places() {
    return Optional.empty();
  }

  /** Whether a record may occur twice in a batch. */
  default boolean repeatsRecords() {
    return false;
  }

  /** The expected size of a batch. */
  default Optional<Double> expectedSize(long records) {
    return Optional.empty();
  }

  /** The usual divisor: the expected size of a batch that is not cut down. */
  default Optional<Double> uncutSize(long records) {
    return expectedSize(records);
  }

  /** Poisson sampling: every record joins by a coin of its own. */
  record Poisson(double rate) implements Sampling {
    @Override
    public String words() {
      return "Poisson sampling";
    }

    @Override
    public Optional<CountLaw> sizes(long records, long position, long used) {
      return Optional.of(CountLaws.binomial(records, rate));
    }

    @Override
    public Optional<CountLaw> overlap(long records, long marked, long batch) {
      return Optional.of(CountLaws.binomial(marked, rate));
    }

    @Override
    public Optional<Double> expectedSize(long records) {
      return Optional.of(records * rate);
    }
  }

  /** Poisson sampling with batches cut down at random to a largest size. */
  record Truncated(long records, double rate, long most) implements Sampling {
    /**
     * Half-width of the range over which a printed mean is summed, in standard deviations. Not
     * tuned.
     */
    private static final double DEVIATIONS = 40;

    @Override
    public String words() {
      return "truncated Poisson sampling";
    }

    @Override
    public OptionalLong statedRecords() {
      return OptionalLong.of(records);
    }

    @Override
    public Optional<CountLaw> sizes(long n, long position, long used) {
      return Optional.of(CountLaws.truncated(n, rate, most));
    }

    /** Given its size, a batch is a uniform choice. */
    @Override
    public Optional<CountLaw> overlap(long n, long marked, long batch) {
      return Optional.of(CountLaws.hypergeometric(n, marked, batch));
    }

    /** The mean of a binomial count or {@code most}, whichever is smaller. */
    @Override
    public Optional<Double> expectedSize(long n) {
      CountLaw law = CountLaws.truncated(n, rate, most);
      double reach = DEVIATIONS * Math.sqrt(n * rate * (1 - rate)) + DEVIATIONS;
      long least = (long) Math.max(0, n * rate - reach);
      long greatest = (long) Math.min((double) Math.min(most, n), n * rate + reach);
      // If the largest size is below the usual counts, the size is nearly always the largest.
      double mean = greatest < least ? greatest : 0;
      for (long count = least; count <= greatest; count++) {
        mean += count * law.mass(count).midpoint();
      }
      return Optional.of(mean);
    }

    @Override
    public Optional<Double> uncutSize(long n) {
      return Optional.of(n * rate);
    }
  }

  /** A uniform choice of a fixed number of records. */
  record FixedSize(long size, long records) implements Sampling {
    @Override
    public String words() {
      return "sampling of a fixed size";
    }

    @Override
    public OptionalLong statedRecords() {
      return OptionalLong.of(records);
    }

    @Override
    public Optional<CountLaw> sizes(long n, long position, long used) {
      return Optional.of(CountLaws.certain(size));
    }

    @Override
    public Optional<CountLaw> overlap(long n, long marked, long batch) {
      return Optional.of(CountLaws.hypergeometric(n, marked, batch));
    }

    @Override
    public Optional<Double> expectedSize(long n) {
      return Optional.of((double) size);
    }
  }

  /** Independent uniform draws, with replacement. */
  record WithReplacement(long draws, long records) implements Sampling {
    @Override
    public String words() {
      return "sampling with replacement";
    }

    @Override
    public OptionalLong statedRecords() {
      return OptionalLong.of(records);
    }

    @Override
    public Optional<CountLaw> sizes(long n, long position, long used) {
      return Optional.of(CountLaws.certain(draws));
    }

    @Override
    public Optional<CountLaw> overlap(long n, long marked, long batch) {
      return Optional.of(CountLaws.binomial(batch, (double) marked / n));
    }

    @Override
    public boolean repeatsRecords() {
      return true;
    }

    @Override
    public Optional<Double> expectedSize(long n) {
      return Optional.of((double) draws);
    }
  }

  /** All records in every step. */
  record Everything() implements Sampling {
    @Override
    public String words() {
      return "a step without sampling";
    }

    @Override
    public Optional<CountLaw> sizes(long records, long position, long used) {
      return Optional.of(CountLaws.certain(records));
    }

    @Override
    public Optional<Double> expectedSize(long records) {
      return Optional.of((double) records);
    }
  }

  /** Batches that are cut from a shuffle, one for each step of an epoch. */
  record Shuffled(long batches, boolean reshuffled) implements Sampling {
    @Override
    public String words() {
      return "shuffling";
    }

    @Override
    public long block() {
      return batches;
    }

    /** Equal sizes if the records divide evenly; otherwise the event does not fix the sizes. */
    @Override
    public Optional<CountLaw> sizes(long records, long position, long used) {
      return records % batches == 0
          ? Optional.of(CountLaws.certain(records / batches))
          : Optional.empty();
    }

    @Override
    public Optional<Places> places() {
      return Optional.of(
          reshuffled
              ? new Places(batches, 1, true, 1, 1)
              : new Places(Long.MAX_VALUE, Long.MAX_VALUE, false, batches, batches));
    }

    @Override
    public Optional<Double> expectedSize(long records) {
      return Optional.of((double) records / batches);
    }
  }

  /** Every record draws its steps of each epoch beforehand. */
  record Allocated(long steps, long selected) implements Sampling {
    @Override
    public String words() {
      return "random allocation";
    }

    @Override
    public long block() {
      return steps;
    }

    /**
     * The law for one step in each epoch: a record that has not drawn an earlier step has drawn
     * each later one with equal probability.
     */
    @Override
    public Optional<CountLaw> sizes(long records, long position, long used) {
      return selected == 1 && used <= records
          ? Optional.of(CountLaws.binomial(records - used, 1.0 / (steps - position)))
          : Optional.empty();
    }

    @Override
    public Optional<Places> places() {
      return Optional.of(new Places(steps, selected, true, 1, 1));
    }

    @Override
    public Optional<Double> expectedSize(long records) {
      return Optional.of((double) records * selected / steps);
    }
  }

  /** The participations that a matrix mechanism declares. */
  record Planned(long steps, long participations, long separation) implements Sampling {
    @Override
    public String words() {
      return "a matrix mechanism";
    }

    @Override
    public long block() {
      return steps;
    }

    @Override
    public Optional<Places> places() {
      return Optional.of(new Places(steps, participations, false, separation, 1));
    }
  }

  /**
   * Records are divided into as many parts as the matrix has bands; each step samples from one
   * part.
   */
  record Parts(long steps, long bands) implements Sampling {
    @Override
    public String words() {
      return "sampling of one part for each step";
    }

    @Override
    public long block() {
      return steps;
    }

    @Override
    public Optional<Places> places() {
      return Optional.of(new Places(steps, Long.MAX_VALUE, false, 1, bands));
    }
  }
}
