/** Accountants that compose events and state guarantees. */
@NullMarked
package org.assay.accountant.accounting;

import org.jspecify.annotations.NullMarked;
