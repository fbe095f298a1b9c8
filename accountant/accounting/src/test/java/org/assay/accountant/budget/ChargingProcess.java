package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.assay.accountant.privacy.Guarantee;

/** A process that charges until it is refused and prints the id of every grant, unbuffered. */
final class ChargingProcess {
  static final double CHARGE = 0x1p-20;

  private ChargingProcess() {}

  static Guarantee budget(int charges) {
    return new Guarantee.ZeroConcentrated(charges * CHARGE, ADD_OR_REMOVE);
  }

  /**
   * Runs until a charge is refused.
   *
   * @param arguments the journal, how many charges the budget holds, the durability
   */
  public static void main(String[] arguments) throws IOException {
    Guarantee budget = budget(Integer.parseInt(arguments[1]));
    Guarantee charge = new Guarantee.ZeroConcentrated(CHARGE, ADD_OR_REMOVE);
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        PrivacyFilter filter =
            PrivacyFilter.open(Path.of(arguments[0]), budget, Durability.valueOf(arguments[2]))) {
      while (filter.tryCharge(charge) instanceof FilterDecision.Granted granted) {
        out.write((granted.id() + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
