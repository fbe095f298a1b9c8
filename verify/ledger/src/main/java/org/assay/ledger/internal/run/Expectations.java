package org.assay.ledger.internal.run;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Verdict;

/**
 * The verdicts that are committed to the repository, without numbers.
 *
 * @param verdicts the verdict of each claim
 */
public record Expectations(Map<String, Verdict> verdicts) {
  /** Copies the verdicts. */
  public Expectations {
    verdicts = Collections.unmodifiableMap(new LinkedHashMap<>(verdicts));
  }

  /**
   * Reads the committed files, one for each paper.
   *
   * @return the verdicts
   */
  public static Expectations committed() {
    Map<String, Verdict> all = new LinkedHashMap<>();
    for (Paper paper : Paper.values()) {
      all.putAll(read("expected-" + paper.name() + ".json"));
    }
    return new Expectations(all);
  }

  private static Map<String, Verdict> read(String name) {
    try (InputStream in = Expectations.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return new ObjectMapper().readValue(in, new TypeReference<Map<String, Verdict>>() {});
    } catch (IOException e) {
      throw new IllegalStateException(name + " is no object of verdicts by claim", e);
    }
  }

  /**
   * The differences from committed verdicts.
   *
   * @param entries judged claims
   * @return a line for each claim whose verdict differs from the committed one, or whose attack
   *     failed
   */
  public List<String> changes(List<Entry> entries) {
    List<String> changes = new ArrayList<>();
    for (Entry entry : entries) {
      String id = entry.claim().id();
      Verdict verdict = entry.judgement().verdict();
      String expected = Optional.ofNullable(verdicts.get(id)).map(Verdict::words).orElse("nothing");
      if (!expected.equals(verdict.words())) {
        changes.add(id + " is " + verdict.words() + ", expected " + expected);
      }
      if (entry.attackFailed()) {
        changes.add(id + " withstood its attack");
      }
    }
    return changes;
  }

  /**
   * Expected claims that the ledger does not have.
   *
   * @return a line for each
   */
  public List<String> absent() {
    return verdicts.keySet().stream()
        .filter(id -> Ledger.find(id).isEmpty())
        .map(id -> id + " is expected and not in the ledger")
        .toList();
  }
}
