package org.assay.testing.assertion;

import org.assay.verify.trial.Mechanism;

/** What is audited. */
record AuditSubject<D>(String name, Mechanism<D> mechanism, Domain<D> domain) {}
