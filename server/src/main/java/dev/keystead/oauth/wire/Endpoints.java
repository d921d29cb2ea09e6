package dev.keystead.oauth.wire;

import dev.keystead.platform.http.Work;

/// Turns what a rule throws into the protocol's own answer.
public final class Endpoints {
    private Endpoints() {}

    public static Work.Speaking answering(Work.Speaking speaking) {
        return (call, message) -> {
            try {
                return speaking.answer(call, message);
            } catch (OAuthError wrong) {
                call.markUnchanged();
                return wrong.reply();
            }
        };
    }
}
