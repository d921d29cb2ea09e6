package dev.keystead.idempotency;

import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Sealer;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Idempotency;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Gives back the first answer to a request that is sent again with the same Idempotency-Key.
public final class KeptAnswers implements Idempotency {
    private final IdempotencyStore store = new IdempotencyStore();
    private final Sealer sealer;
    private final Duration retention;
    private final Clock clock;

    public KeptAnswers(MasterKey master, Duration retention, Clock clock) {
        this.sealer = master.sealer("idempotency");
        this.retention = retention;
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("admin.idempotency_keys", IdempotencyStore.KEY_SWEEP);
    }

    @Override
    public Reply replayOrRun(Call call, byte[] requestBytes, Transaction transaction, Supplier<Reply> work) {
        String caller = call.caller().actor();
        byte[] key = sha256(call.idempotencyKey().orElseThrow());
        byte[] request = sha256(call.route().method() + " " + call.path() + "\n", requestBytes);
        Instant now = clock.instant();
        store.forgetExpired(transaction, caller, key, now);
        if (!store.claim(transaction, caller, key, request, now.plus(retention))) {
            return replay(call, transaction, caller, key, request);
        }
        Reply reply = work.get().rendered(call.requestId());
        UUID tenant = transaction.scope().require(Axis.TENANT);
        store.keepAtCommit(transaction, caller, key, sealer.seal(tenant, write(reply)));
        return reply;
    }

    private Reply replay(Call call, Transaction transaction, String caller, byte[] key, byte[] request) {
        call.markUnchanged();
        Optional<IdempotencyStore.Kept> kept = store.find(transaction, caller, key);
        if (kept.isEmpty()) {
            // It expired between the two statements: the client's next try starts afresh.
            return Reply.unavailable(1);
        }
        if (!kept.get().isFor(request)) {
            return Reply.refused(422, "this Idempotency-Key was used for another request; use a new key");
        }
        UUID tenant = transaction.scope().require(Axis.TENANT);
        return read(sealer.open(tenant, kept.get().answer())).replayed();
    }

    private static byte[] write(Reply reply) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(reply.status());
            out.writeInt(reply.headers().size());
            for (Reply.Header header : reply.headers()) {
                out.writeUTF(header.name());
                out.writeUTF(header.value());
            }
            out.writeUTF(reply.contentType());
            out.write(reply.bytes());
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static Reply read(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int status = in.readInt();
            int count = in.readInt();
            var headers = new ArrayList<Reply.Header>();
            for (int i = 0; i < count; i++) {
                headers.add(new Reply.Header(in.readUTF(), in.readUTF()));
            }
            String contentType = in.readUTF();
            return Reply.raw(status, headers, contentType, in.readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException("a kept answer is not what we wrote", e);
        }
    }

    private static byte[] sha256(String text, byte[]... more) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            for (byte[] bytes : more) {
                digest.update(bytes);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
