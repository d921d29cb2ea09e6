package dev.keystead.platform.outbound;

import dev.keystead.platform.tls.Authorities;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// Jetty's client with everything turned off that a plain exchange does not need.
final class PinnedClient {
    private static final int THREADS = 8;
    private static final int HEADER_BYTES = 16 * 1024;
    private static final long DESTINATION_KEPT_MILLIS = 60_000;

    private PinnedClient() {}

    static HttpClient start(AddressCheck addresses, Authorities authorities, Outbound.Limits limits) {
        var tls = new SslContextFactory.Client();
        tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        tls.setTrustStore(authorities.besideThoseOfJava().store());
        var threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("outbound");
        threads.setDaemon(true);
        var connector = new ClientConnector();
        connector.setSslContextFactory(tls);
        connector.setExecutor(threads);
        var client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setSocketAddressResolver(addresses);
        client.setConnectTimeout(limits.connect().toMillis());
        client.setIdleTimeout(limits.whole().toMillis());
        client.setMaxResponseHeadersSize(HEADER_BYTES);
        client.setMaxConnectionsPerDestination(limits.atOnce());
        // Anybody can make up names, so that what is known about each must not be kept for ever.
        client.setDestinationIdleTimeout(DESTINATION_KEPT_MILLIS);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Keystead"));
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the client for outbound calls did not start", e);
        }
        // These follow redirects and answer challenges; and an unpacked body could be of any length.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
        return client;
    }

    static void stop(HttpClient client) {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the client for outbound calls did not stop", e);
        }
    }
}
