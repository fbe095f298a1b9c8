package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.privacy.Parameters;

/**
 * One entry of a journal.
 *
 * @param label the event or guarantee in words
 * @param amounts what it costs in the currency of its journal, each finite and at least 0
 */
record Charge(String label, List<Double> amounts) {
  Charge {
    amounts = List.copyOf(amounts);
    amounts.forEach(amount -> Parameters.requireNonNegative("charge", amount));
  }
}
