package dev.keystead.event;

import dev.keystead.job.Bell;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.server.Backstage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/// A worker in a process of its own that publishes to NATS and never comes to note it: it says `published`
/// and waits to be killed.
final class RelayProcess {
    private RelayProcess() {}

    /// Starts the process.
    ///
    /// @param flags the configuration of a node
    static Process start(List<String> flags) throws IOException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RelayProcess.class.getName()));
        command.addAll(flags);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static void awaitPublished(Process process) throws IOException {
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (line != null && !line.startsWith("published")) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException("the worker ended before it had published anything");
        }
    }

    public static void main(String[] flags) throws InterruptedException {
        Config config = switch (Configuration.load(new Sources(Path.of("."), Map.of(), List.of(flags)))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
        Backstage node = Backstage.open(config);
        var broker = new NatsBroker(config.nats());
        var outlet = new NeverBack(new NatsOutlet(broker, _ -> "https://id.example.test"));
        new Relay(new Relay.Parts(node.worker(), new Bell(), outlet, (_, _, _) -> {}, new Bell(), Clock.systemUTC()))
                .start();
        new CountDownLatch(1).await();
    }

    /// Hands over as the real one does, and does not return once a [Crowd]'s events were among it. Those of other
    /// workspaces, which may have their turn before, are noted as usual.
    private record NeverBack(NatsOutlet real) implements Outlet {
        @Override
        public boolean isUp() {
            return real.isUp();
        }

        @Override
        public List<Handover> handOver(UUID tenant, List<Event> events) {
            List<Handover> answers = real.handOver(tenant, events);
            boolean ofCrowd = events.stream().anyMatch(event -> event.subject().equals(Crowd.SUBJECT));
            if (ofCrowd && answers.stream().allMatch(answer -> answer instanceof Handover.Accepted)) {
                System.out.println("published " + events.size());
                System.out.flush();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
            return answers;
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
