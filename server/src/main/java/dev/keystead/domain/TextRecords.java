package dev.keystead.domain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/// Looks for proofs in the DNS. Follows aliases, asks again over TCP when an answer was cut, and keeps nothing:
/// whoever has just set a record is not told of the time before. Blocks the caller; not for use inside a
/// transaction.
public final class TextRecords {
    private static final Duration EACH = Duration.ofSeconds(3);
    private static final Duration WHOLE = Duration.ofSeconds(12);
    private static final int ATTEMPTS = 2;
    private static final String NO_RECORD = "has no TXT record";
    private static final int MOST_ALIASES = 8;

    private final List<InetSocketAddress> servers;
    private final Duration each;
    private @Nullable LookupSession started;

    /// @param servers the resolvers to ask; those of the machine when there are none
    public TextRecords(List<InetSocketAddress> servers) {
        this(servers, EACH);
    }

    /// @param each how long one resolver may take to answer once
    TextRecords(List<InetSocketAddress> servers, Duration each) {
        this.servers = List.copyOf(servers);
        this.each = each;
    }

    /// Whether one of the TXT records of a name is this text.
    Proof look(String name, String wanted) {
        try {
            LookupResult answer = session()
                    .lookupAsync(Name.fromString(name, Name.root), Type.TXT)
                    .toCompletableFuture()
                    .get(WHOLE.toMillis(), TimeUnit.MILLISECONDS);
            return judge(answer.getRecords(), wanted);
        } catch (ExecutionException e) {
            return failure(e.getCause());
        } catch (TimeoutException _) {
            return new Proof.Unknown("was not answered for in time");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Proof.Unknown("was not waited for");
        } catch (TextParseException e) {
            throw new IllegalArgumentException("not a name of the DNS: " + name, e);
        }
    }

    private static Proof judge(List<Record> records, String wanted) {
        if (records.isEmpty()) {
            return new Proof.Missing(NO_RECORD);
        }
        return records.stream()
                        .anyMatch(record ->
                                record instanceof TXTRecord text && joined(text).equals(wanted))
                ? new Proof.Found()
                : new Proof.Missing("has TXT records, but none that reads " + wanted);
    }

    private static Proof failure(@Nullable Throwable cause) {
        return switch (cause) {
            case NoSuchDomainException _ -> new Proof.Missing("is not known to the DNS");
            case NoSuchRRSetException _ -> new Proof.Missing(NO_RECORD);
            case IOException _ -> new Proof.Unknown("was not answered for in time");
            case null, default -> new Proof.Unknown("could not be looked up, because its name servers fail");
        };
    }

    /// RFC 1035 section 3.3.14: one record is one or more strings, which belong together without a gap.
    private static String joined(TXTRecord text) {
        var bytes = new ByteArrayOutputStream();
        text.getStringsAsByteArrays().forEach(bytes::writeBytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// Most installations never look anything up, so the resolvers are found with the first question.
    private synchronized LookupSession session() {
        LookupSession session = started;
        if (session == null) {
            session = LookupSession.builder()
                    .resolver(resolver())
                    .maxRedirects(MOST_ALIASES)
                    .build();
            started = session;
        }
        return session;
    }

    private Resolver resolver() {
        ExtendedResolver resolver = servers.isEmpty()
                ? new ExtendedResolver()
                : new ExtendedResolver(
                        servers.stream().<Resolver>map(SimpleResolver::new).toList());
        resolver.setRetries(ATTEMPTS);
        resolver.setTimeout(WHOLE);
        // The time of the whole may have been set on each as well.
        for (Resolver one : resolver.getResolvers()) {
            one.setTimeout(each);
        }
        return resolver;
    }
}
