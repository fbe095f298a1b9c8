package org.assay.cli.architecture;

import java.io.IOException;
import net.jqwik.api.Example;
import net.jqwik.api.Tag;

/** Runs only if classes named {@code *Properties} are discovered. */
class DiscoveryProperties {
  @Example
  void leavesAMarker() throws IOException {
    Marker.leave("Properties");
  }

  @Tag("slow")
  @Example
  void leavesAMarkerOnlyAmongSlowTests() throws IOException {
    Marker.leave("slow-property");
  }
}
