package dev.keystead.cli;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.TlsConfig;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.SelfSigned;
import dev.keystead.server.KeysteadServer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// One run of the server in the foreground, from the first sentence to the last.
final class Serving {
    private static final String RULE = "-".repeat(80);

    private Serving() {}

    static ExitCode run(Terminal terminal, List<String> settings) {
        return Configured.run(terminal, settings, config -> serve(terminal, config, server -> welcome(server, config)));
    }

    /// The same with something to try in it.
    static ExitCode demo(Terminal terminal, List<String> settings) {
        return Configured.run(terminal, Demo.inItsOwnFolder(settings), config -> {
            Optional<Demo> earlier = Demo.ofEarlierRun(config.dataDir());
            return serve(terminal, config, server -> {
                Demo demo = earlier.orElseGet(() -> Demo.make(server.address(), setupLink(server, config), config));
                return "Keystead is ready at " + server.address() + System.lineSeparator()
                        + DemoGuide.text(demo, server.address());
            });
        });
    }

    private static URI setupLink(KeysteadServer server, Config config) {
        return server.setupLink()
                .orElseThrow(() -> new StartRefused("The installation in " + config.dataDir()
                        + " is somebody's already and was not made by `keystead dev`: name another folder with"
                        + " --data-dir, or use `keystead serve`."));
    }

    private static ExitCode serve(Terminal terminal, Config config, Function<KeysteadServer, String> welcome) {
        StopSignal stop = StopSignal.listen(terminal);
        try (KeysteadServer server = start(terminal, config)) {
            stop.arm();
            terminal.out().print(welcome.apply(server));
            terminal.out().flush();
            stop.await();
            terminal.say("Stopping: requests under way are answered first; a second Ctrl-C stops at once.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        terminal.say("Stopped.");
        return ExitCode.OK;
    }

    private static KeysteadServer start(Terminal terminal, Config config) {
        try (Progress progress = Progress.on(terminal)) {
            return KeysteadServer.start(config, progress);
        }
    }

    private static String welcome(KeysteadServer server, Config config) {
        String ready = "Keystead is ready at " + server.address() + System.lineSeparator() + trusting(config);
        return server.setupLink()
                .map(link -> ready + firstSteps(server.address(), link))
                .orElse(ready);
    }

    /// How others come to trust a certificate that nobody has vouched for.
    private static String trusting(Config config) {
        return config.http().tls().certificate() instanceof TlsConfig.Source.SelfSigned
                ? "Its certificate is self-signed: browsers warn of it, and curl needs --cacert "
                        + config.dataDir().resolve(SelfSigned.FILE_NAME) + "." + System.lineSeparator()
                : "";
    }

    static String firstSteps(URI address, URI link) {
        String token = link.getRawQuery().substring("token=".length());
        return """

                %s
                Nobody administers this installation yet. Open this link within 24 hours and choose a password:

                  %s

                or, without a browser:

                  curl -X POST %s/v1/system/bootstrap -H 'Content-Type: application/json' -d '{"token":"%s"}'
                %s
                """.formatted(RULE, link, address, token, RULE);
    }
}
