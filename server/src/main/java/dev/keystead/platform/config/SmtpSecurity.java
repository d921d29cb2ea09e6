package dev.keystead.platform.config;

/// How the way to an SMTP server is encrypted.
public enum SmtpSecurity {
    /// Not at all.
    NONE,
    /// By the command STARTTLS, without which nothing is sent.
    STARTTLS,
    /// From the first byte.
    TLS
}
