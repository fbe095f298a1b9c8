/**
 * Files that are only ever appended to, each held by one owner at a time, and what must not happen
 * to them unnoticed. No privacy words here; internal to Assay.
 */
@NullMarked
package org.assay.accountant.internal.storage;

import org.jspecify.annotations.NullMarked;
