package org.assay.verify.external;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A request for runs.
 *
 * @param dataset the dataset as JSON
 * @param runs number of runs
 * @param seed seed for the program's generator
 */
record Request(String dataset, int runs, long seed) {
  /** Seeds keep 53 bits, so that they are whole numbers in every language, and not negative. */
  Request {
    seed >>>= 11;
  }

  void writeTo(OutputStream out) throws IOException {
    String line = "{\"dataset\":" + dataset + ",\"runs\":" + runs + ",\"seed\":" + seed + "}\n";
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
