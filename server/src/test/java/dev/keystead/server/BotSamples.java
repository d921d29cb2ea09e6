package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.bot.Machines;
import dev.keystead.bot.ServiceAccountRoutes;
import dev.keystead.bot.ServiceIdentityId;
import dev.keystead.bot.ServiceIdentityRoutes;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Machines and their credentials in every state in which something can be done with them.
public final class BotSamples {
    private static final String IDENTITIES = "/v1/service-identities";

    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            ServiceIdentityRoutes.CreateServiceIdentity.class,
            _ -> "{\"handle\":\"%s\",\"display_name\":\"Sample\"}".formatted(Machines.newHandle()),
            ServiceIdentityRoutes.ChangeServiceIdentity.class,
            _ -> "{\"display_name\":\"Changed %s\"}".formatted(UuidV7.next()),
            ServiceIdentityRoutes.AttestServiceIdentity.class,
            _ -> "{\"key\":{\"kty\":\"EC\"},\"proof\":\"nothing\"}",
            ServiceAccountRoutes.CreateServiceAccount.class,
            _ -> account(ServiceIdentityId.make().text()),
            ServiceAccountRoutes.ChangeServiceAccount.class,
            _ -> "{\"name\":\"Changed %s\"}".formatted(UuidV7.next()));

    /// What an action is done to.
    static final Map<String, Function<Caller, Target>> BY_ACTION = Map.ofEntries(
            entry("service_identity.update", BotSamples::identity),
            entry("service_identity.delete", BotSamples::identity),
            entry("service_identity.suspend", BotSamples::identity),
            entry("service_identity.activate", caller -> identity(caller).after(caller, IDENTITIES + "/%s:suspend")),
            entry("service_identity.challenge", BotSamples::identity),
            entry("service_identity.attest", BotSamples::identity),
            entry("service_account.update", BotSamples::account),
            entry("service_account.rotate_secret", BotSamples::account),
            entry("service_account.delete", BotSamples::account));

    private BotSamples() {}

    private static String account(String identity) {
        return "{\"service_identity_id\":\"%s\",\"name\":\"Sample\",\"scopes\":[\"read:user\"]}".formatted(identity);
    }

    static Target identity(Caller caller) {
        Answer made = caller.client()
                .post(IDENTITIES, Samples.body(ServiceIdentityRoutes.CreateServiceIdentity.class, caller.server()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return caller.target(made.id());
    }

    static Target account(Caller caller) {
        Answer made = caller.client().post("/v1/service-accounts", accountBody(caller));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return caller.target(made.json().path("service_account").path("id").asString());
    }

    /// The wish for an account of a machine that is there.
    static String accountBody(Caller caller) {
        return account(identity(caller).resource());
    }

    /// A sound proof of a key for the machine that was made last.
    static String attestBody(Caller caller) {
        String identity = newest(caller);
        JsonNode challenge =
                caller.client().post(IDENTITIES + "/" + identity + ":challenge").json();
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject(identity)
                .audience(challenge.path("audience").asString())
                .claim("nonce", challenge.path("nonce").asString())
                .build();
        try {
            ECKey key = new ECKeyGenerator(Curve.P_256).generate();
            var type = new JOSEObjectType("service-attestation+jwt");
            var proof = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.ES256).type(type).build(), claims);
            proof.sign(new ECDSASigner(key));
            return "{\"key\":%s,\"proof\":\"%s\"}".formatted(key.toPublicJWK().toJSONString(), proof.serialize());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String newest(Caller caller) {
        String newest = "";
        String page = IDENTITIES;
        while (!page.isEmpty()) {
            JsonNode list = caller.client().get(page).json();
            for (JsonNode item : list.path("items")) {
                newest = item.path("id").asString();
            }
            String next = list.path("next_cursor").asString("");
            page = next.isEmpty() ? "" : IDENTITIES + "?cursor=" + next;
        }
        return newest;
    }
}
