package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.assay.cli.internal.claims.ClaimsFile;
import org.assay.cli.internal.claims.ClaimsReader;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.cli.internal.terminal.ProgressStyle;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example that the README begins with, on real data. */
class BreastCancerTest {
  private static final Path FILE = Project.file("examples/breast-cancer.yaml");
  private static final List<String> TRUE =
      List.of("noise as in the proof, zCDP", "noise as in the proof, GDP");
  private static final List<String> FALSE =
      List.of("noise as in the listing", "noise divided by the batch size");
  private static final int SEEDS = Integer.getInteger("breast-cancer.seeds", 5);

  @Tag("slow")
  @Test
  void refutesTheFalseClaimsWithAWitnessAndNoOther() throws IOException {
    Invocation audit = Invocation.of("audit", FILE.toString(), "--json");
    assertEquals(1, audit.code(), audit.err());
    JsonNode claims = new ObjectMapper().readTree(audit.out()).get("claims");
    assertEquals(5, claims.size());
    for (JsonNode claim : claims) {
      boolean refuted = claim.at("/audit/verdict").textValue().equals("refuted");
      assertEquals(FALSE.contains(claim.get("name").textValue()), refuted, claim::toString);
      if (refuted) {
        assertTrue(claim.at("/audit/witness").isObject(), claim::toString);
        double claimed = claim.at("/audit/lowerBound/claimed").doubleValue();
        assertTrue(claim.at("/certified/upper").doubleValue() > claimed, claim::toString);
        // The bound is a refuted value, so the truth lies above it.
        assertTrue(claim.at("/audit/lowerBound/value").doubleValue() >= claimed, claim::toString);
      } else {
        // An honest claim is tried where about what is certified is lost.
        double certified = claim.at("/certified/upper").doubleValue();
        assertTrue(
            claim.at("/audit/lowerBound/value").doubleValue() >= certified / 2, claim::toString);
      }
    }
  }

  /**
   * Each claim has a fifth of the file's error probability, 2e-4. Even if both true claims were
   * tight, one refutation or more among the 60 audits with 30 seeds, which are looked at before
   * releases, would have probability at most 0.012; in fact the loss on these pairs is .87 of the
   * claimed mu. A false claim is missed when 30,000 runs do not suffice to learn how to bet; they
   * typically need 160. Seeds are fixed: the outcome never changes.
   */
  @Tag("slow")
  @Test
  void isRightForManySeeds() {
    Map<String, Long> refuted =
        IntStream.rangeClosed(1, SEEDS)
            .parallel()
            .boxed()
            .flatMap(BreastCancerTest::refutedClaims)
            .collect(Collectors.groupingByConcurrent(name -> name, Collectors.counting()));
    for (String name : TRUE) {
      assertEquals(0, refuted.getOrDefault(name, 0L), () -> new TreeMap<>(refuted).toString());
    }
    for (String name : FALSE) {
      assertEquals(SEEDS, refuted.getOrDefault(name, 0L), () -> new TreeMap<>(refuted).toString());
    }
  }

  private static Stream<String> refutedClaims(int seed) {
    ClaimsFile file = ClaimsReader.read(FILE, OptionalLong.of(seed));
    AuditRun run =
        new AuditRun(file, OptionalLong.empty(), 1, false, Optional.empty(), "", Optional.empty());
    Console nobody = new Console(System.in, System.out, System.err, false);
    AuditCourse.Means means =
        new AuditCourse.Means(
            nobody,
            new Progress(nobody, ProgressStyle.NONE),
            true,
            false,
            false,
            Optional.empty(),
            Optional.empty(),
            false);
    AuditCourse course =
        new AuditCourse(
            means, file, "", Optional.of(ClaimsSource.of(FILE, Path.of(""), file.lines())));
    return file.claims().stream()
        .filter(claim -> TRUE.contains(claim.name()) || FALSE.contains(claim.name()))
        .map(claim -> run.audit(claim, course))
        .filter(claim -> claim.audit().verdict() == Verdict.REFUTED)
        .map(AuditedClaim::name);
  }
}
