/** Drawings in a coordinate system, as SVG, for every page. */
@NullMarked
package org.assay.verify.internal.report.plot;

import org.jspecify.annotations.NullMarked;
