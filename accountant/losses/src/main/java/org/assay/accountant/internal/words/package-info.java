/**
 * Words in messages: {@link Brief} shortens long values, and {@link Suggestion} finds the known
 * word that an unknown one was probably meant to be.
 */
@NullMarked
package org.assay.accountant.internal.words;

import org.jspecify.annotations.NullMarked;
