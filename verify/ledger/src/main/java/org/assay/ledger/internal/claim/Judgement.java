package org.assay.ledger.internal.claim;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * The conclusion about a claim, with its grounds. A refutation needs a witness, and a witness needs
 * a violation on which two computations agree.
 *
 * @param verdict the conclusion
 * @param ratio cost over claim in the worst case found: a lower end above 1 refutes; an upper end
 *     below 1 says how loose the claim is
 * @param ratioOf the quantity of the ratio
 * @param witness the smallest instance found against the printed claim
 * @param prose further words
 * @param picture what the claim's page draws
 */
public record Judgement(
    Verdict verdict,
    Enclosure ratio,
    String ratioOf,
    Optional<Witness> witness,
    Prose prose,
    Optional<Picture> picture) {
  /**
   * Words, with computed numbers; empty if there is nothing to say.
   *
   * @param range the range in which the claim is certified
   * @param correction the constant or reading that holds
   * @param missing what an undecided claim lacks
   * @param explanation the grounds
   */
  public record Prose(String range, String correction, String missing, String explanation) {}

  /** Throws if a refutation lacks a witness. */
  public Judgement {
    if (verdict.refutes() && witness.isEmpty()) {
      throw new IllegalStateException("a refutation needs a witness");
    }
  }

  /**
   * Judges by a search. The claim is refuted if the worst instance violates it, certified if every
   * tried instance satisfies it, otherwise undecided. Satisfied instances are no proof: the claim
   * names the argument that covers all.
   *
   * @param family the instances
   * @return the judgement, with witness, range and picture
   */
  public static Judgement of(Family family) {
    return of(WorstCase.of(family));
  }

  /**
   * Judges by a search that is already made.
   *
   * @param worst the result of the search
   * @return the judgement, with witness, range and picture
   */
  public static Judgement of(WorstCase worst) {
    Family family = worst.family();
    boolean violated = worst.comparison().violates();
    Optional<Witness> witness =
        violated ? Optional.of(Witness.at(family, worst.smallest())) : Optional.empty();
    Verdict verdict =
        violated ? Verdict.REFUTED : worst.obeyed() ? Verdict.CERTIFIED : Verdict.UNDECIDED;
    Point shown = witness.map(Witness::parameters).orElse(worst.point());
    return new Judgement(
        verdict,
        worst.ratio(),
        family.quantity() + " over its claim, worst at " + worst.point(),
        witness,
        new Prose(
            verdict == Verdict.CERTIFIED ? range(worst) : "",
            "",
            verdict == Verdict.UNDECIDED ? "the enclosure reaches both sides of the claim" : "",
            ""),
        Optional.of(Picture.of(family, shown, family.parameters().get(0))));
  }

  private static String range(WorstCase worst) {
    StringBuilder range = new StringBuilder();
    for (Parameter parameter : worst.family().parameters()) {
      range.append(range.isEmpty() ? "" : ", ").append(parameter.name()).append(" from ");
      range.append(Numbers.shortest(parameter.from())).append(" to ");
      range.append(Numbers.shortest(parameter.to()));
    }
    return range + " (" + worst.tried() + " points)";
  }

  /**
   * An open question.
   *
   * @param ratio both bounds on the largest cost over claim
   * @param ratioOf the quantity of the ratio
   * @param missing what is missing
   * @return the judgement
   */
  public static Judgement undecided(Enclosure ratio, String ratioOf, String missing) {
    Prose prose = new Prose("", "", missing, "");
    return new Judgement(
        Verdict.UNDECIDED, ratio, ratioOf, Optional.empty(), prose, Optional.empty());
  }

  /**
   * The judgement of a literal text that was evidently not meant.
   *
   * @return a refutation becomes one of the text as printed; other verdicts stay
   */
  public Judgement asPrinted() {
    return verdict == Verdict.REFUTED ? with(Verdict.REFUTED_AS_PRINTED) : this;
  }

  /**
   * The judgement of a claim that fails as printed, or whose argument fails, and holds after a
   * repair.
   *
   * @param repaired the judgement of the repaired claim
   * @param repair what was repaired
   * @return certified after repair if the repaired claim is certified; otherwise this judgement
   */
  public Judgement repairedBy(Judgement repaired, String repair) {
    return repaired.verdict == Verdict.CERTIFIED
        ? with(Verdict.CERTIFIED_AFTER_REPAIR).certifiedIn(repaired.range()).corrected(repair)
        : this;
  }

  /**
   * The judgement of a claim that fails somewhere and holds in a common range.
   *
   * @param inside the judgement of the claim in that range
   * @param range the range in words
   * @return certified in range if this judgement is a refutation and the other certifies; otherwise
   *     this judgement
   */
  public Judgement exceptIn(Judgement inside, String range) {
    return verdict == Verdict.REFUTED && inside.verdict == Verdict.CERTIFIED
        ? with(Verdict.CERTIFIED_IN_RANGE).certifiedIn(range)
        : this;
  }

  private Judgement with(Verdict changed) {
    return new Judgement(changed, ratio, ratioOf, witness, prose, picture);
  }

  private Judgement with(Prose changed) {
    return new Judgement(verdict, ratio, ratioOf, witness, changed, picture);
  }

  private Judgement certifiedIn(String where) {
    return with(new Prose(where, prose.correction, prose.missing, prose.explanation));
  }

  /**
   * Adds what holds instead.
   *
   * @param words the right constant or reading; a constant is computed
   * @return the changed judgement
   */
  public Judgement corrected(String words) {
    return with(new Prose(prose.range, words, prose.missing, prose.explanation));
  }

  /**
   * Adds the grounds.
   *
   * @param words prose with numbers
   * @return the changed judgement
   */
  public Judgement explained(String words) {
    return with(new Prose(prose.range, prose.correction, prose.missing, words));
  }

  /**
   * Replaces the picture.
   *
   * @param drawn what to draw
   * @return the changed judgement
   */
  public Judgement drawn(Picture drawn) {
    return new Judgement(verdict, ratio, ratioOf, witness, prose, Optional.of(drawn));
  }

  /**
   * The range in which the claim is certified.
   *
   * @return in words; empty if there is none
   */
  public String range() {
    return prose.range;
  }

  /**
   * What holds instead.
   *
   * @return in words; empty if nothing was corrected
   */
  public String correction() {
    return prose.correction;
  }
}
