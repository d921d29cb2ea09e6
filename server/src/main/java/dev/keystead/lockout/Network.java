package dev.keystead.lockout;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// Where a request comes from, as far as it can be told apart from others.
final class Network {
    /// One household or office has as many addresses of version 6 as it likes, all with these first bytes.
    private static final int PREFIX_BYTES = 8;

    private Network() {}

    /// The address itself, or of version 6 the network that it is in.
    ///
    /// @param address as the server saw it, or a trusted proxy did
    static String of(String address) {
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six
                    ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), PREFIX_BYTES))
                    : address;
        } catch (IllegalArgumentException e) {
            return address;
        }
    }
}
