/** How bounds on last iterates of noisy SGD are proved: arguments, and claims that rest on them. */
@NullMarked
package org.assay.accountant.internal.iteration.certificate;

import org.jspecify.annotations.NullMarked;
