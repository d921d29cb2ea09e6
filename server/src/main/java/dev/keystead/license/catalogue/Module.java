package dev.keystead.license.catalogue;

import dev.keystead.node.Node;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A part of the product that can be licensed, as it is stored.
///
/// @param code the word by which programs ask for it; it never changes
/// @param dependencies the codes of those without which it is of no use
/// @param nodeTypes where it can be used; empty for everywhere
/// @param alwaysOn whether every node has it without a licence
public record Module(
        ModuleId id,
        String code,
        String name,
        Optional<String> description,
        String category,
        List<String> dependencies,
        Set<Node.Kind> nodeTypes,
        boolean alwaysOn,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    public Module {
        dependencies = List.copyOf(dependencies);
        nodeTypes = Set.copyOf(nodeTypes);
    }

    /// What of a module can be changed.
    public record Wish(
            String name,
            Optional<String> description,
            String category,
            List<String> dependencies,
            Set<Node.Kind> nodeTypes,
            boolean alwaysOn) {
        public Wish {
            dependencies = dependencies.stream().distinct().sorted().toList();
            nodeTypes = Set.copyOf(nodeTypes);
        }
    }

    /// Whether it can be used on a node of a kind.
    public boolean fits(Node.Kind kind) {
        return nodeTypes.isEmpty() || nodeTypes.contains(kind);
    }

    Wish wish() {
        return new Wish(name, description, category, dependencies, nodeTypes, alwaysOn);
    }

    Module as(Wish wish) {
        return new Module(
                id,
                code,
                wish.name(),
                wish.description(),
                wish.category(),
                wish.dependencies(),
                wish.nodeTypes(),
                wish.alwaysOn(),
                version,
                createdAt,
                updatedAt);
    }
}
