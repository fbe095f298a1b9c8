package org.assay.cli.architecture;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs only if classes named {@code *Test} are discovered. */
class DiscoveryTest {
  @Test
  void leavesAMarker() throws IOException {
    Marker.leave("Test");
  }

  @Tag("slow")
  @Test
  void leavesAMarkerOnlyAmongSlowTests() throws IOException {
    Marker.leave("slow-test");
  }
}
