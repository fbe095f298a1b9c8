/**
 * A catalogue of mechanisms whose privacy is known: published and typical mistakes next to correct
 * mechanisms on the boundary of their claims. Auditors are measured on it.
 */
@NullMarked
package org.assay.verify.catalogue;

import org.jspecify.annotations.NullMarked;
