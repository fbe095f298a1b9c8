package org.assay.verify.report;

import java.math.RoundingMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.ClaimState;

/**
 * One claim in a report.
 *
 * @param name the claim's name, unique within the report
 * @param certified the enclosure that the accountant certifies for the mechanism's declarations, in
 *     the claim's currency and under its relation; empty if there is none
 * @param findings findings of checks other than the bets, one sentence each
 * @param notes remarks for the reader, one paragraph each
 * @param audit the report of the audit
 * @param standsAtBits the number of significant bits to which outputs were rounded in a further
 *     audit that a refuted claim survived, with the same budget; empty if there was none
 * @param reproduce a command line that repeats the audit; blank if there is none
 */
public record AuditedClaim(
    String name,
    Optional<CertifiedInterval> certified,
    List<String> findings,
    List<String> notes,
    AuditReport audit,
    OptionalInt standsAtBits,
    String reproduce) {
  /**
   * Copies the notes.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public AuditedClaim {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a claim needs a name in a report");
    }
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /**
   * An entry without findings.
   *
   * @param name the claim's name, unique within the report
   * @param certified the enclosure that an accountant certifies, if any
   * @param notes remarks for the reader, one paragraph each
   * @param audit the report of the audit
   * @param reproduce a command line that repeats the audit; blank if there is none
   */
  public AuditedClaim(
      String name,
      Optional<CertifiedInterval> certified,
      List<String> notes,
      AuditReport audit,
      String reproduce) {
    this(name, certified, List.of(), notes, audit, OptionalInt.empty(), reproduce);
  }

  /**
   * The state of the claim.
   *
   * @return refuted if runs refute it, otherwise certified if the accountant proves it
   */
  public ClaimState state() {
    return ClaimState.of(audit, isProved());
  }

  /**
   * A warning if the accountant proves a claim that runs refute: the two statements cannot both be
   * about one mechanism.
   *
   * @return two sentences; empty without a contradiction
   */
  public Optional<String> contradiction() {
    return isProved() && state() == ClaimState.REFUTED
        ? Optional.of(Prose.CONTRADICTION)
        : Optional.empty();
  }

  /**
   * The claim and its state in one line.
   *
   * @return the claim and its state; for a refutation by floating-point noise only, the number of
   *     bits at which the algorithm stands
   */
  public String headline() {
    return Prose.headline(this);
  }

  /**
   * The success probability of an attacker under the claim, and the success in the runs, in words.
   *
   * @param withRuns whether the rates of the clearest event follow, if there was one
   * @return half a sentence or two; shares are rounded outward
   */
  public String risk(boolean withRuns) {
    return Prose.risk(audit, withRuns);
  }

  /**
   * The success probability of an attacker under a claim, in words.
   *
   * @param claim the claim
   * @return half a sentence; the share is rounded up
   */
  public static String risk(Guarantee claim) {
    double right = AttackerRisk.of(claim).success(0.5, AttackerRisk.Claim.PRESENT).upper();
    return "if the claim is true, a guess between two equally likely neighbours is right at most "
        + Prose.percent(right, RoundingMode.CEILING)
        + " of the time";
  }

  /** Whether the upper end is at most the claimed value, without room for rounding. */
  private boolean isProved() {
    return certified
        .filter(proof -> proof.label().equals(audit.lowerBound().currency()))
        .filter(proof -> proof.interval().upper() <= audit.lowerBound().claimed())
        .isPresent();
  }

  /**
   * This entry without the time that the audit took.
   *
   * @return an entry that depends on seed and budget only
   */
  public AuditedClaim withoutTiming() {
    return new AuditedClaim(
        name, certified, findings, notes, audit.withoutTiming(), standsAtBits, reproduce);
  }

  /**
   * The file that states the claims, for tools that show a finding beside its line.
   *
   * @param uri the file, relative if the reader of a report knows the directory
   * @param lines the line of each claim by name, counted from 1
   */
  public record ClaimsSource(URI uri, Map<String, Integer> lines) {
    /**
     * Copies the lines.
     *
     * @throws IllegalArgumentException if a line is below 1
     */
    public ClaimsSource {
      lines = Map.copyOf(lines);
      lines.forEach(ClaimsSource::require);
    }

    private static void require(String name, int line) {
      if (!(line >= 1)) {
        throw new IllegalArgumentException(
            "line of '" + name + "' was " + line + ": lines are counted from 1");
      }
    }

    /**
     * A file.
     *
     * @param file the file
     * @param directory the directory to which the address is relative, if the file is below the
     *     directory
     * @param lines the line of each claim by name
     * @return the source
     */
    public static ClaimsSource of(Path file, Path directory, Map<String, Integer> lines) {
      Path absolute = file.toAbsolutePath().normalize();
      Path base = directory.toAbsolutePath().normalize();
      return new ClaimsSource(
          absolute.startsWith(base) ? relative(base.relativize(absolute)) : absolute.toUri(),
          lines);
    }

    private static URI relative(Path path) {
      String slashes = path.toString().replace(path.getFileSystem().getSeparator(), "/");
      try {
        return new URI(null, null, slashes, null);
      } catch (URISyntaxException e) {
        // A first segment with a colon would look like a scheme.
        return path.toUri();
      }
    }
  }
}
