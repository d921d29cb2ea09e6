package dev.keystead.domain;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;

/// A DNS server on this machine, over UDP and TCP: knows what it was told, and no other name.
public final class TestDns implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final int LARGEST = 65_535;

    private final ServerSocket tcp;
    private final DatagramSocket udp;
    private final Map<String, Behaviour> names = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /// What the server does when a name is asked for.
    public sealed interface Behaviour {
        /// Answers records, or that the name has none.
        record Records(List<Record> records) implements Behaviour {}

        /// Answers that something is wrong.
        record Failure(int code) implements Behaviour {}

        /// Answers over UDP that the answer is too long, and gives it over TCP.
        record Cut(List<Record> records) implements Behaviour {}

        /// Answers nothing.
        record Silence() implements Behaviour {}
    }

    private TestDns(ServerSocket tcp, DatagramSocket udp) {
        this.tcp = tcp;
        this.udp = udp;
    }

    private static final class Shared {
        private static final TestDns SERVER = start();
    }

    /// One server per JVM; names are what keeps tests apart.
    public static TestDns shared() {
        return Shared.SERVER;
    }

    /// Both protocols on one port, as resolvers expect it.
    static TestDns start() {
        while (true) {
            try {
                var tcp = new ServerSocket(0, 50, LOOPBACK);
                try {
                    var dns = new TestDns(tcp, new DatagramSocket(new InetSocketAddress(LOOPBACK, tcp.getLocalPort())));
                    Thread.ofVirtual().name("test-dns-udp").start(dns::serveDatagrams);
                    Thread.ofVirtual().name("test-dns-tcp").start(dns::serveConnections);
                    return dns;
                } catch (IOException _) {
                    // Somebody else has the port for datagrams.
                    tcp.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(LOOPBACK, tcp.getLocalPort());
    }

    /// The address as settings write it.
    public String setting() {
        return "127.0.0.1:" + tcp.getLocalPort();
    }

    public void behave(String name, Behaviour behaviour) {
        names.put(name, behaviour);
    }

    public void forget(String name) {
        names.remove(name);
    }

    /// Gives a name one TXT record for each text.
    public void publish(String name, String... texts) {
        behave(
                name,
                new Behaviour.Records(Arrays.stream(texts)
                        .<Record>map(text -> text(name, List.of(text)))
                        .toList()));
    }

    /// Proves a claim as its answer says.
    public void prove(tools.jackson.databind.JsonNode claim) {
        var instructions = claim.path("instructions");
        publish(
                instructions.path("record_name").asString(),
                instructions.path("record_value").asString());
    }

    static TXTRecord text(String name, List<String> strings) {
        return new TXTRecord(name(name), DClass.IN, 60, strings);
    }

    static CNAMERecord alias(String name, String target) {
        return new CNAMERecord(name(name), DClass.IN, 60, name(target));
    }

    private static Name name(String text) {
        try {
            return Name.fromString(text, Name.root);
        } catch (TextParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /// How each question came: `udp` or `tcp` and the name.
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void serveDatagrams() {
        var buffer = new byte[LARGEST];
        while (!udp.isClosed()) {
            try {
                var packet = new DatagramPacket(buffer, buffer.length);
                udp.receive(packet);
                Optional<byte[]> answer = answer("udp", Arrays.copyOf(packet.getData(), packet.getLength()));
                if (answer.isPresent()) {
                    udp.send(new DatagramPacket(answer.get(), answer.get().length, packet.getSocketAddress()));
                }
            } catch (IOException _) {
                // Whoever asked has gone, or this server has.
            }
        }
    }

    private void serveConnections() {
        while (!tcp.isClosed()) {
            try {
                Socket connection = tcp.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException _) {
                // This server has gone.
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = new DataInputStream(connection.getInputStream());
            byte[] query = in.readNBytes(in.readUnsignedShort());
            Optional<byte[]> answer = answer("tcp", query);
            if (answer.isPresent()) {
                var out = new DataOutputStream(connection.getOutputStream());
                out.writeShort(answer.get().length);
                out.write(answer.get());
                out.flush();
            }
        } catch (IOException _) {
            // Whoever asked has gone.
        }
    }

    private Optional<byte[]> answer(String way, byte[] bytes) throws IOException {
        var query = new Message(bytes);
        String name = query.getQuestion().getName().toString(true);
        asked.add(way + " " + name);
        var answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setFlag(Flags.RA);
        answer.addRecord(query.getQuestion(), Section.QUESTION);
        switch (Optional.ofNullable(names.get(name)).orElse(new Behaviour.Failure(Rcode.NXDOMAIN))) {
            case Behaviour.Records(List<Record> records) ->
                records.forEach(record -> answer.addRecord(record, Section.ANSWER));
            case Behaviour.Failure(int code) -> answer.getHeader().setRcode(code);
            case Behaviour.Cut(List<Record> records) -> {
                if (way.equals("udp")) {
                    answer.getHeader().setFlag(Flags.TC);
                } else {
                    records.forEach(record -> answer.addRecord(record, Section.ANSWER));
                }
            }
            case Behaviour.Silence() -> {
                return Optional.empty();
            }
        }
        return Optional.of(answer.toWire());
    }

    @Override
    public void close() {
        udp.close();
        try {
            tcp.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
