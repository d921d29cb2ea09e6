package dev.keystead.reference;

import dev.keystead.reference.Picture.Box;
import dev.keystead.reference.Picture.Kind;
import dev.keystead.reference.Picture.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Which box stands in which column, and at what height.
///
/// What is referred to stands left of what refers to it. A column that would be too high goes on in the next one. The
/// same picture always gets the same layout: whatever is not decided by the links is decided by the names.
final class PictureLayout {
    static final int ROW = 17;
    static final int HEAD = 26;

    private static final int FOOT = 5;
    private static final int HIGHEST_COLUMN = 1500;
    private static final int GAP = 26;
    private static final double CHARACTER = 6.65;

    private final Picture picture;
    private final Map<String, Box> boxes = new TreeMap<>();
    private final Map<String, Integer> ranks = new HashMap<>();
    private final List<List<Box>> columns = new ArrayList<>();

    private PictureLayout(Picture picture) {
        this.picture = picture;
        picture.boxes().forEach(box -> boxes.put(box.name(), box));
    }

    /// The boxes of each column, from top to bottom.
    static List<List<Box>> columns(Picture picture) {
        var layout = new PictureLayout(picture);
        layout.arrange();
        return layout.columns;
    }

    static int height(Box box) {
        return box.kind() == Kind.STUB ? HEAD : HEAD + box.fields().size() * ROW + FOOT;
    }

    static int width(Box box) {
        double fields = box.fields().stream()
                .mapToDouble(field ->
                        44 + CHARACTER * (field.name().length() + field.type().length() + 2))
                .max()
                .orElse(0);
        double head = 30 + 7.3 * shown(box).length() + 6 * tag(box).length();
        return (int) Math.ceil(Math.max(fields, head));
    }

    /// The name without the schema where the picture is about that schema alone.
    static String shown(Box box) {
        return box.kind() == Kind.STUB
                ? box.name()
                : box.name().substring(box.name().indexOf('.') + 1);
    }

    /// What stands beside the name.
    static String tag(Box box) {
        return switch (box.kind()) {
            case TABLE -> box.scope();
            case VIEW -> "view";
            case STUB -> "";
        };
    }

    private void arrange() {
        Set<String> linked = new HashSet<>();
        picture.links().forEach(link -> {
            linked.add(link.from());
            linked.add(link.to());
        });
        boxes.keySet().forEach(name -> rank(name, new HashSet<>()));
        int last = ranks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        for (int rank = 0; rank <= last; rank++) {
            int of = rank;
            addRank(boxes.values().stream()
                    .filter(box -> linked.contains(box.name()) && ranks.getOrDefault(box.name(), 0) == of)
                    .toList());
        }
        boxes.values().stream()
                .filter(box -> !linked.contains(box.name()))
                .sorted(Comparator.comparingInt((Box box) -> -height(box)).thenComparing(Box::name))
                .forEach(this::addLoose);
    }

    /// How many references lead from here to a box that refers to nothing. A circle is cut where it closes.
    private int rank(String name, Set<String> under) {
        Integer known = ranks.get(name);
        if (known != null) {
            return known;
        }
        under.add(name);
        int rank = picture.links().stream()
                .filter(link -> link.from().equals(name) && !under.contains(link.to()))
                .mapToInt(link -> 1 + rank(link.to(), under))
                .max()
                .orElse(0);
        under.remove(name);
        ranks.put(name, rank);
        return rank;
    }

    /// What nothing refers to comes first, beside what it refers to; the others stand beside those that refer to them.
    private void addRank(List<Box> rank) {
        if (rank.isEmpty()) {
            return;
        }
        List<Box> ordered = rank.stream()
                .sorted(Comparator.comparing((Box box) -> isReferredTo(box.name()))
                        .thenComparingDouble(this::heightOfTargets)
                        .thenComparing(Box::name))
                .toList();
        int total = rank.stream().mapToInt(box -> height(box) + GAP).sum();
        int parts = (total + HIGHEST_COLUMN - 1) / HIGHEST_COLUMN;
        int target = total / parts;
        var column = new ArrayList<Box>();
        int filled = 0;
        int done = 0;
        for (Box box : ordered) {
            int height = height(box) + GAP;
            if (!column.isEmpty() && filled + height / 2 > target && done < parts - 1) {
                finish(column);
                column = new ArrayList<>();
                filled = 0;
                done++;
            }
            column.add(box);
            filled += height;
        }
        finish(column);
    }

    private void finish(List<Box> column) {
        column.sort(Comparator.comparingDouble(this::heightOfTargets).thenComparing(Box::name));
        columns.add(column);
    }

    private boolean isReferredTo(String name) {
        return picture.links().stream()
                .anyMatch(link -> link.to().equals(name) && !link.from().equals(name));
    }

    /// How far down the boxes stand, on average, that this one refers to.
    private double heightOfTargets(Box box) {
        return picture.links().stream()
                .filter(link -> link.from().equals(box.name()))
                .map(Link::to)
                .filter(to -> !to.equals(box.name()))
                .mapToDouble(this::middle)
                .average()
                .orElse(0);
    }

    private double middle(String name) {
        for (List<Box> column : columns) {
            int y = 0;
            for (Box box : column) {
                if (box.name().equals(name)) {
                    return y + HEAD / 2.0;
                }
                y += height(box) + GAP;
            }
        }
        return 0;
    }

    /// A box without links goes where there is most room, or into a column of its own when there is none.
    private void addLoose(Box box) {
        List<Box> shortest = columns.stream()
                .min(Comparator.comparingInt(PictureLayout::height))
                .filter(column -> height(column) + height(box) <= HIGHEST_COLUMN)
                .orElseGet(() -> {
                    var added = new ArrayList<Box>();
                    columns.add(added);
                    return added;
                });
        shortest.add(box);
    }

    private static int height(List<Box> column) {
        return column.stream().mapToInt(box -> height(box) + GAP).sum();
    }
}
