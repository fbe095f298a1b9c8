package org.assay.cli.architecture;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Runs only if classes named {@code *Tests} are discovered. */
class DiscoveryTests {
  @Test
  void leavesAMarker() throws IOException {
    Marker.leave("Tests");
  }
}
