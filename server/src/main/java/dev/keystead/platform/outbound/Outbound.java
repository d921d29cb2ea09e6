package dev.keystead.platform.outbound;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.config.OutboundConfig;
import dev.keystead.platform.outbound.OutboundOutcome.Failed;
import dev.keystead.platform.outbound.OutboundOutcome.Fetched;
import dev.keystead.platform.outbound.OutboundOutcome.Reason;
import dev.keystead.platform.outbound.OutboundOutcome.Refused;
import dev.keystead.platform.tls.Authorities;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/// Calls addresses that somebody else named. Blocks the caller; not for use inside a transaction.
public final class Outbound implements AutoCloseable {
    private static final Duration AFTER_THE_LIMIT = Duration.ofSeconds(1);
    private static final String TOO_MANY = "was not called, because too many calls are under way";

    private final boolean allowPrivate;
    private final Limits limits;
    private final Lookup lookup;
    private final Authorities authorities;
    private final Semaphore places;
    // Forgotten once nobody waits for them or holds them.
    private final Cache<UUID, Semaphore> shares =
            Caffeine.newBuilder().weakValues().build();
    private @Nullable HttpClient started;

    /// How much one call may cost.
    ///
    /// @param connect how long the connection may take
    /// @param whole how long all of it may take, from the name to the last byte
    /// @param bytes the longest body
    /// @param atOnce how many calls may be under way
    /// @param each how many of these for one of those who share the places
    public record Limits(Duration connect, Duration whole, int bytes, int atOnce, int each) {
        /// Where nobody shares.
        public Limits(Duration connect, Duration whole, int bytes, int atOnce) {
            this(connect, whole, bytes, atOnce, atOnce);
        }

        /// The limits unless told otherwise.
        public static final Limits USUAL = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(10), 64 * 1024, 32);
    }

    /// Finds the addresses of a name.
    @FunctionalInterface
    interface Lookup {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    public Outbound(OutboundConfig config) {
        this(config, Limits.USUAL);
    }

    public Outbound(OutboundConfig config, Limits limits) {
        this(
                config.allowPrivate(),
                Optional.ofNullable(config.authorities())
                        .map(file -> Authorities.in(file, "outbound.ca"))
                        .orElseGet(Authorities::none),
                limits,
                host -> List.of(InetAddress.getAllByName(host)));
    }

    /// @param authorities are trusted beside those of the Java runtime
    Outbound(boolean allowPrivate, Authorities authorities, Limits limits, Lookup lookup) {
        this.allowPrivate = allowPrivate;
        this.authorities = authorities;
        this.limits = limits;
        this.lookup = lookup;
        this.places = new Semaphore(limits.atOnce());
    }

    /// Gets a document.
    public OutboundOutcome fetch(URI address) {
        return call(Optional.empty(), address, request -> request.method(HttpMethod.GET));
    }

    /// Calls for one of many who share the places, such as a tenant: however long those whom it calls keep it waiting,
    /// the others' places are left.
    public Share shareOf(UUID owner) {
        return new Share(owner);
    }

    /// One owner's share of the places.
    public final class Share {
        private final UUID owner;

        private Share(UUID owner) {
            this.owner = owner;
        }

        private Optional<Semaphore> own() {
            return Optional.of(shares.get(owner, _ -> new Semaphore(limits.each())));
        }

        /// Gets a document.
        public OutboundOutcome fetch(URI address) {
            return fetch(address, Map.of());
        }

        /// The same with further headers.
        public OutboundOutcome fetch(URI address, Map<String, String> headers) {
            return call(
                    own(),
                    address,
                    request -> request.method(HttpMethod.GET).headers(fields -> headers.forEach(fields::put)));
        }

        /// Hands over a document with further headers.
        public OutboundOutcome post(URI address, String contentType, byte[] body, Map<String, String> headers) {
            return call(
                    own(),
                    address,
                    request -> request.method(HttpMethod.POST)
                            .headers(fields -> headers.forEach(fields::put))
                            .body(new BytesRequestContent(contentType, body)));
        }
    }

    /// The text of a document, or nothing when it cannot or must not be had.
    public Optional<String> document(URI address) {
        return fetch(address) instanceof OutboundOutcome.Fetched fetched && fetched.isSuccess()
                ? Optional.of(new String(fetched.body(), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /// Hands over a document.
    public OutboundOutcome post(URI address, String contentType, byte[] body) {
        return post(address, contentType, body, Map.of());
    }

    /// Hands over a document with further headers.
    public OutboundOutcome post(URI address, String contentType, byte[] body, Map<String, String> headers) {
        return call(
                Optional.empty(),
                address,
                request -> request.method(HttpMethod.POST)
                        .headers(fields -> headers.forEach(fields::put))
                        .body(new BytesRequestContent(contentType, body)));
    }

    @FunctionalInterface
    private interface Filling {
        Request fill(Request request);
    }

    /// @param share what the caller may have of the places, if these are shared
    private OutboundOutcome call(Optional<Semaphore> share, URI address, Filling filling) {
        Optional<Reason> broken = brokenRule(address);
        if (broken.isPresent()) {
            return new Refused(broken.get());
        }
        long began = System.nanoTime();
        try {
            // First one's own share: whoever waits for that keeps nobody else waiting.
            if (share.isPresent() && !share.get().tryAcquire(left(began), TimeUnit.NANOSECONDS)) {
                return new Failed(TOO_MANY);
            }
            try {
                return inPlace(began, address, filling);
            } finally {
                share.ifPresent(Semaphore::release);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Failed("was not waited for");
        }
    }

    private OutboundOutcome inPlace(long began, URI address, Filling filling) throws InterruptedException {
        if (!places.tryAcquire(left(began), TimeUnit.NANOSECONDS)) {
            return new Failed(TOO_MANY);
        }
        try {
            return exchange(filling.fill(client().newRequest(address)), Duration.ofNanos(left(began)));
        } finally {
            places.release();
        }
    }

    private long left(long began) {
        return Math.max(limits.whole().toNanos() - (System.nanoTime() - began), 1_000_000);
    }

    /// The rule that an address breaks before anything is asked, for whoever is told an address to call later.
    public Optional<Reason> brokenRule(URI address) {
        String scheme = address.getScheme();
        String host = address.getHost();
        if (host == null || address.getRawUserInfo() != null || address.getRawFragment() != null) {
            return Optional.of(Reason.NOT_A_WEB_ADDRESS);
        }
        if ("https".equalsIgnoreCase(scheme)) {
            return Optional.empty();
        }
        boolean local = "http".equalsIgnoreCase(scheme) && AddressRange.isLoopback(host.replaceAll("[\\[\\]]", ""));
        return local && allowPrivate ? Optional.empty() : Optional.of(Reason.NOT_ENCRYPTED);
    }

    private OutboundOutcome exchange(Request request, Duration left) throws InterruptedException {
        var answer = new BoundedAnswer(limits.bytes());
        request.headers(fields -> fields.put(HttpHeader.CONNECTION, "close"))
                .timeout(left.toNanos(), TimeUnit.NANOSECONDS)
                .send(answer);
        try {
            Fetched fetched = answer.whole().get(left.plus(AFTER_THE_LIMIT).toNanos(), TimeUnit.NANOSECONDS);
            return fetched.status() / 100 == 3 ? new Refused(Reason.REDIRECT) : fetched;
        } catch (TimeoutException _) {
            // The client ends the call itself at its limit; nobody waits longer even if it should not.
            return new Failed("took too long to answer");
        } catch (ExecutionException e) {
            return failure(e.getCause());
        }
    }

    private static OutboundOutcome failure(@Nullable Throwable cause) {
        return switch (cause) {
            case BrokenRule broken -> new Refused(broken.reason());
            case TimeoutException _, SocketTimeoutException _ -> new Failed("took too long to answer");
            case UnknownHostException _ -> new Failed("has a name that is not known");
            case SSLException _ -> new Failed("has no certificate for its name that is trusted");
            case ConnectException _ -> new Failed("takes no connections");
            case null, default -> new Failed("did not answer as a web server does");
        };
    }

    /// Most installations never call anybody, so the client starts with the first call.
    private synchronized HttpClient client() {
        if (started == null) {
            started = PinnedClient.start(new AddressCheck(lookup, allowPrivate), authorities, limits);
        }
        return started;
    }

    @Override
    public synchronized void close() {
        if (started != null) {
            PinnedClient.stop(started);
            started = null;
        }
    }
}
