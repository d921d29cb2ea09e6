package dev.keystead.platform.objects;

import dev.keystead.platform.tls.Authorities;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;

/// Files in a bucket of an S3-compatible storage.
///
/// Every request says the hash of its body, so that the storage itself refuses bytes that were damaged on the
/// way. What fails in passing is tried again; a file that arrived though the answer to it was lost is known by
/// its hash.
public final class S3Bucket implements ObjectStorage {
    /// How much of a file is asked for at once: what is in memory, and what is lost by a broken connection.
    private static final int RANGE = 4 * 1024 * 1024;

    private static final int LONGEST_ANSWER = 8 * 1024 * 1024;
    private static final int NAMES_AT_ONCE = 1_000;

    private static final String OUR_HASH = "x-amz-meta-sha256";

    private final Place place;
    private final SignatureV4 signature;
    private final Limits limits;
    private final Clock clock;
    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);

    /// Where it is.
    ///
    /// @param endpoint without a path
    /// @param pathStyle whether the bucket stands in the path
    record Place(URI endpoint, String bucket, boolean pathStyle) {
        /// The address of an object, or of the bucket, with a query that is encoded and in order.
        URI address(String key, String query) {
            String host = pathStyle ? endpoint.getRawAuthority() : bucket + "." + endpoint.getRawAuthority();
            String path = Stream.of(pathStyle ? bucket + "/" + key : key)
                    .flatMap(all -> Stream.of(all.split("/", -1)))
                    .map(SignatureV4::encoded)
                    .collect(Collectors.joining("/", "/", ""));
            return URI.create(endpoint.getScheme() + "://" + host + path + (query.isEmpty() ? "" : "?" + query));
        }
    }

    /// How long it is waited for.
    ///
    /// @param answer from the beginning of a request to the end of its answer, beside the time that the bytes of
    ///     a file take
    /// @param slowest bytes in a second: a storage that takes less counts as one that hangs
    /// @param pause before the second attempt; doubled before each further one
    record Limits(Duration connect, Duration answer, long slowest, int attempts, Duration pause) {
        static final Limits USUAL =
                new Limits(Duration.ofSeconds(5), Duration.ofSeconds(30), 128 * 1024, 4, Duration.ofMillis(500));
    }

    S3Bucket(Place place, SignatureV4 signature, Optional<Path> authorities, Limits limits, Clock clock) {
        this.place = place;
        this.signature = signature;
        this.limits = limits;
        this.clock = clock;
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.connect());
        authorities.ifPresent(file -> builder.sslContext(
                Authorities.in(file, "objects.ca").besideThoseOfJava().context()));
        this.client = builder.build();
    }

    @Override
    public String bucket() {
        return place.bucket();
    }

    private String key(String path) {
        if (!path.startsWith(place.bucket() + "/")) {
            throw new IllegalArgumentException("not the path of a file: " + path);
        }
        return path.substring(place.bucket().length() + 1);
    }

    /// What is asked.
    ///
    /// @param headers in small letters
    /// @param sha256 of the body
    private record Ask(
            String method,
            String key,
            String query,
            Map<String, String> headers,
            BodyPublisher body,
            String sha256,
            Duration limit) {}

    private Ask ask(String method, String key, String query, Map<String, String> headers) {
        return new Ask(method, key, query, headers, BodyPublishers.noBody(), Sha256.OF_NOTHING, limits.answer());
    }

    @Override
    public Stored put(String path, Path content) {
        Stored wanted;
        Ask ask;
        try {
            wanted = new Stored(path, Files.size(content), Sha256.of(content));
            ask = new Ask(
                    "PUT",
                    key(path),
                    "",
                    Map.of("if-none-match", "*", OUR_HASH, wanted.sha256()),
                    BodyPublishers.ofFile(content),
                    wanted.sha256(),
                    limits.answer().plusSeconds(wanted.size() / limits.slowest()));
        } catch (IOException e) {
            throw new StorageFailure("A file that is to be stored cannot be read: " + e.getMessage() + ".", e);
        }
        HttpResponse<byte[]> answer = answer(ask);
        return switch (answer.statusCode()) {
            case 200, 201, 204 -> wanted;
            // It is there: from somebody else, or from an attempt of ours whose answer was lost.
            case 412 -> ObjectFolder.same(find(path).orElseThrow(() -> refused(answer)), wanted);
            default -> throw refused(answer);
        };
    }

    @Override
    public Optional<Stored> find(String path) {
        HttpResponse<byte[]> answer = answer(ask("HEAD", key(path), "", Map.of()));
        return switch (answer.statusCode()) {
            case 200 ->
                Optional.of(new Stored(
                        path,
                        answer.headers().firstValueAsLong("content-length").orElse(0),
                        answer.headers().firstValue(OUR_HASH).orElse("")));
            case 404 -> Optional.empty();
            default -> throw refused(answer);
        };
    }

    /// Piece by piece: a connection that breaks costs one of them.
    @Override
    public void read(Stored file, OutputStream out) throws IOException {
        MessageDigest digest = Sha256.digest();
        for (long at = 0; at < file.size(); at += RANGE) {
            long last = Math.min(file.size(), at + RANGE) - 1;
            HttpResponse<byte[]> answer =
                    answer(ask("GET", key(file.path()), "", Map.of("range", "bytes=" + at + "-" + last)));
            if (answer.statusCode() == 404) {
                throw new StorageFailure(file.path() + " is not there any more.", null);
            }
            if (answer.statusCode() != 206 || answer.body().length != last - at + 1) {
                throw refused(answer);
            }
            digest.update(answer.body());
            out.write(answer.body());
        }
        ObjectFolder.agree(file, digest);
    }

    @Override
    public List<String> list(String prefix) {
        var paths = new ArrayList<String>();
        Listing page;
        String after = "";
        do {
            String query = "list-type=2&max-keys=" + NAMES_AT_ONCE + "&prefix=" + SignatureV4.encoded(key(prefix))
                    + (after.isEmpty() ? "" : "&start-after=" + SignatureV4.encoded(after));
            HttpResponse<byte[]> answer = answer(ask("GET", "", query, Map.of()));
            if (answer.statusCode() != 200) {
                throw refused(answer);
            }
            try {
                page = Listing.parse(answer.body());
            } catch (XMLStreamException e) {
                throw new StorageFailure("The storage at " + place.endpoint() + " answers with what is no list.", e);
            }
            page.keys().forEach(key -> paths.add(place.bucket() + "/" + key));
            after = page.keys().isEmpty() ? "" : page.keys().getLast();
        } while (page.more() && !after.isEmpty());
        return paths;
    }

    @Override
    public void delete(String path) {
        HttpResponse<byte[]> answer = answer(ask("DELETE", key(path), "", Map.of()));
        if (answer.statusCode() != 200 && answer.statusCode() != 204 && answer.statusCode() != 404) {
            throw refused(answer);
        }
    }

    /// Tries until there is an answer that another attempt would not change.
    private HttpResponse<byte[]> answer(Ask ask) {
        Duration pause = limits.pause();
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt >= limits.attempts();
            try {
                HttpResponse<byte[]> answer = once(ask);
                if (last || !mayPass(answer.statusCode())) {
                    return answer;
                }
            } catch (IOException e) {
                if (last) {
                    throw new StorageFailure(
                            "The storage at " + place.endpoint() + " (objects.endpoint) does not answer: "
                                    + Optional.ofNullable(e.getMessage()).orElse(e.toString()) + ".",
                            e);
                }
            }
            rest(pause);
            pause = pause.multipliedBy(2);
        }
    }

    /// 409 is what a storage says while another request writes the same object.
    private static boolean mayPass(int status) {
        return status >= 500 || status == 429 || status == 409 || status == 408;
    }

    /// Nodes that failed together must not all come back together.
    private void rest(Duration pause) {
        long more = ThreadLocalRandom.current().nextLong(pause.toMillis() / 2 + 1);
        try {
            if (closed.await(pause.toMillis() + more, TimeUnit.MILLISECONDS)) {
                throw new StorageFailure("The work was stopped while the storage was waited for.", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageFailure("The work was stopped while the storage was waited for.", e);
        }
    }

    private HttpResponse<byte[]> once(Ask ask) throws IOException {
        Instant now = clock.instant();
        URI uri = place.address(ask.key(), ask.query());
        Map<String, String> headers = new TreeMap<>(ask.headers());
        headers.put("x-amz-date", SignatureV4.time(now));
        headers.put("x-amz-content-sha256", ask.sha256());
        var request = HttpRequest.newBuilder(uri).method(ask.method(), ask.body());
        headers.forEach(request::header);
        // The client writes this one itself.
        headers.put("host", uri.getRawAuthority());
        request.header("authorization", signature.authorization(ask.method(), uri, headers, ask.sha256(), now));
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER));
        try {
            return answer.get(ask.limit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("no answer within " + ask.limit().toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new StorageFailure("The work was stopped while the storage was waited for.", e);
        }
    }

    private StorageFailure refused(HttpResponse<byte[]> answer) {
        String said = Listing.errorCode(new String(answer.body(), StandardCharsets.UTF_8))
                .orElse("status " + answer.statusCode());
        String advice = switch (answer.statusCode()) {
            case 401, 403 ->
                "it does not accept our key; check objects.access-key, objects.secret-key and objects.region, what the"
                        + " key may do, and this machine's clock";
            case 404 -> "there is no bucket " + place.bucket() + "; make it, or change objects.bucket";
            case 301, 307 -> "the bucket is somewhere else; check objects.endpoint and objects.region";
            default -> "look at its own log, and whether it has space left";
        };
        return new StorageFailure(
                "The storage at " + place.endpoint() + " (objects.endpoint) refuses (" + said + "): " + advice + ".",
                null);
    }

    @Override
    public void close() {
        closed.countDown();
        client.shutdownNow();
    }
}
