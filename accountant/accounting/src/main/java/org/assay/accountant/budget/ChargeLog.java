package org.assay.accountant.budget;

import java.util.Optional;

/** A log in which every charge is booked before the charge is granted. */
interface ChargeLog extends AutoCloseable {
  /** A log that keeps nothing: the charges live as long as the process. */
  ChargeLog NONE =
      new ChargeLog() {
        @Override
        public void append(Charge charge) {}

        @Override
        public Optional<JournalAnchor> anchor() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** Books a charge; if this throws, the charge must not be granted. */
  void append(Charge charge);

  /** The position of the log, if the log outlives the process. */
  Optional<JournalAnchor> anchor();

  @Override
  void close();
}
