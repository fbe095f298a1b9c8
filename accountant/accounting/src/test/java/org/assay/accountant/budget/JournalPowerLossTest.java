package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.faulty.FaultyStorage;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Fault;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Lie;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.PowerLoss;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Survival;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/**
 * The power is cut, and operations fail, at every operation and every byte that a journal writes.
 * Of the data not forced, the device keeps nothing, all, or only the length. No grant is lost and
 * none is doubled.
 */
class JournalPowerLossTest {
  private static final Path PATH = Path.of("journal");
  private static final int CHARGES = 8;
  private static final Guarantee BUDGET =
      new Guarantee.ZeroConcentrated(CHARGES * 0.125, ADD_OR_REMOVE);
  private static final Guarantee CHARGE = new Guarantee.ZeroConcentrated(0.125, ADD_OR_REMOVE);

  /** Grants whose return the caller saw, of a process or several one after the other. */
  private static final class Grants {
    private int returned;

    /** Opens and charges a number of times; the first journals are closed. */
    void charge(FaultyStorage storage, Durability durability, int... counts) {
      for (int count : counts) {
        try (PrivacyFilter filter = open(storage, durability)) {
          for (int i = 0; i < count; i++) {
            assertTrue(filter.tryCharge(CHARGE).granted());
            returned++;
          }
        }
      }
    }

    void chargeUntilPowerLoss(FaultyStorage storage, Durability durability, int... counts) {
      assertThrows(PowerLoss.class, () -> charge(storage, durability, counts));
    }
  }

  @Test
  void noForcedGrantIsLostWhenThePowerIsCut() {
    int cuts = 0;
    for (int[] cut : everyStep(Durability.FSYNC)) {
      for (Survival survival : Survival.all()) {
        FaultyStorage storage = new FaultyStorage().failingAt(cut[0], cut[1], Fault.POWER_LOSS);
        Grants grants = new Grants();
        grants.chargeUntilPowerLoss(storage, Durability.FSYNC, 2, 1);
        assertGrantsAreThere(grants.returned, storage.after(survival), survival, 1);
        cuts++;
      }
    }
    assertTrue(cuts > 4000, "cuts: " + cuts);
  }

  /** Recovery may be interrupted too. */
  @Test
  void noForcedGrantIsLostWhenThePowerIsCutTwice() {
    int cuts = 0;
    for (int[] first : everyStep(Durability.FSYNC)) {
      if (first[1] % 61 > 1) {
        continue;
      }
      for (Survival survival : List.of(Survival.ALL, Survival.all().get(3))) {
        for (int second = 0; second < 8; second++) {
          for (int before : new int[] {0, 1, 60}) {
            FaultyStorage storage =
                new FaultyStorage().failingAt(first[0], first[1], Fault.POWER_LOSS);
            Grants grants = new Grants();
            grants.chargeUntilPowerLoss(storage, Durability.FSYNC, 2, 1);
            FaultyStorage later =
                storage.after(survival).failingAt(second, before, Fault.POWER_LOSS);
            try {
              grants.charge(later, Durability.FSYNC, 2);
            } catch (PowerLoss e) {
              cuts++;
            }
            assertGrantsAreThere(grants.returned, later.after(survival), survival, 2);
          }
        }
      }
    }
    assertTrue(cuts > 200, "cuts: " + cuts);
  }

  /** The next process forces all data that a killed process had not forced, before it charges. */
  @Test
  void noForcedGrantIsLostWhenThePowerIsCutAfterAKill() {
    for (int[] kill : everyStep(Durability.FSYNC)) {
      if (kill[1] % 61 > 1) {
        continue;
      }
      FaultyStorage storage = new FaultyStorage().failingAt(kill[0], kill[1], Fault.POWER_LOSS);
      Grants grants = new Grants();
      grants.chargeUntilPowerLoss(storage, Durability.FSYNC, 2, 1);
      FaultyStorage later = storage.afterKill();
      grants.charge(later, Durability.FSYNC, 1);
      for (Survival survival : Survival.all()) {
        assertGrantsAreThere(grants.returned, later.after(survival), survival, 1);
      }
    }
  }

  /** Data that was only read counts as well: a refusal relied on it. */
  @Test
  void whatWasReplayedIsForced() {
    FaultyStorage storage = new FaultyStorage();
    new Grants().charge(storage, Durability.OS_BUFFER, 2);
    FaultyStorage later = storage.afterKill();
    try (PrivacyFilter filter = open(later, Durability.FSYNC)) {
      assertEquals(0.25, filter.balances().get(0).spent().up());
    }
    assertGrantsAreThere(2, later.after(Survival.all().get(3)), Survival.all().get(3), 0);
  }

  /** The mark is durable with the first charge. */
  @Test
  void chargedJournalsAreMarked() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    new Grants().charge(storage, Durability.FSYNC, 1);
    try (LogFile file = storage.after(Survival.all().get(3)).open(PATH)) {
      assertTrue(file.isMarked());
    }
  }

  @Test
  void noGrantIsLostWhenTheProcessIsKilled() {
    for (int[] cut : everyStep(Durability.OS_BUFFER)) {
      FaultyStorage storage = new FaultyStorage().failingAt(cut[0], cut[1], Fault.POWER_LOSS);
      Grants grants = new Grants();
      grants.chargeUntilPowerLoss(storage, Durability.OS_BUFFER, 2, 1);
      assertGrantsAreThere(grants.returned, storage.after(Survival.ALL), Survival.ALL, 1);
    }
  }

  /**
   * A full disk, or a device that fails to store: the charge is not granted, nor is any after it.
   */
  @Test
  void afterAFailureNothingIsGrantedUntilTheJournalIsReopened() {
    int failures = 0;
    for (int[] at : everyStep(Durability.FSYNC)) {
      FaultyStorage storage = new FaultyStorage();
      int returned;
      try (PrivacyFilter filter = open(storage, Durability.FSYNC)) {
        int opening = storage.steps().size();
        if (at[0] < opening || at[0] >= opening + 4) {
          continue;
        }
        storage.failingAt(at[0], at[1], Fault.FAILURE);
        returned = grantsUntilFailure(filter);
        assertThrows(IllegalStateException.class, () -> filter.tryCharge(CHARGE));
        assertThrows(IllegalStateException.class, () -> filter.tryCharge(CHARGE));
      }
      failures++;
      for (Survival survival : Survival.all()) {
        assertGrantsAreThere(returned, storage.after(survival), survival, 1);
      }
      assertGrantsAreThere(returned, storage, Survival.ALL, 1);
    }
    assertTrue(failures > 150, "failures: " + failures);
  }

  private static int grantsUntilFailure(PrivacyFilter filter) {
    for (int returned = 0; returned < 3; returned++) {
      try {
        assertTrue(filter.tryCharge(CHARGE).granted());
      } catch (UncheckedIOException e) {
        return returned;
      }
    }
    throw new AssertionError("nothing failed");
  }

  /** A failure before, during and after the write, or while forcing: the charge is not granted. */
  @Test
  void aJournalThatIsRemovedWhileItIsWrittenGrantsNothing() {
    for (int operation = -1; operation < 2; operation++) {
      FaultyStorage storage = new FaultyStorage();
      try (PrivacyFilter filter = open(storage, Durability.FSYNC)) {
        int opening = storage.steps().size();
        storage.removedBy(opening + operation);
        assertThrows(JournalException.class, () -> filter.tryCharge(CHARGE));
        assertThrows(IllegalStateException.class, () -> filter.tryCharge(CHARGE));
        assertEquals(0, filter.balances().get(0).spent().signum());
        assertEquals(opening + (operation < 0 ? 0 : 2), storage.steps().size());
      }
    }
  }

  @Test
  void failuresWhileOpeningRefuseToOpen() {
    FaultyStorage whole = new FaultyStorage();
    open(whole, Durability.FSYNC).close();
    for (int operation = 0; operation < whole.steps().size(); operation++) {
      int at = operation;
      for (int before = 0; before <= whole.steps().get(operation); before++) {
        FaultyStorage storage = new FaultyStorage().failingAt(at, before, Fault.FAILURE);
        assertThrows(UncheckedIOException.class, () -> open(storage, Durability.FSYNC));
        for (Survival survival : Survival.all()) {
          assertGrantsAreThere(0, storage.after(survival), survival, 0);
        }
        assertGrantsAreThere(0, storage, Survival.ALL, 0);
      }
    }
  }

  /** Without forcing, these devices lose grants, and the checks detect the losses. */
  @Test
  void devicesThatDoNotStoreLoseGrants() {
    Survival forcedOnly = Survival.all().get(3);
    assertEquals(new Survival(false, false, Survival.Bytes.NONE), forcedOnly);
    for (Lie lie : Lie.values()) {
      FaultyStorage storage = new FaultyStorage(lie);
      new Grants().charge(storage, Durability.FSYNC, 2);
      try (PrivacyFilter filter = open(storage.after(forcedOnly), Durability.FSYNC)) {
        assertEquals(0, filter.balances().get(0).spent().signum());
      }
    }
    // If the mark is stored, the loss of all data is detected.
    FaultyStorage storage = new FaultyStorage(Lie.FORCE);
    new Grants().charge(storage, Durability.FSYNC, 2);
    FaultyStorage marked = storage.after(new Survival(true, true, Survival.Bytes.NONE));
    assertThrows(JournalException.class, () -> open(marked, Durability.FSYNC));
  }

  @Test
  void oneHolderAtATime() {
    FaultyStorage storage = new FaultyStorage();
    PrivacyFilter filter = open(storage, Durability.FSYNC);
    assertThrows(JournalException.class, () -> open(storage, Durability.FSYNC));
    filter.close();
    open(storage, Durability.FSYNC).close();
  }

  /** At most a number of charges more than were granted, and the budget takes the rest exactly. */
  private static void assertGrantsAreThere(
      int returned, FaultyStorage storage, Survival survival, int interrupted) {
    int counted;
    try (PrivacyFilter filter = open(storage, Durability.FSYNC)) {
      counted = (int) (filter.balances().get(0).spent().up() / 0.125);
      assertTrue(returned <= counted, () -> "lost: " + returned + " granted, " + counted);
      assertTrue(counted <= returned + interrupted, () -> returned + " granted, " + counted);
      for (int id = counted + 1; id <= CHARGES; id++) {
        assertEquals(id, ((FilterDecision.Granted) filter.tryCharge(CHARGE)).id());
      }
      assertFalse(filter.tryCharge(CHARGE).granted());
    } catch (JournalException e) {
      // Zeros were never written by a journal; opening throws, so nothing is granted either.
      assertEquals(Survival.Bytes.LENGTH, survival.bytes(), e::getMessage);
    }
  }

  /** Every operation of three charges with a reopening, and how many of its steps are done. */
  private static List<int[]> everyStep(Durability durability) {
    FaultyStorage whole = new FaultyStorage();
    Grants grants = new Grants();
    grants.charge(whole, durability, 2, 1);
    assertEquals(3, grants.returned);
    List<int[]> all = new ArrayList<>();
    List<Integer> steps = whole.steps();
    for (int operation = 0; operation < steps.size(); operation++) {
      for (int before = 0; before <= steps.get(operation); before++) {
        all.add(new int[] {operation, before});
      }
    }
    return all;
  }

  private static PrivacyFilter open(FaultyStorage storage, Durability durability) {
    return PrivacyFilter.open(storage, JournalPlace.of(PATH, durability), BUDGET);
  }
}
