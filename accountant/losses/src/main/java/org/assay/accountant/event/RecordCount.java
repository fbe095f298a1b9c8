package org.assay.accountant.event;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The number of records that an event says its input has, if it says one. Events that read the same
 * input must agree, and what is done to a sample must agree with the sample's size.
 */
final class RecordCount extends PartsVisitor<Optional<RecordCount.Stated>> {
  /**
   * A stated number.
   *
   * @param records how many records, counted below all groups
   * @param perUnit how many of them make one record of the input
   * @param inSlots whether this is the sum of what slots have, or a part of it
   * @param source the event that says so
   */
  record Stated(long records, long perUnit, Slots inSlots, DpEvent source) {
    Stated(long records, DpEvent source) {
      this(records, 1, Slots.NONE, source);
    }

    boolean is(long size) {
      return inSlots == Slots.NONE && records % perUnit == 0 && records / perUnit == size;
    }

    boolean isWhole() {
      return inSlots != Slots.SOME;
    }

    Stated inUnitsOf(long size, DpEvent group) {
      if (!(size <= Long.MAX_VALUE / perUnit)) {
        throw new UnsupportedEventException(
            group.describe(), "its nested group sizes multiply to more than 2^63");
      }
      return new Stated(records, perUnit * size, inSlots, source);
    }

    /** Equal to a number of all records, or at most that if only some slots are known. */
    boolean agreesWith(Stated whole) {
      BigInteger here = product(records, whole.perUnit);
      int comparison = here.compareTo(product(whole.records, perUnit));
      return isWhole() ? comparison == 0 : comparison <= 0;
    }

    private static BigInteger product(long first, long second) {
      return BigInteger.valueOf(first).multiply(BigInteger.valueOf(second));
    }

    String inWords() {
      return (perUnit == 1 ? records + " records" : records + " records in units of " + perUnit)
          + " in "
          + source.describe();
    }
  }

  /** Whether a number of records is that of slots. */
  enum Slots {
    NONE,
    SOME,
    ALL
  }

  @Override
  protected Optional<Stated> visitMechanism(DpEvent event) {
    return Optional.empty();
  }

  @Override
  public Optional<Stated> visitShuffledReports(ShuffledReportsEvent event) {
    return Optional.of(new Stated(event.reports(), event));
  }

  @Override
  public Optional<Stated> visitNoisySgd(NoisySgdEvent event) {
    return Optional.of(new Stated(event.run().records(), event));
  }

  @Override
  public Optional<Stated> visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    return Optional.of(new Stated(event.epoch().totalRecords(), event));
  }

  @Override
  public Optional<Stated> visitLastIterate(LastIterateEvent event) {
    return Optional.of(new Stated(event.schedule().totalRecords(), event));
  }

  @Override
  public Optional<Stated> visitSelfComposed(SelfComposedEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Optional<Stated> visitRepeatAndSelect(RepeatAndSelectEvent event) {
    return event.event().accept(this);
  }

  @Override
  public Optional<Stated> visitComposed(ComposedEvent event) {
    List<Stated> all =
        event.events().stream().flatMap(part -> part.accept(this).stream()).distinct().toList();
    List<Stated> whole = all.stream().filter(Stated::isWhole).toList();
    for (Stated other : all) {
      if (!whole.isEmpty() && !other.agreesWith(whole.get(0))) {
        throw new UnsupportedEventException(
            event.describe(),
            "its parts read the same data and contradict each other about the number of records: "
                + whole.get(0).inWords()
                + ", "
                + other.inWords()
                + "; state one number");
      }
    }
    // What only some slots state must not be forgotten: no sampler may lie above.
    return Stream.concat(all.stream().filter(one -> one.inSlots() != Slots.NONE), all.stream())
        .findFirst();
  }

  @Override
  public Optional<Stated> visitGroup(GroupEvent event) {
    return event.event().accept(this).map(stated -> stated.inUnitsOf(event.size(), event));
  }

  /** Slots divide the records, each with a number of its own; a part by value has any number. */
  @Override
  public Optional<Stated> visitParallel(ParallelEvent event) {
    List<Stated> all = event.events().stream().flatMap(part -> part.accept(this).stream()).toList();
    if (event.events().size() == 1) {
      return all.stream().findFirst();
    }
    if (event.assignment() == ParallelEvent.Assignment.BY_VALUE && !all.isEmpty()) {
      throw new UnsupportedEventException(
          event.describe(),
          "how many records belong to a part by their values is not fixed, but a part states "
              + all.get(0).inWords()
              + "; sample before the records are divided, or assign them by slot");
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(inSlots(event, all));
  }

  /** All slots together, where every one states a number of records that are no units. */
  private static Stated inSlots(ParallelEvent event, List<Stated> all) {
    boolean complete =
        all.size() == event.events().size()
            && all.stream().allMatch(part -> part.isWhole() && part.perUnit() == 1);
    long sum =
        all.stream()
            .filter(part -> part.perUnit() == 1)
            .mapToLong(Stated::records)
            .reduce(0, Math::addExact);
    return new Stated(sum, 1, complete ? Slots.ALL : Slots.SOME, event);
  }

  @Override
  public Optional<Stated> visitRandomAllocation(RandomAllocationEvent event) {
    requireUnshuffled(event, event.event());
    Optional<Stated> inner = event.event().accept(this);
    if (inner.isPresent() && event.selected() != event.steps()) {
      throw new UnsupportedEventException(
          event.describe(),
          "the sizes of randomly allocated batches are random, but what is done to them states "
              + inner.get().inWords()
              + "; sample a fixed number of records in each step instead");
    }
    return inner;
  }

  @Override
  public Optional<Stated> visitPoissonSampled(PoissonSampledEvent event) {
    Optional<Stated> inner = event.event().accept(this);
    if (event.samplingProbability() != 1) {
      requireUnshuffled(event, event.event());
    }
    if (event.samplingProbability() != 1 && inner.isPresent()) {
      throw new UnsupportedEventException(
          event.describe(),
          "the size of an independent sample is random, but what is done to it states "
              + inner.get().inWords()
              + "; sample a fixed number of records, or sample the sample independently");
    }
    return inner;
  }

  private static void requireUnshuffled(DpEvent sampler, DpEvent sampled) {
    if (EventMeaning.shuffles(sampled)) {
      throw new UnsupportedEventException(
          sampler.describe(),
          "the size of an independent sample is random, but shuffled batches read a public number"
              + " of records, null records included; sample a fixed number of records, or state"
              + " the run without the sampler");
    }
  }

  /** The size of the batch is random even where the limit decides it mostly. */
  @Override
  public Optional<Stated> visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
    requireUnshuffled(event, event.event());
    Optional<Stated> inner = event.event().accept(this);
    if (inner.isPresent()) {
      throw new UnsupportedEventException(
          event.describe(),
          "the size of an independent sample is random, but what is done to it states "
              + inner.get().inWords()
              + "; sample a fixed number of records, or sample the sample independently");
    }
    return Optional.of(new Stated(event.records(), event));
  }

  @Override
  public Optional<Stated> visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
    boolean everything = event.sampleSize() == event.populationSize();
    return sample(event, event.event(), event.sampleSize(), event.populationSize(), everything);
  }

  @Override
  public Optional<Stated> visitSampledWithReplacement(SampledWithReplacementEvent event) {
    return sample(event, event.event(), event.sampleSize(), event.populationSize(), false);
  }

  private Optional<Stated> sample(
      DpEvent event, DpEvent child, long size, long population, boolean everything) {
    Optional<Stated> inner = child.accept(this);
    if (inner.isPresent() && inner.get().inSlots() != Slots.NONE) {
      Stated all = new Stated(population, 1, inner.get().inSlots(), event);
      if (everything && inner.get().agreesWith(all)) {
        return Optional.of(all);
      }
      throw new UnsupportedEventException(
          event.describe(),
          "how many records of a sample are in a slot is random, but a slot states a number of"
              + " records in "
              + inner.get().source().describe()
              + "; sample inside the slots");
    }
    if (inner.isPresent() && !inner.get().is(size)) {
      throw new UnsupportedEventException(
          event.describe(),
          "the sample has "
              + size
              + " records, but what is done to it states "
              + inner.get().inWords()
              + "; state the sample's size there");
    }
    return Optional.of(new Stated(population, event));
  }
}
