package dev.keystead.platform.outbound;

import dev.keystead.platform.outbound.OutboundOutcome.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/// Turns a name into addresses that may be called. The client connects to what it gets here and asks nobody
/// again.
///
/// One address that may not be called is enough to refuse the name: an honest name has none.
final class AddressCheck implements SocketAddressResolver {
    private final Outbound.Lookup lookup;
    private final boolean allowPrivate;

    AddressCheck(Outbound.Lookup lookup, boolean allowPrivate) {
        this.lookup = lookup;
        this.allowPrivate = allowPrivate;
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        Thread.ofVirtual().name("outbound-name").start(() -> {
            try {
                promise.succeeded(checked(host, port));
            } catch (UnknownHostException | BrokenRule | RuntimeException e) {
                promise.failed(e);
            }
        });
    }

    private List<InetSocketAddress> checked(String host, int port) throws UnknownHostException, BrokenRule {
        var checked = new ArrayList<InetSocketAddress>();
        for (InetAddress address : lookup.addresses(host)) {
            if (!allowPrivate && !PublicInternet.has(address)) {
                throw new BrokenRule(Reason.NOT_PUBLIC);
            }
            // The name stays with the address: TLS asks for it, and checks the certificate against it.
            checked.add(new InetSocketAddress(InetAddress.getByAddress(host, address.getAddress()), port));
        }
        return checked;
    }
}
