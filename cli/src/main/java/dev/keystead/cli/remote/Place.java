package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// The server and the workspace that a command works in, and as whom.
///
/// @param base the address up to the routes, with `/t/{slug}` where a workspace was chosen
record Place(URI base, Optional<Path> ca, Optional<String> key) {
    /// What the line itself says about it.
    record Given(
            Optional<String> context,
            Optional<String> server,
            Optional<String> workspace,
            Optional<String> ca,
            Optional<String> keyFile) {}

    /// The line counts before the environment, and the environment before the context. A context's key goes to the
    /// server of that context and to no other.
    static Place of(Given given, Surroundings around) {
        Optional<Context> context = context(given, around);
        Optional<String> server = given.server().or(() -> around.variable("KEYSTEAD_SERVER"));
        Optional<Context> same =
                context.filter(each -> server.isEmpty() || plain(server.get()).equals(plain(each.server())));
        String address = server.or(() -> same.map(Context::server))
                .orElseThrow(() -> new Stop(
                        ExitCode.USAGE,
                        "Which server? Give --server, set KEYSTEAD_SERVER, or run 'keystead context set'."));
        Optional<String> key = given.keyFile()
                .map(file -> KeySource.in(file, around))
                .or(() -> around.variable("KEYSTEAD_KEY").map(text -> KeySource.checked(text, "KEYSTEAD_KEY")))
                .or(() -> same.flatMap(Context::key));
        Optional<String> workspace = given.workspace()
                .or(() -> around.variable("KEYSTEAD_WORKSPACE"))
                .or(() -> same.flatMap(Context::workspace));
        Optional<String> ca =
                given.ca().or(() -> around.variable("KEYSTEAD_CA")).or(() -> same.flatMap(Context::ca));
        URI base = URI.create(server(address)
                + workspace.map(slug -> "/t/" + Route.encoded(slug)).orElse(""));
        return new Place(base, ca.map(Path::of), key);
    }

    private static Optional<Context> context(Given given, Surroundings around) {
        Optional<String> chosen = given.context().or(() -> around.variable("KEYSTEAD_CONTEXT"));
        Contexts contexts = Contexts.of(around);
        if (chosen.isPresent()) {
            return Optional.of(contexts.find(chosen.get())
                    .orElseThrow(() -> new Stop(
                            ExitCode.NOT_FOUND,
                            "There is no context '" + chosen.get() + "'; 'keystead context list' shows them.")));
        }
        return contexts.current().flatMap(contexts::find);
    }

    /// The address of a server without what stands at its end for nothing.
    static String server(String address) {
        return WebAddress.safe(plain(address))
                .filter(uri -> uri.getRawQuery() == null && uri.getRawFragment() == null)
                .map(URI::toString)
                .orElseThrow(() -> new Stop(
                        ExitCode.USAGE,
                        "'" + address + "' is no address of a server: it begins with https://, or with http:// on this"
                                + " machine."));
    }

    private static String plain(String address) {
        return address.replaceFirst("/+$", "");
    }
}
