package org.assay.accountant.accounting;

/** Where charges are booked before they are granted. */
interface ChargeLog extends AutoCloseable {
  /** Keeps nothing: the charges live as long as the process. */
  ChargeLog NONE =
      new ChargeLog() {
        @Override
        public void append(Charge charge) {}

        @Override
        public void close() {}
      };

  /** Books a charge; if this throws, the charge must not be granted. */
  void append(Charge charge);

  @Override
  void close();
}
