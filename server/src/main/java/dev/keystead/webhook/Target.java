package dev.keystead.webhook;

import dev.keystead.event.CloudEvent;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.webhook.Webhooks.Armed;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Posts an event to a webhook and says what came back.
public final class Target {
    private static final int KEPT_CHARACTERS = 1024;

    private final Outbound outbound;
    private final Clock clock;

    public Target(Outbound outbound, Clock clock) {
        this.outbound = outbound;
        this.clock = clock;
    }

    /// What came back.
    ///
    /// @param status of the answer, if there was one
    /// @param answer the beginning of its body
    /// @param problem what was wrong, as the end of a sentence that begins with the address; nothing after a
    ///     success
    /// @param reached whether somebody answered at all
    record Answer(Optional<Integer> status, Optional<String> answer, Optional<String> problem, boolean reached) {
        private static final int GONE = 410;

        boolean isSuccess() {
            return problem.isEmpty();
        }

        /// The other side says that it wants nothing any more.
        boolean isGone() {
            return status.filter(code -> code == GONE).isPresent();
        }
    }

    /// Not for use inside a transaction.
    Answer post(Armed armed, CloudEvent event) {
        byte[] body = event.bytes();
        Instant now = clock.instant();
        String signatures = armed.secrets().stream()
                .map(secret -> secret.sign(event.id(), now, body))
                .collect(Collectors.joining(" "));
        var headers = Map.of(
                "webhook-id", event.id(),
                "webhook-timestamp", Long.toString(now.getEpochSecond()),
                "webhook-signature", signatures);
        return answer(outbound.post(URI.create(armed.webhook().url()), CloudEvent.MEDIA_TYPE, body, headers));
    }

    private static Answer answer(OutboundOutcome outcome) {
        return switch (outcome) {
            case OutboundOutcome.Fetched fetched ->
                new Answer(
                        Optional.of(fetched.status()),
                        Optional.of(beginning(fetched.body())),
                        fetched.isSuccess() ? Optional.empty() : Optional.of("answers with " + fetched.status()),
                        true);
            case OutboundOutcome.Refused(OutboundOutcome.Reason reason) ->
                new Answer(Optional.empty(), Optional.empty(), Optional.of(reason.sentence()), true);
            case OutboundOutcome.Failed(String why) ->
                new Answer(Optional.empty(), Optional.empty(), Optional.of(why), false);
        };
    }

    /// As text that a database and a page can hold, whatever the bytes are.
    private static String beginning(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, KEPT_CHARACTERS), StandardCharsets.UTF_8);
        return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", " ");
    }
}
