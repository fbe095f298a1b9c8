/** Analyses: pure visitors from one event to a curve. */
@NullMarked
package org.assay.accountant.analysis;

import org.jspecify.annotations.NullMarked;
