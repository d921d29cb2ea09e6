package dev.keystead.platform.http;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.net.BindException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/// The running server: HTTP/1.1 and HTTP/2 on one port, with TLS or in the clear, each request on its own
/// virtual thread.
public final class HttpServer {
    private static final int WORTH_COMPRESSING = 1024;
    private static final int STREAMS_PER_CONNECTION = 128;
    /// HTTP/1.1 as clients name it (RFC 7301 section 6); Jetty's own name for it has capitals, which count there.
    private static final String HTTP_1_1 = "http/1.1";

    private final Listening config;
    private final Draining draining;
    private final Server server;
    private final ServerConnector connector;
    private final Optional<TlsPort> tls;
    private final Optional<ServerConnector> redirecting;

    public HttpServer(Listening config, Router router, RequestObserver observer, Draining draining) {
        this.config = config;
        this.draining = draining;
        this.server = new Server(new VirtualThreadPool(0));
        this.tls = config.encryption().map(TlsPort::new);
        this.connector = listen(config.port(), protocols());
        this.redirecting = config.encryption()
                .map(Encryption::redirectPort)
                .filter(OptionalInt::isPresent)
                .map(port -> listen(port.getAsInt(), List.of(new HttpConnectionFactory(http()))));
        Handler entry = compressing(new JettyEntry(router, config, observer));
        server.setHandler(new GracefulHandler(redirecting
                .<Handler>map(port -> new RedirectPort(port, router.addresses(), entry))
                .orElse(entry)));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(config.limits().drain().toMillis());
    }

    /// Begins to listen, and answers the port.
    ///
    /// @throws CannotListen when the address cannot be had
    /// @throws StartRefused when there is no certificate that clients could accept
    public int start() {
        tls.ifPresent(TlsPort::open);
        try {
            server.start();
            tls.ifPresent(port -> port.watch(server.getScheduler()));
            return connector.getLocalPort();
        } catch (IOException e) {
            stopQuietly();
            throw new CannotListen(sentence(e), e);
        } catch (Exception e) {
            stopQuietly();
            throw new IllegalStateException("the server did not start", e);
        }
    }

    /// The port without TLS that sends browsers on, once the server listens.
    OptionalInt redirectPort() {
        return redirecting.map(port -> OptionalInt.of(port.getLocalPort())).orElse(OptionalInt.empty());
    }

    /// Takes no new requests, waits for those in flight up to the drain limit, then closes what is left.
    public void stop() {
        draining.begin();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("requests were still running when the time to drain was over", e);
        }
    }

    private void stopQuietly() {
        try {
            server.stop();
        } catch (Exception _) {
            // The failure to start is what counts.
        }
    }

    private String sentence(IOException e) {
        boolean used = e instanceof BindException || e.getCause() instanceof BindException;
        String detail = String.valueOf(
                e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        boolean second = redirecting.isPresent()
                && String.valueOf(e.getMessage())
                        .endsWith(":" + redirecting.get().getPort());
        int port = second ? redirecting.get().getPort() : config.port();
        String flag = second ? "--tls-redirect-port" : "--http-port";
        return used && detail.contains("in use")
                ? "Port " + port + " is in use; choose another with " + flag + "."
                : "Cannot listen on " + config.host() + " port " + port + "; check --http-host and " + flag + " ("
                        + detail + ").";
    }

    private ServerConnector listen(int port, List<? extends ConnectionFactory> protocols) {
        var listening = new ServerConnector(server, protocols.toArray(ConnectionFactory[]::new));
        listening.setHost(config.host());
        listening.setPort(port);
        listening.setIdleTimeout(config.limits().idle().toMillis());
        server.addConnector(listening);
        return listening;
    }

    /// What is spoken on the port, the first for connections that name nothing.
    private List<ConnectionFactory> protocols() {
        HttpConfiguration http = http();
        var http1 = new HttpConnectionFactory(http);
        if (tls.isEmpty()) {
            return List.of(http1, bounded(new HTTP2CServerConnectionFactory(http)));
        }
        // Which of our certificates a client asked for does not matter here: hosts are judged by the configuration.
        http.addCustomizer(new SecureRequestCustomizer(false));
        var http2 = bounded(new HTTP2ServerConnectionFactory(http));
        var choice = new ALPNServerConnectionFactory(http2.getProtocol(), HTTP_1_1);
        choice.setDefaultProtocol(http1.getProtocol());
        return List.of(new SslConnectionFactory(tls.get().context(), choice.getProtocol()), choice, http2, http1);
    }

    private static AbstractHTTP2ServerConnectionFactory bounded(AbstractHTTP2ServerConnectionFactory http2) {
        http2.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        return http2;
    }

    private HttpConfiguration http() {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(new UriCompliance("KEYSTEAD", EnumSet.noneOf(UriCompliance.Violation.class)));
        http.setRequestHeaderSize(config.limits().headerBytes());
        http.setIdleTimeout(config.limits().idle().toMillis());
        return http;
    }

    /// Only answers to GET are compressed: those to POST may carry a secret beside text that the client
    /// chose.
    private static Handler compressing(Handler inner) {
        var compression = new CompressionHandler(inner);
        var gzip = new GzipCompression();
        gzip.setMinCompressSize(WORTH_COMPRESSING);
        compression.putCompression(gzip);
        compression.putConfiguration(
                "/*",
                CompressionConfig.builder()
                        .compressIncludeMethod("GET")
                        .compressIncludeMimeType("application/json")
                        .compressIncludeMimeType("text/html")
                        .compressIncludeMimeType("text/css")
                        .compressIncludeMimeType("text/javascript")
                        .compressIncludeMimeType("text/plain")
                        .compressIncludeMimeType("image/svg+xml")
                        .decompressExcludePath("/*")
                        .build());
        return compression;
    }
}
