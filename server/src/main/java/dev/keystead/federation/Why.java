package dev.keystead.federation;

import java.util.Locale;

/// Why somebody who came back from another identity provider is not let in. The word stands in the
/// event at the door.
public enum Why {
    /// The journey is not this browser's, is too old, or was come back from before.
    STATE("federation.reason.state.title", "federation.reason.state"),
    /// The connection is not there any more, or turned off.
    CONNECTION("federation.reason.connection.title", "federation.reason.connection"),
    /// The person, or the provider on their behalf, said no.
    DENIED("federation.reason.denied.title", "federation.reason.denied"),
    /// The provider says that something went wrong.
    PROVIDER_ERROR("federation.reason.provider-error.title", "federation.reason.provider-error"),
    /// The provider does not answer as it should.
    UNREACHABLE("federation.reason.unreachable.title", "federation.reason.unreachable"),
    /// The provider calls itself other than the connection does.
    ISSUER("federation.reason.issuer.title", "federation.reason.issuer"),
    /// What the provider says about the person does not hold.
    TOKEN("federation.reason.token.title", "federation.reason.token"),
    /// The person was to prove themselves anew, and the provider did not ask them.
    TOO_OLD("federation.reason.too-old.title", "federation.reason.too-old"),
    /// The provider tells no address, which an account here needs.
    NO_EMAIL("federation.reason.no-email.title", "federation.reason.no-email"),
    /// The provider does not vouch for the address.
    EMAIL_UNPROVEN("federation.reason.email-unproven.title", "federation.reason.email-unproven"),
    /// The connection is not for addresses of this domain.
    EMAIL_DOMAIN("federation.reason.email-domain.title", "federation.reason.email-domain"),
    /// People with this address come by another provider, and by that alone.
    OTHER_PROVIDER("federation.reason.other-provider.title", "federation.reason.other-provider"),
    /// There is an account with this address, which the person may have: sign in there and link it.
    EMAIL_TAKEN("federation.reason.email-taken.title", "federation.reason.email-taken"),
    /// Nobody knows the person here, and the connection makes no accounts.
    UNKNOWN("federation.reason.unknown.title", "federation.reason.unknown"),
    /// The account is suspended or deleted.
    CLOSED("federation.reason.closed.title", "federation.reason.closed"),
    /// The identity belongs to another account.
    LINKED_ELSEWHERE("federation.reason.linked-elsewhere.title", "federation.reason.linked-elsewhere"),
    /// The account has as many links as it can have.
    TOO_MANY("federation.reason.too-many.title", "federation.reason.too-many"),
    /// Whoever asked for a link is not inside any more.
    SIGNED_OUT("federation.reason.signed-out.title", "federation.reason.signed-out");

    private final String title;
    private final String sentence;

    Why(String title, String sentence) {
        this.title = title;
        this.sentence = sentence;
    }

    /// The key of the heading.
    String title() {
        return title;
    }

    /// The key of what there is to say, and to do.
    String sentence() {
        return sentence;
    }

    /// As it stands in events and in the manual.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
