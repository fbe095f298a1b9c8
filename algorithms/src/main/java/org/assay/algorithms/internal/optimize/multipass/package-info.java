/** Noisy descent over many epochs, releasing the last iterate ([@AltschulerTalwar2022]). */
@NullMarked
package org.assay.algorithms.internal.optimize.multipass;

import org.jspecify.annotations.NullMarked;
