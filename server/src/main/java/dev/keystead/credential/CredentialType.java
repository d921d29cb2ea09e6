package dev.keystead.credential;

/// What a person knows.
enum CredentialType {
    PASSWORD("password"),
    RECOVERY_CODE("recovery_code");

    private final String word;

    CredentialType(String word) {
        this.word = word;
    }

    /// As it is stored.
    String word() {
        return word;
    }
}
