package dev.keystead.cli.remote;

import java.util.Optional;

/// Where commands go and as whom, under a name.
///
/// @param server its address
/// @param workspace the slug of the workspace to work in; without it the one that the key names
/// @param ca the file of the authorities to trust; without it those of this Java
/// @param key the credential, which leaves the file of contexts only towards the server
record Context(String server, Optional<String> workspace, Optional<String> ca, Optional<String> key) {
    @Override
    public String toString() {
        return "Context[" + server + "]";
    }
}
