package dev.keystead.platform.config;

/// Where a value comes from. Its text is what a person needs to find the place.
public sealed interface Origin {
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }

    record File(String path, int line) implements Origin {
        @Override
        public String toString() {
            return path + ":" + line;
        }
    }

    record Environment(String variable) implements Origin {
        @Override
        public String toString() {
            return variable + " in the environment";
        }
    }

    record Flag(String name) implements Origin {
        @Override
        public String toString() {
            return "the flag " + name;
        }
    }
}
