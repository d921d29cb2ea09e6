package dev.keystead.credential;

/// Why a code of an app was not taken. The key names the sentence for people in the message files.
public enum TotpRefusal {
    /// There is no app to have codes of.
    NO_APP("credential.totp.no-app"),
    /// The code is not one of now.
    WRONG_CODE("credential.totp.wrong-code"),
    /// The code was right and is used up: the next one will do.
    USED_CODE("credential.totp.used-code");

    private final String key;

    TotpRefusal(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
