package org.assay.verify.replay;

/** How one record may move several queries, or the utilities of several candidates, at once. */
public enum Movement {
  /** Each in its own direction. */
  ARBITRARY,

  /**
   * All up or all down, as counts do when a record is added or removed: selection and sparse vector
   * then cost less. A replay on which some rise and some fall is a finding.
   */
  ONE_DIRECTION
}
