package dev.keystead.oauth.mint;

import dev.keystead.client.GrantType;
import dev.keystead.device.DeviceId;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.KnownCertificate;
import dev.keystead.directory.UserId;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.grant.Grants;
import dev.keystead.grant.Refresh;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Begins what a person gave a client, and makes its first tokens.
public final class NewGrants {
    private final Grants grants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;
    private final Devices devices;

    public NewGrants(Grants grants, AccessTokens accessTokens, TokenMint mint, Devices devices) {
        this.grants = grants;
        this.accessTokens = accessTokens;
        this.mint = mint;
        this.devices = devices;
    }

    /// What was given.
    ///
    /// @param asked as the person allowed it; what refresh tokens are bound to follows from the request
    ///     for tokens
    public record Start(GrantId id, UserId user, SessionId session, Grant.Given asked, Optional<String> nonce) {}

    /// Begins a grant and its first access token, with a refresh token if the client may have one.
    ///
    /// @param resources the audiences that are asked for now, of those that were given; none for all
    /// @param shown the grant as the first token shows it
    public Issued begin(
            Transaction transaction,
            Recipient recipient,
            Start start,
            List<String> resources,
            UnaryOperator<Grant> shown) {
        Refresh.Renewed started = start(transaction, recipient, start);
        Grant grant = shown.apply(started.grant());
        List<String> scopes = grant.given().scopes();
        return new Issued(
                accessTokens.make(transaction, mint.wish(recipient, grant, scopes, resources)),
                Optional.of(grant),
                Optional.of(started.token()).filter(_ -> recipient.client().mayUse(GrantType.REFRESH_TOKEN)),
                scopes.contains("openid"),
                start.nonce());
    }

    /// Begins a grant whose client gets no more than what is made of it at once.
    public Grant beginOnce(Transaction transaction, Recipient recipient, Start start) {
        return start(transaction, recipient, start).grant();
    }

    private Refresh.Renewed start(Transaction transaction, Recipient recipient, Start start) {
        Grant.Given asked = start.asked();
        var given = new Grant.Given(
                asked.scopes(),
                asked.resources(),
                asked.details(),
                asked.claims(),
                asked.methods(),
                asked.provenAt(),
                recipient.refreshBinding());
        return grants.start(
                transaction,
                new Grants.Wish(
                        start.id(),
                        recipient.client().id(),
                        start.user(),
                        Optional.of(start.session()),
                        device(transaction, recipient, start.user()),
                        recipient.issuer(),
                        given,
                        Lives.of(recipient.client())));
    }

    /// The person's own device whose key the client showed. One that was revoked counts too, so that nothing stands
    /// that is given with its key.
    private Optional<DeviceId> device(Transaction transaction, Recipient recipient, UserId user) {
        return recipient
                .certificate()
                .filter(shown -> shown.user().equals(user))
                .map(KnownCertificate::device)
                .or(() -> recipient
                        .binding()
                        .filter(binding -> binding.kind() == Binding.Kind.DPOP)
                        .flatMap(binding -> devices.ofKey(transaction, user, binding.thumbprint())));
    }
}
