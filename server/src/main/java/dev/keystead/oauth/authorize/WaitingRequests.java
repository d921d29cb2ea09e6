package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.job.Sweep;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Requests that wait. All of it binds its scope itself, except what is given a transaction.
public final class WaitingRequests {
    /// What RFC 9126 section 2.2 has references begin with.
    static final String REFERENCE = "urn:ietf:params:oauth:request_uri:";

    /// How long a pushed request may be brought (FAPI 2.0 section 5.3.2.2 item 11: less than 600 seconds).
    static final Duration PUSHED_LIFE = Duration.ofSeconds(60);

    /// The parameter that brings a reference, and under which a request remembers it.
    static final String BY_REFERENCE = "request_uri";

    private static final Duration BEGUN_LIFE = Duration.ofMinutes(30);

    private final Database database;
    private final RequestStore store;
    private final Mac mac;
    private final Clock clock;

    public WaitingRequests(Database database, MasterKey master, Clock clock) {
        this.database = database;
        this.store = new RequestStore(database);
        this.mac = master.mac("pushed-request");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("oauth.authorization_requests", RequestStore.REQUEST_SWEEP);
    }

    /// Keeps a request that its client sent, and answers the reference for it.
    ///
    /// @param counted counts it in the same transaction, and throws when there were too many
    String push(WorkspaceId tenant, ClientId client, Parameters parameters, Consumer<Transaction> counted) {
        Instant now = clock.instant();
        Secret secret = Secret.make(SecretPrefix.PUSHED_REQUEST, tenant.value());
        var request = new WaitingRequest(RequestId.make(), client, parameters, now);
        write(tenant, transaction -> {
            counted.accept(transaction);
            store.pushAtCommit(transaction, request, mac.of(secret.text()), now.plus(PUSHED_LIFE));
        });
        return REFERENCE + secret.text();
    }

    /// The request of a reference, for its own client and until somebody answers it. A page that is loaded
    /// again, or by a program that looks ahead, uses nothing up (FAPI 2.0 section 5.3.2.2, note 3).
    ///
    /// @return the request, which remembers its reference
    Optional<Parameters> find(WorkspaceId tenant, ClientId client, String reference) {
        return secret(tenant, reference)
                .flatMap(secret ->
                        scope(tenant).call(() -> store.findOfReference(mac.of(secret.text()), client, clock.instant())))
                .map(found -> found.parameters().with(Map.of(BY_REFERENCE, List.of(reference))));
    }

    /// Uses the reference up by which a request came, if it came by one; false when somebody did before.
    boolean useUp(Transaction transaction, ClientId client, Parameters parameters) {
        Optional<String> reference = parameters.find(BY_REFERENCE);
        var tenant = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        return reference.isEmpty()
                || secret(tenant, reference.get())
                        .filter(secret -> store.use(transaction, mac.of(secret.text()), client, clock.instant()))
                        .isPresent();
    }

    private static Optional<Secret> secret(WorkspaceId tenant, String reference) {
        return Optional.of(reference)
                .filter(text -> text.startsWith(REFERENCE))
                .flatMap(text -> Secret.parse(SecretPrefix.PUSHED_REQUEST, text.substring(REFERENCE.length())))
                .filter(secret -> secret.tenant().equals(tenant.value()));
    }

    /// Keeps a request while a person signs in or is asked in their browser.
    ///
    /// @param counted counts it in the same transaction, and throws when there were too many
    WaitingRequest begin(
            WorkspaceId tenant, ClientId client, Parameters parameters, Digest browser, Consumer<Transaction> counted) {
        Instant now = clock.instant();
        var request = new WaitingRequest(RequestId.make(), client, parameters, now);
        write(tenant, transaction -> {
            counted.accept(transaction);
            store.beginAtCommit(transaction, request, browser, now.plus(BEGUN_LIFE));
        });
        return request;
    }

    /// The request, if it was begun in this browser and still waits.
    Optional<WaitingRequest> find(WorkspaceId tenant, RequestId id, Digest browser) {
        return scope(tenant).call(() -> store.find(id, browser, clock.instant()));
    }

    /// Ends the waiting; false when somebody did before.
    boolean finish(Transaction transaction, RequestId id) {
        return store.finish(transaction, id, clock.instant());
    }

    private void write(WorkspaceId tenant, Consumer<Transaction> work) {
        scope(tenant)
                .call(() -> database.write(transaction -> {
                    work.accept(transaction);
                    return true;
                }));
    }

    private static Scope scope(WorkspaceId tenant) {
        return Scope.tenant(tenant.value());
    }
}
