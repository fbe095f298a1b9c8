package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that charges a budget in PostgreSQL or in a file from several threads, until it is
 * refused or has made a number of charges. It writes the id of every answered grant to a file.
 */
final class BudgetClient {
  private BudgetClient() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path file = Path.of(arguments[1]);
    int threads = Integer.parseInt(arguments[2]);
    int charges = Integer.parseInt(arguments[3]);
    BudgetStore store = store(arguments[0]);
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      String name = file.getFileName() + "-" + i;
      Budget budget = store.budget("team/" + "abcd".charAt(i % 4));
      all[i] = new Thread(() -> charge(budget, file, name, charges));
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    store.close();
  }

  private static BudgetStore store(String place) {
    if (!place.startsWith("jdbc:")) {
      return BudgetStore.open(JournalPlace.of(Path.of(place), Durability.FSYNC));
    }
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(place);
    return BudgetStore.connect(source, Optional.empty());
  }

  private static void charge(Budget budget, Path file, String name, int charges) {
    DpEvent event = DpEvent.pure(0.1, ADD_OR_REMOVE);
    boolean granted = true;
    for (int i = 0; i < charges && granted; i++) {
      String id = name + "-" + i;
      granted = budget.charge(event, "fault test", id).granted();
      if (granted) {
        write(file, id);
      }
    }
  }

  private static synchronized void write(Path file, String id) {
    try {
      Files.writeString(file, id + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
