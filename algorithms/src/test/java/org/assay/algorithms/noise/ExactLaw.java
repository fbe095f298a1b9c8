package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The law of what a program makes of uniform bits, without chance: the program runs once for every
 * sequence of answers that a generator could give it, and each outcome receives the exact rational
 * probability of the sequences that lead to it. Sequences that are less probable than a bound stay
 * undecided; their probability is kept.
 *
 * <p>A bounded number takes all its values. Those that lead coins to the same next question at the
 * same place are followed as one, as a coin compares its number and forgets it. An unbounded one,
 * 64 bits, takes only {@code 2^WORD_BITS} equally spaced values: programs that do nothing but
 * compare such numbers with each other, drawing another after equal ones, cannot tell these from
 * all 2^64.
 *
 * @param <T> what the program returns
 */
final class ExactLaw<T> {
  /** Bits of an unbounded number that vary, from the most significant one. */
  static final int WORD_BITS = 2;

  /** Who compares a bounded number at once and forgets it. */
  private static final Set<String> COINS =
      Set.of(ExactBernoulli.class.getName(), ExactDeviate.class.getName());

  /** Answers given so far, how probable they are, and what is asked next. */
  private record Path(List<Long> answers, BigFraction probability, Asked question) {
    Path or(Path same) {
      return new Path(answers, probability.add(same.probability), question);
    }
  }

  /** The program asks for more than its path answers. */
  private static final class Asked extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int CALLER = 2;

    private final int choices;
    private final int shift;

    Asked(int choices, int shift, boolean withPlace) {
      super("", null, false, withPlace || shift == 0);
      this.choices = choices;
      this.shift = shift;
    }

    boolean isByCoin() {
      StackTraceElement[] trace = getStackTrace();
      return trace.length > CALLER && COINS.contains(trace[CALLER].getClassName());
    }

    /** The question and the place it is asked at. */
    Object place() {
      return List.of(choices, shift, Arrays.asList(getStackTrace()));
    }
  }

  /** Gives the answers of a path. */
  private static final class Replay implements RandomGenerator {
    private final List<Long> answers;
    private final boolean withPlace;
    private int next;

    Replay(List<Long> answers, boolean withPlace) {
      this.answers = answers;
      this.withPlace = withPlace;
    }

    private long answer(int choices, int shift) {
      if (next == answers.size()) {
        throw new Asked(choices, shift, withPlace);
      }
      return answers.get(next++);
    }

    @Override
    public long nextLong() {
      return answer(1 << WORD_BITS, Long.SIZE - WORD_BITS);
    }

    @Override
    public long nextLong(long bound) {
      return answer(Math.toIntExact(bound), 0);
    }

    @Override
    public boolean nextBoolean() {
      return answer(2, 0) == 1;
    }
  }

  private final Function<RandomGenerator, T> program;
  private final Map<T, BigFraction> probabilities = new LinkedHashMap<>();
  private final Deque<Path> open = new ArrayDeque<>();
  private BigFraction undecided = BigFraction.ZERO;

  private ExactLaw(Function<RandomGenerator, T> program) {
    this.program = program;
  }

  /**
   * The law of a program's result.
   *
   * @param leastProbable sequences of answers below this are not followed further
   */
  static <T> ExactLaw<T> of(double leastProbable, Function<RandomGenerator, T> program) {
    ExactLaw<T> law = new ExactLaw<>(program);
    law.open.addAll(law.run(List.of(), BigFraction.ONE, false));
    while (!law.open.isEmpty()) {
      Path path = law.open.pop();
      if (path.probability().doubleValue() < leastProbable) {
        law.undecided = law.undecided.add(path.probability());
      } else {
        law.follow(path).forEach(law.open::push);
      }
    }
    return law;
  }

  private Collection<Path> follow(Path path) {
    Asked question = path.question();
    BigFraction share = path.probability().divide(question.choices);
    boolean byCoin = question.isByCoin();
    Map<Object, Path> continued = new LinkedHashMap<>();
    for (long choice = 0; choice < question.choices; choice++) {
      Long[] answers = path.answers().toArray(new Long[path.answers().size() + 1]);
      answers[answers.length - 1] = choice << question.shift;
      for (Path next : run(List.of(answers), share, byCoin)) {
        continued.merge(byCoin ? next.question().place() : choice, next, Path::or);
      }
    }
    return continued.values();
  }

  /** The path goes on, unless its answers are enough. */
  private List<Path> run(List<Long> answers, BigFraction probability, boolean withPlace) {
    try {
      T outcome = program.apply(new Replay(answers, withPlace));
      probabilities.merge(outcome, probability, BigFraction::add);
      return List.of();
    } catch (Asked more) {
      return List.of(new Path(answers, probability, more));
    }
  }

  /** How probable the decided sequences with this outcome are together. */
  BigFraction probability(T outcome) {
    return probabilities.getOrDefault(outcome, BigFraction.ZERO);
  }

  /** How probable the sequences are that were not followed to their end. */
  BigFraction undecided() {
    return undecided;
  }

  /**
   * Insists on the probability of an outcome.
   *
   * @param expected the probability, up to 1e-14
   * @param mostUndecided how much may be undecided
   */
  void requires(T outcome, double expected, double mostUndecided) {
    double least = probability(outcome).doubleValue();
    double rest = undecided.doubleValue();
    assertTrue(rest <= mostUndecided, "undecided " + rest);
    assertTrue(
        expected >= least - 1e-14 && expected <= least + rest + 1e-14,
        outcome + " has a probability of " + least + " to " + (least + rest) + ", not " + expected);
  }
}
