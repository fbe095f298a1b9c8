package org.assay.accountant.budget;

/** The failures that a booked charge survives. */
public enum Durability {
  /**
   * Every charge is forced to the storage device before its grant is returned: it survives the end
   * of the process, of the operating system and of the power supply.
   */
  FSYNC,

  /**
   * Every charge is handed to the operating system before its grant is returned: it survives the
   * end of the process, also by {@code kill -9}, but not a crash of the machine.
   */
  OS_BUFFER
}
