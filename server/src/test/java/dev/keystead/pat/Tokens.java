package dev.keystead.pat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;

/// People who make tokens, on the server that tests share.
final class Tokens {
    static final TestServer SERVER = TestServer.shared();

    private Tokens() {}

    static String word() {
        return "t" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// Somebody who proved a moment ago who they are.
    static Insider insider() {
        return Insider.enter(
                SERVER,
                Reserved.SYSTEM_WORKSPACE,
                "system",
                SERVER.makePerson(word()).user());
    }

    static Answer make(Client owner, String scopes) {
        return owner.post("/v1/me/tokens", "{\"name\":\"laptop\",\"scopes\":[%s]}".formatted(scopes));
    }

    static Answer made(Insider owner, String scopes) {
        Answer made = make(owner.api(), scopes);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    static String secretOf(Answer made) {
        return made.json().path("personal_access_token").asString();
    }

    static Client client(Answer made) {
        return SERVER.as(secretOf(made));
    }

    static String idOf(Answer made) {
        return made.json().path("token").path("id").asString();
    }

    static void setColumn(Answer token, String set) {
        SERVER.execute(
                "update admin.personal_access_tokens set %s where id = app.id_uuid('%s')".formatted(set, idOf(token)));
    }
}
