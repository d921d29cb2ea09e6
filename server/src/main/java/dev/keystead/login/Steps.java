package dev.keystead.login;

/// The ways to prove who one is, one object for each.
public record Steps(
        PasswordStep password, CodeStep code, PasskeyStep passkey, MailStep mail, FederatedStep federated) {}
