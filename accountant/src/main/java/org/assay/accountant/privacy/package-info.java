/**
 * The vocabulary of privacy statements: adjacency relations, sensitivities, guarantees, citations.
 */
@NullMarked
package org.assay.accountant.privacy;

import org.jspecify.annotations.NullMarked;
