package dev.keystead.pat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How many tokens one person may have.
class TokenCapTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Elsewhere place = SERVER.makeOrganisation(Tokens.word());
    private final Person person = SERVER.makeOwner(place);
    private final Insider owner = Insider.enter(SERVER, place.workspace(), place.slug(), person.user());

    private Answer make() {
        return Tokens.make(owner.api(), "\"read:user:self\"");
    }

    private void has(int many, String more) {
        SERVER.execute(
                """
                insert into admin.personal_access_tokens
                    (tenant_id, id, user_id, name, scopes, token_hash, key_version, token_prefix, created_at, %s)
                select '%s', gen_random_uuid(), '%s', 'one', '{read:user}', sha256(convert_to(gen_random_uuid()::text, 'UTF8')),
                    1, 'kpat_', now(), now() - interval '1 hour'
                from generate_series(1, %d)""".formatted(more, place.workspace().value(), person.user().value(), many));
    }

    @Test
    void whoHasFiftyThatWorkRevokesOneFirst() {
        SERVER.execute("""
                insert into admin.personal_access_tokens
                    (tenant_id, id, user_id, name, scopes, token_hash, key_version, token_prefix, created_at)
                select '%s', gen_random_uuid(), '%s', 'one', '{read:user}', sha256(convert_to(gen_random_uuid()::text, 'UTF8')),
                    1, 'kpat_', now()
                from generate_series(1, %d)""".formatted(place.workspace().value(), person.user().value(), PersonalTokens.MOST - 1));
        Answer last = make();
        assertThat(last.status()).as(last.text()).isEqualTo(201);

        Answer refused = make();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("50 tokens", "revoke one");

        String id = last.json().path("token").path("id").asString();
        // Rotating makes no more of them.
        Answer rotated = owner.api().post("/v1/me/tokens/" + id + ":rotate?overlap_seconds=60");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(201);
        String next = rotated.json().path("token").path("id").asString();
        assertThat(owner.api().delete("/v1/me/tokens/" + next).status()).isEqualTo(204);
        assertThat(owner.api().delete("/v1/me/tokens/" + id).status()).isEqualTo(204);
        assertThat(make().status()).isEqualTo(201);
    }

    @Test
    void tokensThatAreMadeAtOnceAreNoMoreThanThereMayBe() throws Exception {
        SERVER.execute("""
                insert into admin.personal_access_tokens
                    (tenant_id, id, user_id, name, scopes, token_hash, key_version, token_prefix, created_at)
                select '%s', app.new_id(), '%s', 'one', '{read:user}', sha256(convert_to(gen_random_uuid()::text, 'UTF8')),
                    1, 'kpat_', now()
                from generate_series(1, %d)""".formatted(place.workspace().value(), person.user().value(), PersonalTokens.MOST - 1));
        List<Integer> answers = AtOnce.run(12, () -> make().status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @Test
    void whatNoLongerWorksDoesNotCount() {
        has(PersonalTokens.MOST, "expires_at");
        has(PersonalTokens.MOST, "revoked_at");
        assertThat(make().status()).isEqualTo(201);
    }
}
