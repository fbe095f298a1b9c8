package org.assay.accountant.curve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.assay.accountant.numeric.Enclosure;

/**
 * How a Rényi curve is made of others. Composing links two forms in constant time; what is linked
 * is laid out flat, without recursion, when the curve is first evaluated. A form that occurs
 * several times is counted and evaluated once.
 */
sealed interface CurveForm {
  /** A curve given by its values; two are the same only if they are one object. */
  record Values(DoubleFunction<Enclosure> divergence) implements CurveForm {}

  /** The line {@code order · rho}; a sum of lines is a line. */
  record Line(Enclosure rho) implements CurveForm {}

  /** Two computations, one after the other. */
  record Sum(CurveForm first, CurveForm second) implements CurveForm {}

  /** A computation that is repeated. */
  record Multiple(CurveForm once, Enclosure count) implements CurveForm {}

  /** The worse of two computations. */
  record Maximum(CurveForm first, CurveForm second) implements CurveForm {}

  /** A sum of different curves. */
  record Flat(List<Term> terms) implements CurveForm {
    Enclosure at(double order) {
      Enclosure sum = Enclosure.ZERO;
      for (Term term : terms) {
        sum = sum.plus(term.at(order));
      }
      return sum;
    }
  }

  /**
   * A summand.
   *
   * @param form values, a line or a maximum
   * @param divergence how to evaluate it
   * @param count how often it occurs
   */
  record Term(CurveForm form, DoubleFunction<Enclosure> divergence, Enclosure count) {
    Enclosure at(double order) {
      Enclosure once = divergence.apply(order);
      if (!(once.upper() >= 0)) {
        throw new IllegalStateException(
            "divergence at order " + order + " was " + once + ": it cannot be negative");
      }
      return count.equals(Enclosure.ONE) ? once : once.times(count);
    }
  }

  /** The sum of two forms; more of the same is a larger count. */
  static CurveForm sum(CurveForm first, CurveForm second) {
    if (isZero(first) || isZero(second)) {
      return isZero(first) ? second : first;
    }
    Multiple left = multiple(first);
    Multiple right = multiple(second);
    return left.once() == right.once()
        ? new Multiple(left.once(), left.count().plus(right.count()))
        : new Sum(first, second);
  }

  private static boolean isZero(CurveForm form) {
    return form instanceof Flat flat && flat.terms().isEmpty();
  }

  private static Multiple multiple(CurveForm form) {
    if (form instanceof Flat flat && flat.terms().size() == 1) {
      Term only = flat.terms().get(0);
      return new Multiple(only.form(), only.count());
    }
    return form instanceof Multiple multiple ? multiple : new Multiple(form, Enclosure.ONE);
  }

  /** A form as a sum of different curves, in the order in which they first occur. */
  static Flat flat(CurveForm root) {
    if (root instanceof Flat flat) {
      return flat;
    }
    List<CurveForm> bottomUp = bottomUp(root, CurveForm::parts);
    IdentityHashMap<CurveForm, Enclosure> counts = new IdentityHashMap<>();
    counts.put(root, Enclosure.ONE);
    IdentityHashMap<CurveForm, DoubleFunction<Enclosure>> known = new IdentityHashMap<>();
    for (int i = bottomUp.size() - 1; i >= 0; i--) {
      CurveForm form = bottomUp.get(i);
      Enclosure count = counts.getOrDefault(form, Enclosure.ZERO);
      if (form instanceof Flat flat) {
        for (Term term : flat.terms()) {
          counts.merge(term.form(), term.count().times(count), Enclosure::plus);
          known.put(term.form(), term.divergence());
        }
      } else {
        Enclosure each = form instanceof Multiple multiple ? multiple.count().times(count) : count;
        parts(form).forEach(part -> counts.merge(part, each, Enclosure::plus));
      }
    }
    List<Term> terms = new ArrayList<>();
    for (CurveForm form : bottomUp) {
      if (isLeaf(form)) {
        DoubleFunction<Enclosure> divergence = known.computeIfAbsent(form, CurveForm::divergence);
        terms.add(new Term(form, divergence, counts.getOrDefault(form, Enclosure.ZERO)));
      }
    }
    return new Flat(oneLine(terms));
  }

  private static boolean isLeaf(CurveForm form) {
    return form instanceof Values || form instanceof Line || form instanceof Maximum;
  }

  private static List<Term> oneLine(List<Term> terms) {
    List<Term> others = new ArrayList<>();
    Enclosure rho = Enclosure.ZERO;
    for (Term term : terms) {
      if (term.form() instanceof Line line) {
        rho = rho.plus(line.rho().times(term.count()));
      } else {
        others.add(term);
      }
    }
    if (terms.size() - others.size() < 2) {
      return List.copyOf(terms);
    }
    Line line = new Line(rho);
    others.add(new Term(line, divergence(line), Enclosure.ONE));
    return List.copyOf(others);
  }

  private static DoubleFunction<Enclosure> divergence(CurveForm form) {
    if (form instanceof Values values) {
      return values.divergence();
    }
    if (form instanceof Line line) {
      return line.rho()::times;
    }
    List<Flat> alternatives = new ArrayList<>();
    for (CurveForm alternative : bottomUp(form, CurveForm::alternatives)) {
      if (!(alternative instanceof Maximum)) {
        alternatives.add(flat(alternative));
      }
    }
    return order ->
        alternatives.stream().map(flat -> flat.at(order)).reduce(Enclosure::max).orElseThrow();
  }

  private static List<CurveForm> parts(CurveForm form) {
    if (form instanceof Sum sum) {
      return List.of(sum.first(), sum.second());
    }
    if (form instanceof Multiple multiple) {
      return List.of(multiple.once());
    }
    return form instanceof Flat flat ? flat.terms().stream().map(Term::form).toList() : List.of();
  }

  private static List<CurveForm> alternatives(CurveForm form) {
    return form instanceof Maximum maximum ? List.of(maximum.first(), maximum.second()) : List.of();
  }

  /** Everything below a form and itself, each once and after its own parts, from the left. */
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
