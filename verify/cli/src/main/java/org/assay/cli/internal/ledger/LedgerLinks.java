package org.assay.cli.internal.ledger;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.run.Expectations;
import org.assay.ledger.internal.run.Ledger;

/**
 * The lines of the ledger about an algorithm, with the committed verdicts, which {@code assay
 * ledger} computes anew and compares.
 *
 * @param claims the claims, in the order of the ledger
 */
public record LedgerLinks(List<LedgerClaim> claims) {
  private static final Map<String, Verdict> COMMITTED = Expectations.committed().verdicts();

  /** Copies the list. */
  public LedgerLinks {
    claims = List.copyOf(claims);
  }

  /**
   * All lines about an algorithm.
   *
   * @param algorithm its name in the registry
   * @return the lines, which may be none
   */
  public static LedgerLinks about(String algorithm) {
    return new LedgerLinks(Ledger.about(algorithm));
  }

  /**
   * The lines whose claims do not hold as printed, or are open.
   *
   * @return some of these lines
   */
  public LedgerLinks doubtful() {
    return new LedgerLinks(
        claims.stream().filter(claim -> COMMITTED.get(claim.id()) != Verdict.CERTIFIED).toList());
  }

  /**
   * Whether there is no line.
   *
   * @return true if there is none
   */
  public boolean isEmpty() {
    return claims.isEmpty();
  }

  /**
   * The names of the claims.
   *
   * @return the names in the order of the ledger
   */
  public List<String> ids() {
    return claims.stream().map(LedgerClaim::id).toList();
  }

  /**
   * The claims with their verdicts, in words.
   *
   * @return for example {@code A-L4.6 refuted, A-L4.7 certified in range}
   */
  public String words() {
    return claims.stream().map(LedgerLinks::words).collect(Collectors.joining(", "));
  }

  private static String words(LedgerClaim claim) {
    Verdict verdict = COMMITTED.get(claim.id());
    return claim.id() + (verdict == null ? "" : " " + verdict.words());
  }

  /**
   * The command that computes the verdicts again, with their grounds.
   *
   * @return the words of a command line
   */
  public String command() {
    return "assay ledger --claim " + String.join(",", ids());
  }
}
