package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.domain.DomainRoutes;
import dev.keystead.domain.TestDns;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Domains in every state in which something can be done with them.
final class DomainSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            DomainRoutes.ClaimDomain.class,
            _ -> claim("dns_txt"),
            DomainRoutes.ChangeDomain.class,
            _ -> "{\"serves\":true}",
            DomainRoutes.MailDomainProof.class,
            _ -> "{\"mailbox\":\"postmaster\"}");

    private DomainSamples() {}

    private static String claim(String method) {
        return "{\"domain\":\"d%s.example\",\"method\":\"%s\"}".formatted(UuidV7.next(), method);
    }

    /// A claim whose record is in the DNS.
    static Target provable(Caller caller) {
        JsonNode claim = claimed(caller, "dns_txt");
        TestDns.shared().prove(claim);
        return target(caller, claim);
    }

    static Target verified(Caller caller) {
        Target target = provable(caller);
        Answer verified = caller.client().post(target.path("/v1/workspaces/{id}/domains/{domain}:verify"));
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        return target;
    }

    /// A verified one, named as whoever runs the installation names it.
    static Target held(Caller caller) {
        Target verified = verified(caller);
        return new Target(List.of(verified.ids().getLast()), verified.resource(), verified.client());
    }

    static Target mailable(Caller caller) {
        return target(caller, claimed(caller, "email"));
    }

    private static JsonNode claimed(Caller caller, String method) {
        String path = caller.ownWorkspace().path("/v1/workspaces/{id}/domains");
        Answer made = caller.client().post(path, claim(method));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json();
    }

    private static Target target(Caller caller, JsonNode claim) {
        return new Target(
                List.of(caller.ownWorkspace().resource(), claim.path("domain").asString()),
                claim.path("id").asString(),
                caller.client());
    }
}
