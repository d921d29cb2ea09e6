package dev.keystead.platform.html;

import java.util.List;

/// The reference of the interface, as people read it.
public record ReferencePage(List<Group> groups) implements View {
    public record Group(String name, List<Entry> entries) {
        /// The name as a heading.
        public String title() {
            String words = name.replace('-', ' ').replaceFirst("^api\\b", "API");
            return Character.toUpperCase(words.charAt(0)) + words.substring(1);
        }
    }

    /// One route. Empty texts stand for what it does not have.
    public record Entry(
            String anchor,
            String method,
            String path,
            String summary,
            String access,
            String auditAction,
            List<Parameter> parameters,
            String requestExample,
            int status,
            String answerExample,
            List<Refusal> refusals,
            String command) {
        /// What the filter box looks through, in lower case.
        public String words() {
            return (method + " " + path + " " + summary + " " + access).toLowerCase(java.util.Locale.ROOT);
        }

        /// The path where a line may break.
        public List<String> pathParts() {
            return List.of(path.split("(?=[/:])", -1));
        }

        public boolean isOpen() {
            return access.startsWith("Open: ");
        }
    }

    public record Parameter(String name, String place, String kind, String about) {}

    public record Refusal(int status, String about) {}

    @Override
    public String template() {
        return "reference.jte";
    }
}
