package org.assay.accountant.meaning;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.PureEvent;

/**
 * Looks at a program that a search found as if it knew nothing of the search: every call's laws
 * have to be ones that its leaf admits, for all inputs that it may read after one history, and the
 * laws of the transcripts are added up from the definition, in fractions.
 */
final class Recheck {
  private final Program program;
  private final List<Mechanism> mechanisms;
  private final Transcripts transcripts;
  private final Inputs inputs;
  private final Ascent found;
  private final Map<List<Integer>, Fraction[]> laws = new HashMap<>();

  /**
   * A check.
   *
   * @param found where the search ended
   */
  Recheck(
      Program program,
      List<Mechanism> mechanisms,
      Transcripts transcripts,
      Inputs inputs,
      Ascent found) {
    this.program = program;
    this.mechanisms = mechanisms;
    this.transcripts = transcripts;
    this.inputs = inputs;
    this.found = found;
  }

  /** What the program attains. */
  Attained attained() {
    for (int call = 0; call < transcripts.calls(); call++) {
      for (int history = 0; history < transcripts.histories(call); history++) {
        requireAdmissible(call, history);
      }
    }
    return new Attained(law(true), law(false), program.toString());
  }

  private void requireAdmissible(int call, int history) {
    int[] seen = found.seen(call, history);
    for (int input : seen) {
      requireLaw(law(call, history, input));
      for (int other : seen) {
        int distance = inputs.distance(input, other);
        if (!admissible(call, history, input, other, distance)) {
          throw new IllegalStateException(
              "call "
                  + call
                  + " after history "
                  + history
                  + " treats "
                  + Row.names(inputs.get(input))
                  + " and "
                  + Row.names(inputs.get(other))
                  + " too differently");
        }
      }
    }
  }

  private static void requireLaw(Fraction[] law) {
    Fraction sum = Fraction.ZERO;
    for (Fraction probability : law) {
      if (probability.compareTo(Fraction.ZERO) < 0) {
        throw new IllegalStateException("a probability was " + probability);
      }
      sum = sum.plus(probability);
    }
    if (!sum.equals(Fraction.ONE)) {
      throw new IllegalStateException("probabilities add up to " + sum);
    }
  }

  private boolean admissible(int call, int history, int input, int other, int distance) {
    List<Block> blocks = mechanisms.get(call).blocks();
    for (int b = 0; b < blocks.size(); b++) {
      int one = found.strategy().number(call, history, b, input);
      int two = found.strategy().number(call, history, b, other);
      if (!blocks.get(b).allows(one, two, distance)) {
        return false;
      }
    }
    DpEvent leaf = program.calls().get(call);
    return !(leaf instanceof PureEvent pure)
        || distance == Inputs.UNRELATED
        || joined(law(call, history, input), law(call, history, other), pure.epsilon(), distance);
  }

  /**
   * Whether a chain of so many neighbours may join two laws of a bit: {@code Pr[1]} grows at most
   * to {@code min(r p, 1 - (1-p)/r)} in one step, and smallest extensions of a law that keeps to
   * this pair by pair keep to it everywhere.
   */
  private static boolean joined(Fraction[] law, Fraction[] other, double epsilon, int distance) {
    if (law.length == 1) {
      return true;
    }
    Fraction ratio = Exponential.below(epsilon);
    Fraction reach = other[1];
    for (int step = 0; step < distance; step++) {
      Fraction rest = Fraction.ONE.minus(Fraction.ONE.minus(reach).dividedBy(ratio));
      reach = reach.times(ratio).min(rest);
    }
    return law[1].compareTo(reach) <= 0;
  }

  private Fraction[] law(int call, int history, int input) {
    return laws.computeIfAbsent(
        List.of(call, history, input), key -> found.strategy().law(call, history, input));
  }

  private List<Fraction> law(boolean onFirst) {
    List<Fraction> law = new ArrayList<>();
    for (int y = 0; y < transcripts.count(); y++) {
      Lots lots = found.lots(y);
      law.add(probability(y, onFirst ? lots.first() : lots.second()));
    }
    requireLaw(law.toArray(Fraction[]::new));
    return law;
  }

  private Fraction probability(int transcript, List<Worlds.World> worlds) {
    Sum sum = new Sum();
    for (Worlds.World world : worlds) {
      BigInteger numerator = world.weight().numerator();
      BigInteger denominator = world.weight().denominator();
      for (int call = 0; call < transcripts.calls() && numerator.signum() > 0; call++) {
        int history = transcripts.history(call, transcript);
        Fraction factor =
            law(call, history, world.inputs()[call])[transcripts.outcome(call, transcript)];
        numerator = numerator.multiply(factor.numerator());
        denominator = denominator.multiply(factor.denominator());
      }
      sum.add(numerator, denominator);
    }
    return sum.total();
  }

  /** Adds fractions, mostly of few denominators, without looking for common divisors each time. */
  private static final class Sum {
    private final Map<BigInteger, BigInteger> numerators = new HashMap<>();

    void add(BigInteger numerator, BigInteger denominator) {
      if (numerator.signum() > 0) {
        numerators.merge(denominator, numerator, BigInteger::add);
      }
    }

    Fraction total() {
      Fraction total = Fraction.ZERO;
      for (Map.Entry<BigInteger, BigInteger> term : numerators.entrySet()) {
        total = total.plus(new Fraction(term.getValue(), term.getKey()));
      }
      return total;
    }
  }
}
