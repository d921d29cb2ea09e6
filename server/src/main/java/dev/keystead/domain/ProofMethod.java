package dev.keystead.domain;

/// How a workspace proves that a domain is its own.
public enum ProofMethod {
    /// By a TXT record.
    DNS_TXT,
    /// By a file on the web server of the domain.
    HTTP_FILE,
    /// By a link that is mailed to one of its administrative addresses.
    EMAIL
}
