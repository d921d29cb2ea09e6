package dev.keystead.platform.http;

import dev.keystead.tenancy.Transaction;
import java.util.function.Supplier;

/// Makes a repeated POST harmless: it gives back the first answer instead of working twice.
@FunctionalInterface
public interface Idempotency {
    /// Runs inside the request's transaction, only when [Call#idempotencyKey] is present.
    ///
    /// To keep an answer, store what [Reply#rendered] gives. To replay it, make it again with [Reply#raw]
    /// and mark it by [Reply#replayed].
    Reply replayOrRun(Call call, byte[] requestBytes, Transaction transaction, Supplier<Reply> work);
}
