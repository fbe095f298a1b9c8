package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * A mechanism, a claim about it, and what is known about both.
 *
 * @param <D> the type of datasets
 */
public final class Entry<D> {
  private static final double ALPHA = 1e-3;

  private final String id;
  private final String title;
  private final String source;
  private final Guarantee claim;
  private final Mechanism<D> mechanism;
  private final List<AdjacentPair<D>> pairs = new ArrayList<>();
  private Expectation expectation = Expectation.NOT_REFUTED;
  private Truth truth = Truth.verdictOnly();
  private boolean deterministic;
  private int worst = -1;
  private Optional<Supplier<ExactLaw>> law = Optional.empty();
  private OptionalDouble statedRuns = OptionalDouble.empty();

  private Entry(String id, String title, String source, Guarantee claim, Mechanism<D> mechanism) {
    this.id = id;
    this.title = title;
    this.source = source;
    this.claim = claim;
    this.mechanism = mechanism;
  }

  /** An entry whose claim is true, until {@link #broken} says otherwise. */
  static <D> Entry<D> of(
      String id, String title, String source, Guarantee claim, Mechanism<D> mechanism) {
    return new Entry<>(id, title, source, claim, mechanism);
  }

  Entry<D> pairs(List<AdjacentPair<D>> family) {
    pairs.addAll(family);
    return this;
  }

  Entry<D> broken() {
    expectation = Expectation.REFUTED;
    return this;
  }

  /** A false claim that no auditor is expected to refute within minutes. */
  Entry<D> hard() {
    expectation = Expectation.HARD;
    return this;
  }

  /** A mistake that replaying one run on the neighbour would show. */
  Entry<D> deterministic() {
    deterministic = true;
    return this;
  }

  Entry<D> truth(Truth known) {
    truth = known;
    return this;
  }

  /** The oracle's runs as published or estimated elsewhere. */
  Entry<D> statedRuns(double runs) {
    statedRuns = OptionalDouble.of(runs);
    return this;
  }

  /** The pair of the family that shows most, and the law on it; the pair is added if missing. */
  Entry<D> worst(AdjacentPair<D> pair, Supplier<ExactLaw> exactLaw) {
    for (int i = 0; i < pairs.size(); i++) {
      boolean equal =
          pairs.get(i).left().equals(pair.left()) && pairs.get(i).right().equals(pair.right());
      worst = equal ? i : worst;
    }
    if (worst < 0) {
      pairs.add(pair);
      worst = pairs.size() - 1;
    }
    law = Optional.of(exactLaw);
    return this;
  }

  /**
   * A short name: B for broken, T for a broken entry's code where it is correct, C for correct, P
   * for broken and measured elsewhere, N for broken in ways that no auditor here was made for, M
   * for the correct twins of N, F for broken as software in the field was and tried on the pairs of
   * a family, G for the correct twins of F.
   *
   * @return the name, unique in the catalogue
   */
  public String id() {
    return id;
  }

  /**
   * What the mechanism is, and what is wrong with it.
   *
   * @return a few words
   */
  public String title() {
    return title;
  }

  /**
   * Where the mechanism or the mistake was published.
   *
   * @return a paper or a project
   */
  public String source() {
    return source;
  }

  /**
   * The claim to audit.
   *
   * @return the claim
   */
  public Guarantee claim() {
    return claim;
  }

  /**
   * The mechanism.
   *
   * @return the mechanism; its runs are independent, and it may be called concurrently
   */
  public Mechanism<D> mechanism() {
    return mechanism;
  }

  /**
   * The pairs that an auditor who does not know the mistake would search.
   *
   * @return the pairs, the worst known one among them
   */
  public List<AdjacentPair<D>> pairs() {
    return List.copyOf(pairs);
  }

  /**
   * What an audit should conclude.
   *
   * @return the expectation
   */
  public Expectation expectation() {
    return expectation;
  }

  /**
   * The privacy that the mechanism really has.
   *
   * @return what is known
   */
  public Truth truth() {
    return truth;
  }

  /**
   * Whether replaying one run on the neighbour would show the mistake.
   *
   * @return whether the mistake is deterministic
   */
  public boolean isDeterministic() {
    return deterministic;
  }

  /**
   * The runs that a bettor who knows both laws needs at error probability 0.001.
   *
   * @return the runs, computed where the law is known and otherwise as stated; infinite for a true
   *     claim whose law is known
   */
  public OptionalDouble oracleRuns() {
    return law.isPresent()
        ? OptionalDouble.of(OracleRuns.of(law.get().get(), claim, ALPHA))
        : statedRuns;
  }

  OptionalDouble statedRuns() {
    return statedRuns;
  }

  /** The law, computed anew by every call. */
  Optional<ExactLaw> law() {
    return law.map(Supplier::get);
  }

  /** The pair that {@link #law} is about. */
  AdjacentPair<D> worstPair() {
    return pairs.get(worst);
  }

  @Override
  public String toString() {
    return id + " " + title;
  }
}
