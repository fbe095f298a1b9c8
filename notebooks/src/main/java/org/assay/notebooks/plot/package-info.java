/** Plots for notebooks: a thin layer of style over the drawings of the reports. */
@NullMarked
package org.assay.notebooks.plot;

import org.jspecify.annotations.NullMarked;
