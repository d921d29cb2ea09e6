package dev.keystead.platform.http;

import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Identity;
import dev.keystead.platform.tls.IdentityFiles;
import dev.keystead.platform.tls.SelfSigned;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is spoken on the encrypted port, and with which certificate.
///
/// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption alone, as BCP 195 (RFC 9325 section 4.2)
/// and FAPI 2.0 (section 5.2.1) ask. Any certificate of a client passes here: whether it counts is judged per
/// application.
final class TlsPort {
    private static final Logger LOG = LoggerFactory.getLogger(TlsPort.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final Duration SESSION_LIFE = Duration.ofHours(1);
    private static final int SESSIONS_KEPT = 20_480;

    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final Encryption encryption;
    private final SslContextFactory.Server context;
    private IdentityFiles.@Nullable Content judged;
    private IdentityFiles.@Nullable Content seen;

    TlsPort(Encryption encryption) {
        this.encryption = encryption;
        this.context = encryption.asksClients() ? new TakingAnyClient() : new SslContextFactory.Server();
        context.setIncludeProtocols(PROTOCOLS.toArray(String[]::new));
        context.setExcludeProtocols();
        context.setIncludeCipherSuites(CIPHERS.toArray(String[]::new));
        context.setExcludeCipherSuites();
        context.setUseCipherSuitesOrder(true);
        context.setRenegotiationAllowed(false);
        context.setSslSessionTimeout((int) SESSION_LIFE.toSeconds());
        context.setSslSessionCacheSize(SESSIONS_KEPT);
        context.setSniRequired(false);
        context.setWantClientAuth(encryption.asksClients());
    }

    /// Takes every certificate that a client shows, and names no authority that it would have to come from: a
    /// client picks one that fits, and shows none otherwise.
    private static final class TakingAnyClient extends SslContextFactory.Server {
        @Override
        protected TrustManager[] getTrustManagers(KeyStore trusted, Collection<? extends CRL> revoked) {
            return TRUST_ALL_CERTS.clone();
        }
    }

    SslContextFactory.Server context() {
        return context;
    }

    /// Takes the certificate, before anybody can connect.
    ///
    /// @throws StartRefused when there is none that clients could accept
    void open() {
        show(
                context,
                switch (encryption.identity()) {
                    case IdentityFiles files -> {
                        IdentityFiles.Content content = files.read();
                        judged = content;
                        yield files.identity(content);
                    }
                    case SelfSigned made -> made.identity();
                });
    }

    /// Looks at the operator's files from now on, and takes over what changed. Connections that are open go
    /// on with what they began with.
    void watch(Scheduler scheduler) {
        if (encryption.identity() instanceof IdentityFiles files) {
            scheduler.schedule(
                    () -> {
                        look(files);
                        watch(scheduler);
                    },
                    LOOK_EVERY.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /// New files count when two looks saw the same: between the writing of one and the other they do not fit.
    private void look(IdentityFiles files) {
        try {
            IdentityFiles.Content now = files.read();
            boolean settled = now.equals(seen);
            seen = now;
            if (!settled || now.equals(judged)) {
                return;
            }
            // Also when it turns out to be bad: what is wrong is said once.
            judged = now;
            Identity identity = files.identity(now);
            context.reload(factory -> show(factory, identity));
            LOG.atInfo()
                    .addKeyValue(
                            "ends", identity.chain().getFirst().getNotAfter().toInstant())
                    .log("A new TLS certificate is in use");
        } catch (StartRefused wrong) {
            if (seen != null) {
                seen = null;
                LOG.atWarn()
                        .addKeyValue("reason", wrong.getMessage())
                        .log("The TLS certificate was not taken over; the one before stays in use");
            }
        } catch (Exception failure) {
            LOG.atError().setCause(failure).log("The TLS certificate could not be taken over");
        }
    }

    private static void show(SslContextFactory context, Identity identity) {
        context.setKeyStore(identity.keyStore());
        context.setKeyStorePassword(Identity.STORE_PASSWORD);
    }
}
