/** What a private computation did, as plain data; nothing about its analysis. */
@NullMarked
package org.assay.accountant.event;

import org.jspecify.annotations.NullMarked;
