package org.assay.accountant.curve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.assay.accountant.numeric.Enclosure;

/**
 * The expression that makes a Rényi curve from other curves. Composition links two expressions in
 * constant time. The first evaluation flattens the expression without recursion. A form that occurs
 * several times is counted, and evaluated once.
 */
sealed interface CurveForm {
  /** The summands of this form. */
  List<CurveForm> parts();

  /** Counts the parts, given the number of occurrences of this form. */
  void countParts(Enclosure count, Counts counts);

  /** This form as a curve that is evaluated by itself; empty for sums. */
  default Optional<Leaf> leaf() {
    return Optional.empty();
  }

  /** The curves whose maximum this form is; empty for other forms. */
  default List<CurveForm> alternatives() {
    return List.of();
  }

  /** Whether this form is the empty sum. */
  default boolean isZero() {
    return false;
  }

  /** This form as a multiple of another. */
  default Multiple multiple() {
    return new Multiple(this, Enclosure.ONE);
  }

  /** This form as a sum of different curves, in the order in which they first occur. */
  default Flat flat() {
    List<CurveForm> bottomUp = bottomUp(this, CurveForm::parts);
    Counts counts = new Counts();
    counts.add(this, Enclosure.ONE);
    for (int i = bottomUp.size() - 1; i >= 0; i--) {
      CurveForm form = bottomUp.get(i);
      form.countParts(counts.of(form), counts);
    }
    List<Term> terms =
        bottomUp.stream().flatMap(form -> form.leaf().stream()).map(counts::term).toList();
    return new Flat(Term.oneLine(terms));
  }

  /** A curve that is evaluated by itself. */
  sealed interface Leaf extends CurveForm {
    /**
     * The curve as a function that is fast at many orders.
     *
     * @return the divergence at each order
     */
    DoubleFunction<Enclosure> divergence();

    /**
     * The slope, if this is a line through the origin.
     *
     * @return the slope; empty for other curves
     */
    default Optional<Enclosure> slope() {
      return Optional.empty();
    }

    @Override
    default Optional<Leaf> leaf() {
      return Optional.of(this);
    }

    @Override
    default List<CurveForm> parts() {
      return List.of();
    }

    @Override
    default void countParts(Enclosure count, Counts counts) {}
  }

  /** A curve given by its values; two such curves are equal only if they are the same object. */
  record Values(DoubleFunction<Enclosure> divergence) implements Leaf {}

  /** The line {@code order · rho}; a sum of lines is a line. */
  record Line(Enclosure rho) implements Leaf {
    @Override
    public DoubleFunction<Enclosure> divergence() {
      return rho::times;
    }

    @Override
    public Optional<Enclosure> slope() {
      return Optional.of(rho);
    }
  }

  /** The larger of two curves. */
  record Maximum(CurveForm first, CurveForm second) implements Leaf {
    @Override
    public List<CurveForm> alternatives() {
      return List.of(first, second);
    }

    @Override
    public DoubleFunction<Enclosure> divergence() {
      List<Flat> worst =
          bottomUp(this, CurveForm::alternatives).stream()
              .filter(form -> form.alternatives().isEmpty())
              .map(CurveForm::flat)
              .toList();
      return order ->
          worst.stream().map(flat -> flat.at(order)).reduce(Enclosure::max).orElseThrow();
    }
  }

  /** The sum of two curves, for two computations one after the other. */
  record Sum(CurveForm first, CurveForm second) implements CurveForm {
    @Override
    public List<CurveForm> parts() {
      return List.of(first, second);
    }

    @Override
    public void countParts(Enclosure count, Counts counts) {
      counts.add(first, count);
      counts.add(second, count);
    }
  }

  /** A multiple of a curve, for a computation that is repeated. */
  record Multiple(CurveForm once, Enclosure count) implements CurveForm {
    @Override
    public List<CurveForm> parts() {
      return List.of(once);
    }

    @Override
    public void countParts(Enclosure occurrences, Counts counts) {
      counts.add(once, count.times(occurrences));
    }

    @Override
    public Multiple multiple() {
      return this;
    }
  }

  /** A sum of different curves. */
  record Flat(List<Term> terms) implements CurveForm {
    Enclosure at(double order) {
      Enclosure sum = Enclosure.ZERO;
      for (Term term : terms) {
        sum = sum.plus(term.at(order));
      }
      return sum;
    }

    @Override
    public List<CurveForm> parts() {
      return terms.stream().<CurveForm>map(Term::form).toList();
    }

    @Override
    public void countParts(Enclosure count, Counts counts) {
      terms.forEach(term -> counts.add(term, count));
    }

    @Override
    public boolean isZero() {
      return terms.isEmpty();
    }

    @Override
    public Multiple multiple() {
      return terms.size() == 1
          ? new Multiple(terms.get(0).form(), terms.get(0).count())
          : new Multiple(this, Enclosure.ONE);
    }

    @Override
    public Flat flat() {
      return this;
    }
  }

  /**
   * A summand.
   *
   * @param form the curve
   * @param divergence the curve as a function
   * @param count number of occurrences
   */
  record Term(Leaf form, DoubleFunction<Enclosure> divergence, Enclosure count) {
    Enclosure at(double order) {
      Enclosure once = divergence.apply(order);
      if (!(once.upper() >= 0)) {
        throw new IllegalStateException(
            "divergence at order " + order + " was " + once + ": it cannot be negative");
      }
      return count.equals(Enclosure.ONE) ? once : once.times(count);
    }

    /** The sum with all lines merged into one. */
    private static List<Term> oneLine(List<Term> terms) {
      List<Term> others = terms.stream().filter(term -> term.form().slope().isEmpty()).toList();
      if (terms.size() - others.size() < 2) {
        return terms;
      }
      Enclosure rho = Enclosure.ZERO;
      for (Term term : terms) {
        Optional<Enclosure> slope = term.form().slope();
        if (slope.isPresent()) {
          rho = rho.plus(slope.get().times(term.count()));
        }
      }
      Line line = new Line(rho);
      List<Term> merged = new ArrayList<>(others);
      merged.add(new Term(line, line.divergence(), Enclosure.ONE));
      return List.copyOf(merged);
    }
  }

  /** The number of occurrences of forms, and the functions of those that were flattened before. */
  final class Counts {
    private final IdentityHashMap<CurveForm, Enclosure> counts = new IdentityHashMap<>();
    private final IdentityHashMap<Leaf, DoubleFunction<Enclosure>> known = new IdentityHashMap<>();

    private void add(CurveForm form, Enclosure count) {
      counts.merge(form, count, Enclosure::plus);
    }

    private void add(Term term, Enclosure count) {
      add(term.form(), term.count().times(count));
      known.put(term.form(), term.divergence());
    }

    private Enclosure of(CurveForm form) {
      return counts.getOrDefault(form, Enclosure.ZERO);
    }

    private Term term(Leaf leaf) {
      return new Term(leaf, known.computeIfAbsent(leaf, Leaf::divergence), of(leaf));
    }
  }

  /** The sum of two forms; equal forms are counted. */
  static CurveForm sum(CurveForm first, CurveForm second) {
    if (first.isZero() || second.isZero()) {
      return first.isZero() ? second : first;
    }
    Multiple left = first.multiple();
    Multiple right = second.multiple();
    return left.once() == right.once()
        ? new Multiple(left.once(), left.count().plus(right.count()))
        : new Sum(first, second);
  }

  /** A form and everything it contains, every form once and after its parts, from the left. */
  private static List<CurveForm> bottomUp(
      CurveForm root, Function<CurveForm, List<CurveForm>> parts) {
    List<CurveForm> finished = new ArrayList<>();
    Set<CurveForm> entered = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<CurveForm> left = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<CurveForm> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      CurveForm form = open.getFirst();
      if (entered.add(form)) {
        List<CurveForm> inner = parts.apply(form);
        for (int i = inner.size() - 1; i >= 0; i--) {
          open.push(inner.get(i));
        }
      } else {
        open.pop();
        if (left.add(form)) {
          finished.add(form);
        }
      }
    }
    return finished;
  }
}
