package dev.keystead.platform.config;

/// A text that a source gives for a setting.
///
/// @param inFile whether the text is the path of a file that holds the value, which only secrets have
record Given(Setting<?> setting, boolean inFile, String text, Origin origin) {
    /// How the source spells the setting: its key, or its key with `-file`.
    String key() {
        return inFile ? setting.fileKey() : setting.key();
    }

    /// The text is left out, since a record that holds a secret may be printed.
    @Override
    public String toString() {
        return key() + " from " + origin;
    }
}
