package dev.keystead.domain;

import dev.keystead.platform.db.Words;

/// The administrative mailboxes of a domain (RFC 2142 sections 4 and 5, and the usual one): who reads them runs the
/// domain.
public enum Mailbox {
    ADMIN,
    HOSTMASTER,
    POSTMASTER,
    WEBMASTER;

    String at(DomainName domain) {
        return Words.of(this) + "@" + domain;
    }
}
