/** Plots for notebooks: a thin layer of style over XChart. */
@NullMarked
package org.assay.notebooks.plot;

import org.jspecify.annotations.NullMarked;
