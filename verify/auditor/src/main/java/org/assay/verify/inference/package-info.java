/**
 * Finite-sample inference: wealth processes against a privacy claim, binomial bounds, error
 * budgets.
 */
@NullMarked
package org.assay.verify.inference;

import org.jspecify.annotations.NullMarked;
