/**
 * The definitions behind the accountant, evaluated in decimal arithmetic to as many correct digits
 * as asked for. The formulas differ from those of the binary64 path wherever two are known, and
 * nothing of that path is used, so that each can be tested against the other.
 */
@NullMarked
package org.assay.accountant.precision;

import org.jspecify.annotations.NullMarked;
