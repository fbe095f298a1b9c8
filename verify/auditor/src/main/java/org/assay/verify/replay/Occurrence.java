package org.assay.verify.replay;

/**
 * The recording in which a finding appeared: which pair, which direction, which number.
 *
 * @param pair the pair's description
 * @param recordedOnLeft whether the run was recorded on the left dataset and replayed on the right
 *     one, or the other way round
 * @param recording the number of the recording, from 0
 */
public record Occurrence(String pair, boolean recordedOnLeft, int recording) {
  @Override
  public String toString() {
    String order = recordedOnLeft ? "left replayed on right" : "right replayed on left";
    return "pair '" + pair + "', " + order + ", recording " + recording;
  }
}
