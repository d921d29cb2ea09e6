package dev.keystead.platform.outbound;

import dev.keystead.platform.outbound.OutboundOutcome.Reason;
import java.io.IOException;

/// Ends a call in the middle because of a rule of ours.
final class BrokenRule extends IOException {
    private final Reason reason;

    BrokenRule(Reason reason) {
        super(reason.sentence());
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
