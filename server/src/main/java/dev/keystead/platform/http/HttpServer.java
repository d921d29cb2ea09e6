package dev.keystead.platform.http;

import java.io.IOException;
import java.net.BindException;
import java.util.EnumSet;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/// The running server: HTTP/1.1 and cleartext HTTP/2 on one port, each request on its own virtual thread.
public final class HttpServer {
    private static final int WORTH_COMPRESSING = 1024;
    private static final int STREAMS_PER_CONNECTION = 128;

    private final Listening config;
    private final Draining draining;
    private final Server server;
    private final ServerConnector connector;

    public HttpServer(Listening config, Router router, RequestObserver observer, Draining draining) {
        this.config = config;
        this.draining = draining;
        this.server = new Server(new VirtualThreadPool(0));
        this.connector = connector(server, config);
        server.addConnector(connector);
        server.setHandler(new GracefulHandler(compressing(new JettyEntry(router, config, observer))));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(config.limits().drain().toMillis());
    }

    /// Begins to listen, and answers the port.
    ///
    /// @throws CannotListen when the address cannot be had
    public int start() {
        try {
            server.start();
            return connector.getLocalPort();
        } catch (IOException e) {
            stopQuietly();
            throw new CannotListen(sentence(e), e);
        } catch (Exception e) {
            stopQuietly();
            throw new IllegalStateException("the server did not start", e);
        }
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
        return used && detail.contains("in use")
                ? "Port " + config.port() + " is in use; choose another with --http-port."
                : "Cannot listen on " + config.host() + " port " + config.port()
                        + "; check --http-host and --http-port (" + detail + ").";
    }

    private static ServerConnector connector(Server server, Listening config) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(new UriCompliance("KEYSTEAD", EnumSet.noneOf(UriCompliance.Violation.class)));
        http.setRequestHeaderSize(config.limits().headerBytes());
        http.setIdleTimeout(config.limits().idle().toMillis());
        var h2c = new HTTP2CServerConnectionFactory(http);
        h2c.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http), h2c);
        connector.setHost(config.host());
        connector.setPort(config.port());
        connector.setIdleTimeout(config.limits().idle().toMillis());
        return connector;
    }

    /// Only answers to GET are compressed: those to POST may carry a secret beside text that the client chose.
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
