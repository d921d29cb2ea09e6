package dev.keystead.platform.objects;

import org.jspecify.annotations.Nullable;

/// The storage of files did not do what it was asked. The message is a sentence for whoever runs the
/// installation.
public final class StorageFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    StorageFailure(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
