/** What every page is made of: text, numbers, characters that markup can hold, and its parts. */
@NullMarked
package org.assay.verify.internal.report.markup;

import org.jspecify.annotations.NullMarked;
