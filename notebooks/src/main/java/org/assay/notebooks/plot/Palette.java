package org.assay.notebooks.plot;

import java.awt.Color;

/** Colours that readers with any kind of colour vision can tell apart ([@OkabeIto2008]). */
final class Palette {
  private static final int[] COLORS = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x333333};

  private Palette() {}

  static Color color(int index) {
    return new Color(COLORS[index % COLORS.length]);
  }
}
