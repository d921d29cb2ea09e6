package dev.keystead.handle;

import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Refusal;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.UuidV7;

/// The registry of a running server, as tests look at it.
///
/// @param key of the first administrator
record Registry(TestServer server, String key) {
    Registry(TestServer server) {
        this(server, server.key());
    }

    static String newHandle() {
        return "r" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    TestServer.Client administrator() {
        return server.as(key);
    }

    /// A row in words: its kind, whose it is, and what will become of it.
    String row(String handle) {
        return server.look().text("""
                select coalesce(max(allocation_kind
                    || case when holder_id is not null then ' ' || app.id_text(case allocation_kind when 'service' then 'bot' else 'usr' end, holder_id) else '' end
                    || case when thaws_at is not null then ' until ' || (thaws_at::date - now()::date) else '' end
                    || case when released_at is not null then ' released' else '' end), 'nothing')
                from identity.handle_registry where handle = '%s'""".formatted(handle));
    }

    /// Whether somebody could be made with a handle just now.
    boolean give(String handle) {
        try {
            server.makePerson(handle);
            return true;
        } catch (Refusal | DatabaseFailure lost) {
            return false;
        }
    }

    Answer rename(UserId user, String handle) {
        return administrator().patch("/v1/users/" + user.text(), "{\"handle\":\"%s\"}".formatted(handle));
    }

    Answer delete(UserId user) {
        return administrator().delete("/v1/users/" + user.text());
    }

    Answer check(String handle) {
        return server.as("").post("/v1/handles:check", "{\"handle\":\"%s\"}".formatted(handle));
    }

    Answer look(String handle) {
        return administrator().get("/v1/handles/" + handle);
    }
}
