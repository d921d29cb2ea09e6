package dev.keystead.oauth.proof;

import com.nimbusds.jose.util.X509CertUtils;
import dev.keystead.client.Client;
import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.device.authority.Certificates;
import dev.keystead.device.authority.KnownCertificate;
import dev.keystead.grant.Binding;
import dev.keystead.oauth.clientauth.Replays;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Knows which key a request shows possession of: by a proof (RFC 9449) or by the certificate of its
/// connection (RFC 8705). Proofs are used up by being shown here: nothing of this is for use inside a
/// transaction.
public final class Possession {
    private static final String HEADER = "DPoP";
    private static final String INVALID_PROOF = "invalid_dpop_proof";
    private static final String USE_NONCE = "use_dpop_nonce";
    private static final String ASKING = "make the proof again with the nonce of the header DPoP-Nonce";

    private final Nonces nonces;
    private final ProofCheck check;
    private final Replays replays;
    private final Certificates certificates;
    private final Clock clock;

    public Possession(MasterKey master, Replays replays, Certificates certificates, Clock clock) {
        this.nonces = new Nonces(master, clock);
        this.check = new ProofCheck(nonces, clock);
        this.replays = replays;
        this.certificates = certificates;
        this.clock = clock;
    }

    /// What a request showed.
    ///
    /// @param certificate of a device, where it was that
    /// @param nonce for the next proof, where the one that was used will soon be too old
    public record Shown(Optional<Binding> binding, Optional<KnownCertificate> certificate, Optional<String> nonce) {
        private static final Shown NOTHING = new Shown(Optional.empty(), Optional.empty(), Optional.empty());

        /// The answer to the request, with what the client needs for its next one (RFC 9449 section 8.2).
        public Reply on(Reply reply) {
            return nonce.map(text -> reply.with("DPoP-Nonce", text)).orElse(reply);
        }
    }

    /// Asks for a nonce where a proof needs one and has none that works: before the client's own proof is
    /// used up, so that it has to make nothing but the proof again.
    ///
    /// @param endpoint that was called, as clients know it
    public void askForNonce(Call call, Client client, URI endpoint) {
        List<String> headers = call.headers(HEADER);
        ProofCheck.Expected expected = expected(call, client, endpoint, Optional.empty());
        // A proof whose nonce works is judged later, and once: signatures cost more than all the rest.
        if (!headers.isEmpty()
                && !check.hasNonce(headers, expected)
                && check.judge(headers, expected) instanceof Judgement.NonceNeeded) {
            throw nonceNeeded(client);
        }
    }

    private OAuthError nonceNeeded(Client client) {
        return OAuthError.of(USE_NONCE, ASKING).withNonce(nonces.current(client.workspace()));
    }

    /// The key that the tokens which a client asks for shall be bound to.
    ///
    /// @param endpoint that was called, as clients know it
    /// @throws OAuthError when a proof is wrong, or when the client registered for bound tokens and shows
    ///     no key
    public Shown forTokens(Call call, Client client, URI endpoint) {
        Shown shown = proof(call, client, endpoint);
        if (shown.binding().isPresent()) {
            return shown;
        }
        // RFC 9449 section 5.2.
        if (client.settings().tokens().dpopBound()) {
            throw OAuthError.invalidRequest("this application must send a proof in the header DPoP (RFC 9449)");
        }
        return byCertificate(call, client);
    }

    /// The certificate of a device binds what is given with it, whatever the client registered for: a copy shall be of
    /// use on no other device.
    private Shown byCertificate(Call call, Client client) {
        Optional<Binding> shown = certificate(call);
        Optional<KnownCertificate> known =
                shown.flatMap(binding -> certificates.known(client.workspace(), binding.thumbprint()));
        if (known.filter(certificate -> !certificate.countsAt(clock.instant())).isPresent()) {
            throw OAuthError.invalidRequest("the certificate of the device has expired or was revoked");
        }
        boolean mustBind = client.settings().tokens().certificateBound();
        // RFC 8705 section 3.4.
        if (mustBind && shown.isEmpty()) {
            throw OAuthError.invalidRequest("this application must show its TLS client certificate (RFC 8705)");
        }
        return mustBind || known.isPresent() ? new Shown(shown, known, Optional.empty()) : Shown.NOTHING;
    }

    /// The key of the proof that a request to an endpoint carries, if it does.
    ///
    /// @param endpoint that was called, as clients know it
    /// @throws OAuthError when the proof is wrong
    public Shown proof(Call call, Client client, URI endpoint) {
        List<String> headers = call.headers(HEADER);
        if (headers.isEmpty()) {
            return Shown.NOTHING;
        }
        return switch (judge(call, headers, client, endpoint, Optional.empty())) {
            case Judgement.Right right -> shown(client, right);
            case Judgement.Wrong(String why) -> throw OAuthError.of(INVALID_PROOF, why);
            case Judgement.NonceNeeded() -> throw nonceNeeded(client);
        };
    }

    /// An access token in use.
    ///
    /// @param client to which it was given
    /// @param target the address that was called, as clients know it
    /// @param proven whether it came by the scheme DPoP, which promises a proof
    /// @param binding of the token
    public record Use(Client client, URI target, String token, boolean proven, Optional<Binding> binding) {}

    /// Checks that whoever uses a token holds the key that it is bound to, if it is.
    ///
    /// @throws OAuthError when they do not show it, or show one where none is bound (RFC 9449 section 7.2)
    public Shown atResource(Call call, Use use) {
        Optional<Binding.Kind> kind = use.binding().map(Binding::kind);
        boolean wantsProof = kind.equals(Optional.of(Binding.Kind.DPOP));
        if (use.proven() != wantsProof) {
            throw refused(
                    "invalid_token",
                    wantsProof
                            ? "the access token is bound to a key: send it by the scheme DPoP with a proof"
                            : "the access token is not bound to a key of proofs: send it by the scheme Bearer");
        }
        if (wantsProof) {
            return provenAtResource(call, use);
        }
        if (kind.isPresent() && !certificate(call).equals(use.binding())) {
            throw refused("invalid_token", "the access token is bound to another TLS client certificate");
        }
        return Shown.NOTHING;
    }

    private Shown provenAtResource(Call call, Use use) {
        List<String> headers = call.headers(HEADER);
        if (headers.isEmpty()) {
            throw refused(INVALID_PROOF, "a proof is needed in the header DPoP");
        }
        Judgement judgement = judge(call, headers, use.client(), use.target(), Optional.of(use.token()));
        return switch (judgement) {
            case Judgement.Right right -> {
                var binding = new Binding(Binding.Kind.DPOP, right.thumbprint());
                if (!use.binding().equals(Optional.of(binding))) {
                    throw refused("invalid_token", "the access token is bound to another key");
                }
                yield shown(use.client(), right);
            }
            case Judgement.Wrong(String why) -> throw refused(INVALID_PROOF, why);
            case Judgement.NonceNeeded() ->
                throw refused(USE_NONCE, ASKING)
                        .withNonce(nonces.current(use.client().workspace()));
        };
    }

    /// What is right but was used before is wrong (RFC 9449 section 11.1).
    private Judgement judge(Call call, List<String> headers, Client client, URI target, Optional<String> accessToken) {
        Judgement judgement = check.judge(headers, expected(call, client, target, accessToken));
        return judgement instanceof Judgement.Right(String thumbprint, String id, var until, var _)
                        && !replays.isFirst(client.workspace(), "dpop", thumbprint + "/" + id, until)
                ? new Judgement.Wrong("the proof was used before; make a new one for each request")
                : judgement;
    }

    private static ProofCheck.Expected expected(Call call, Client client, URI target, Optional<String> accessToken) {
        return new ProofCheck.Expected(
                client.workspace(),
                call.route().method().name(),
                target,
                client.isFapi2() ? SignatureAlgorithms.FAPI2 : SignatureAlgorithms.BY_KEY,
                client.isFapi2() || client.isPublic(),
                accessToken);
    }

    private Shown shown(Client client, Judgement.Right right) {
        return new Shown(
                Optional.of(new Binding(Binding.Kind.DPOP, right.thumbprint())),
                Optional.empty(),
                Optional.of(nonces.current(client.workspace())).filter(_ -> right.nonceTurned()));
    }

    private static Optional<Binding> certificate(Call call) {
        return call.clientCertificate()
                .map(shown -> X509CertUtils.computeSHA256Thumbprint(shown.certificate())
                        .toString())
                .map(thumbprint -> new Binding(Binding.Kind.MTLS, thumbprint));
    }

    /// RFC 9449 section 7.1.
    private static OAuthError refused(String code, String description) {
        return OAuthError.withStatus(
                401,
                code,
                description,
                "DPoP error=\"%s\", error_description=\"%s\", algs=\"%s\""
                        .formatted(code, description, String.join(" ", SignatureAlgorithms.BY_KEY)));
    }
}
