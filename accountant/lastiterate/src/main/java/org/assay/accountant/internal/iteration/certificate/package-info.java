/** Arguments that prove bounds on last iterates of noisy SGD, and claims that rest on them. */
@NullMarked
package org.assay.accountant.internal.iteration.certificate;

import org.jspecify.annotations.NullMarked;
