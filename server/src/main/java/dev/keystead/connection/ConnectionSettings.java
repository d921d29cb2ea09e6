package dev.keystead.connection;

import dev.keystead.domain.DomainName;
import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a provider is spoken with, whom it lets in and what its words mean here.
///
/// @param oidc of a provider that speaks OpenID Connect; null for others
/// @param saml of a provider that speaks SAML; null for others
public record ConnectionSettings(
        @Nullable Oidc oidc, @Nullable Saml saml, Accounts accounts, Routing routing, Mapping mapping) {
    private static final int MOST_DOMAINS = 50;
    private static final int MOST_SCOPES = 20;
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}");
    private static final Pattern CLAIM = Pattern.compile("[\\x21-\\x7e]{1,200}");

    /// What a provider is known for beyond its protocol.
    public enum Preset {
        NONE,
        /// A realm of Keycloak, which brokers for others.
        KEYCLOAK
    }

    /// How we prove ourselves at a provider's token endpoint.
    public enum AuthMethod {
        CLIENT_SECRET_BASIC,
        CLIENT_SECRET_POST,
        /// By the workspace's own key, which is published in its key set.
        PRIVATE_KEY_JWT;

        public boolean usesSecret() {
            return this != PRIVATE_KEY_JWT;
        }
    }

    /// A provider that speaks OpenID Connect.
    ///
    /// @param clientId what it calls us
    /// @param scopes what we ask for; `openid` is always one of them
    /// @param userinfo whether its userinfo endpoint is asked too, for what the ID token does not say
    public record Oidc(Preset preset, String clientId, AuthMethod authMethod, List<String> scopes, boolean userinfo) {
        static final Oidc USUAL = new Oidc(
                Preset.NONE, "client", AuthMethod.CLIENT_SECRET_BASIC, List.of("openid", "email", "profile"), false);

        public Oidc {
            var fields = new Fields();
            clientId = fields.text("client_id", clientId, 1, 255);
            scopes = scopes.stream().distinct().toList();
            fields.refuseIf(
                    scopes.size() > MOST_SCOPES
                            || scopes.stream()
                                    .anyMatch(scope -> !SCOPE.matcher(scope).matches()),
                    "scopes",
                    "must be at most " + MOST_SCOPES + " words such as email");
            fields.refuseIf(!scopes.contains("openid"), "scopes", "must have openid");
            fields.refuseIfAny();
        }
    }

    /// By which way a browser carries a message of SAML.
    public enum SamlBinding {
        /// In the address.
        REDIRECT,
        /// In a form that a page sends by itself.
        POST
    }

    /// A provider that speaks SAML 2.0.
    ///
    /// @param ssoUrl where people are sent
    /// @param sloUrl where they sign out, if the provider has such a place
    /// @param sloAnswerUrl where the provider takes answers when it has signed somebody out, if that is elsewhere
    /// @param certificates with whose keys it signs, in base64; several while it changes them
    /// @param idpInitiated whether people may come whom nobody here sent
    /// @param encryptedOnly whether what it says must come encrypted
    /// @param nameFormat by which kind of name it shall call people, if that matters
    /// @param forceAuthn whether people prove themselves there each time
    /// @param contexts how they must prove themselves there: one of these, or anyhow if there are none
    public record Saml(
            String ssoUrl,
            @Nullable SamlBinding ssoBinding,
            @Nullable String sloUrl,
            @Nullable SamlBinding sloBinding,
            @Nullable String sloAnswerUrl,
            List<String> certificates,
            @Nullable Boolean idpInitiated,
            @Nullable Boolean encryptedOnly,
            @Nullable String nameFormat,
            @Nullable Boolean forceAuthn,
            @Nullable List<String> contexts) {
        static final Saml USUAL =
                new Saml("https://idp.example/sso", null, null, null, null, List.of(), null, null, null, null, null);

        private static final int MOST_CERTIFICATES = 10;
        private static final int MOST_CONTEXTS = 10;
        private static final int LONGEST = 1000;

        public Saml {
            var fields = new Fields();
            ssoUrl = fields.text("sso_url", ssoUrl, 1, LONGEST);
            sloUrl = fields.optional(sloUrl, value -> fields.text("slo_url", value, 1, LONGEST));
            sloAnswerUrl = fields.optional(sloAnswerUrl, value -> fields.text("slo_answer_url", value, 1, LONGEST));
            nameFormat = fields.optional(nameFormat, value -> fields.text("name_format", value, 1, 200));
            fields.refuseIf(
                    certificates.size() > MOST_CERTIFICATES,
                    "certificates",
                    "must have at most " + MOST_CERTIFICATES + " certificates");
            fields.refuseIf(
                    certificates.stream()
                            .anyMatch(text -> SamlCertificate.canonical(text).isEmpty()),
                    "certificates",
                    "must be X.509 certificates with RSA keys of 2048 bits or ECDSA keys of 256, as PEM or base64");
            contexts = contexts == null ? List.of() : List.copyOf(contexts);
            fields.refuseIf(
                    contexts.size() > MOST_CONTEXTS
                            || contexts.stream()
                                    .anyMatch(context -> !CLAIM.matcher(context).matches()),
                    "contexts",
                    "must be at most " + MOST_CONTEXTS + " names without spaces");
            fields.refuseIfAny();
            certificates = certificates.stream()
                    .map(text -> SamlCertificate.canonical(text).orElseThrow())
                    .distinct()
                    .toList();
            ssoBinding = ssoBinding == null ? SamlBinding.REDIRECT : ssoBinding;
            sloBinding = sloBinding == null ? SamlBinding.REDIRECT : sloBinding;
            idpInitiated = idpInitiated != null && idpInitiated;
            encryptedOnly = encryptedOnly != null && encryptedOnly;
            forceAuthn = forceAuthn != null && forceAuthn;
        }

        /// Whether people may come whom nobody here sent.
        public boolean takesUnsolicited() {
            return Boolean.TRUE.equals(idpInitiated);
        }

        public boolean isEncryptedOnly() {
            return Boolean.TRUE.equals(encryptedOnly);
        }

        /// Whether people prove themselves there each time.
        public boolean asksAgain() {
            return Boolean.TRUE.equals(forceAuthn);
        }

        /// How they must prove themselves there.
        public List<String> wantedContexts() {
            return contexts == null ? List.of() : contexts;
        }
    }

    /// Whom the provider lets in.
    ///
    /// @param justInTime whether somebody whom nobody knows here gets an account by coming
    /// @param allowedDomains the only domains of addresses that may come; empty for all
    /// @param trustEmail whether the provider's addresses count as proven though it does not say that they are
    /// @param trustMfa whether the provider's second factor counts as ours
    public record Accounts(boolean justInTime, List<String> allowedDomains, boolean trustEmail, boolean trustMfa) {
        static final Accounts USUAL = new Accounts(false, List.of(), false, false);

        public Accounts {
            allowedDomains = canonical("allowed_domains", allowedDomains);
        }

        /// Whether somebody with this address may come.
        public boolean allows(String email) {
            return allowedDomains.isEmpty()
                    || DomainName.ofAddress(email)
                            .filter(domain -> allowedDomains.contains(domain.text()))
                            .isPresent();
        }
    }

    /// Which typed addresses lead to the provider.
    ///
    /// @param domains of which the workspace must be the owner, or they do nothing
    /// @param only whether people with such addresses come in by the provider alone
    public record Routing(List<String> domains, boolean only) {
        static final Routing USUAL = new Routing(List.of(), false);

        public Routing {
            domains = canonical("domains", domains);
            var fields = new Fields();
            fields.refuseIf(only && domains.isEmpty(), "only", "needs at least one domain");
            fields.refuseIfAny();
        }
    }

    /// Which of the provider's claims or attributes say what.
    ///
    /// @param email null for none, as with the others
    /// @param handle a wish for a handle, which is taken when it is free
    /// @param groups names of the provider's groups, which mean the groups here that have them as external id
    public record Mapping(
            @Nullable String email,
            @Nullable String name,
            @Nullable String handle,
            @Nullable String locale,
            @Nullable String groups) {
        static final Mapping USUAL = new Mapping("email", "name", "preferred_username", "locale", null);

        public Mapping {
            var fields = new Fields();
            claim(fields, "email", email);
            claim(fields, "name", name);
            claim(fields, "handle", handle);
            claim(fields, "locale", locale);
            claim(fields, "groups", groups);
            fields.refuseIfAny();
        }

        private static void claim(Fields fields, String member, @Nullable String value) {
            fields.refuseIf(
                    value != null && !CLAIM.matcher(value).matches(),
                    member,
                    "must be the name of a claim, without spaces");
        }
    }

    static final ConnectionSettings USUAL =
            new ConnectionSettings(Oidc.USUAL, Saml.USUAL, Accounts.USUAL, Routing.USUAL, Mapping.USUAL);

    private static List<String> canonical(String member, List<String> typed) {
        var fields = new Fields();
        List<String> domains = typed.stream()
                .map(domain -> domain.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        fields.refuseIf(domains.size() > MOST_DOMAINS, member, "must have at most " + MOST_DOMAINS + " domains");
        fields.refuseIf(
                domains.stream().anyMatch(domain -> DomainName.canonical(domain).isEmpty()),
                member,
                "must be domains such as example.org");
        fields.refuseIfAny();
        return domains;
    }
}
