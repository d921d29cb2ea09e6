package dev.keystead.reference;

import dev.keystead.reference.Picture.Box;
import dev.keystead.reference.Picture.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The places of all boxes and the lines between them.
///
/// Lines run in the channels between the columns and cross a column between two of its boxes. All lines to one box
/// share
/// one track in each channel, so that a box which everything refers to has one trunk with branches. Channels and gaps
/// are
/// as wide as their lines need: nothing runs over a box.
final class PictureRoutes {
    static final int MARGIN = 24;

    private static final int TRACK = 10;
    private static final int LANE = 9;
    private static final int GAP = 24;
    private static final int ARROW_ROOM = 18;
    private static final int COUNT_ROOM = 46;

    /// @param column the column that it stands in, counted from 0
    record Place(Box box, int column, int x, int y, int width, int height) {}

    record Point(int x, int y) {}

    /// @param points from the box that refers to the one that is referred to
    record Route(Link link, List<Point> points) {}

    /// All lines to one box that come in from one side.
    private record Trunk(String to, boolean fromRight) implements Comparable<Trunk> {
        @Override
        public int compareTo(Trunk other) {
            return Comparator.comparing(Trunk::to)
                    .thenComparing(Trunk::fromRight)
                    .compare(this, other);
        }
    }

    private final List<List<Box>> columns;
    private final Picture picture;
    private final Map<String, Integer> columnOf = new HashMap<>();
    /// The trunks in each channel; channel 0 is left of column 0.
    private final Map<Integer, SortedSet<Trunk>> tracks = new TreeMap<>();
    /// The trunks that cross each column, by column and gap; gap 0 is above the first box.
    private final Map<Integer, Map<Integer, SortedSet<Trunk>>> lanes = new TreeMap<>();

    private final Map<String, Place> places = new TreeMap<>();
    private final List<Integer> channelStarts = new ArrayList<>();

    private PictureRoutes(Picture picture) {
        this.picture = picture;
        this.columns = PictureLayout.columns(picture);
    }

    /// A picture with everything in its place.
    record Drawn(List<Place> places, List<Route> routes, int width, int height) {}

    static Drawn of(Picture picture, int top) {
        var routes = new PictureRoutes(picture);
        return routes.draw(top);
    }

    private Drawn draw(int top) {
        for (int column = 0; column < columns.size(); column++) {
            for (Box box : columns.get(column)) {
                columnOf.put(box.name(), column);
            }
        }
        // Once to know which gap is nearest, once more with room for the lines in it.
        place(top);
        picture.links().forEach(this::reserve);
        place(top);
        List<Route> routes = picture.links().stream().map(this::route).toList();
        int right = columns.size();
        int width = at(channelStarts, right) + channelWidth(right) + MARGIN;
        int height = places.values().stream()
                        .mapToInt(place -> place.y() + place.height())
                        .max()
                        .orElse(top)
                + MARGIN
                + lastLanes();
        return new Drawn(List.copyOf(places.values()), routes, width, height);
    }

    private int lastLanes() {
        int most = 0;
        for (int column = 0; column < columns.size(); column++) {
            most = Math.max(most, lanesIn(column, columns.get(column).size()).size() * LANE);
        }
        return most;
    }

    private void place(int top) {
        places.clear();
        channelStarts.clear();
        int x = MARGIN;
        for (int column = 0; column < columns.size(); column++) {
            channelStarts.add(x);
            x += channelWidth(column);
            int width = columns.get(column).stream()
                    .mapToInt(PictureLayout::width)
                    .max()
                    .orElse(0);
            int y = top;
            for (int row = 0; row < columns.get(column).size(); row++) {
                Box box = columns.get(column).get(row);
                y += lanesIn(column, row).size() * LANE + (row == 0 ? 0 : GAP);
                places.put(box.name(), new Place(box, column, x, y, width, PictureLayout.height(box)));
                y += PictureLayout.height(box);
            }
            x += width;
        }
        channelStarts.add(x);
    }

    private int channelWidth(int channel) {
        int count = tracks.getOrDefault(channel, new TreeSet<>()).size();
        boolean outermost = channel == 0 || channel == columns.size();
        return count == 0 ? (outermost ? 0 : GAP) : room(channel, true) + count * TRACK + room(channel, false);
    }

    /// The room beside the tracks, for arrow heads or for the counts of lines that begin there.
    private int room(int channel, boolean left) {
        boolean begins = picture.links().stream().anyMatch(link -> isBeginning(link, channel, left));
        return begins ? COUNT_ROOM : ARROW_ROOM;
    }

    private boolean isBeginning(Link link, int channel, boolean left) {
        return leavesLeft(link) ? !left && column(link.from()) == channel : left && column(link.from()) + 1 == channel;
    }

    private boolean leavesLeft(Link link) {
        return column(link.to()) < column(link.from());
    }

    private Trunk trunk(Link link) {
        return new Trunk(link.to(), column(link.to()) <= column(link.from()));
    }

    /// The channels that a link goes through, in its order.
    private List<Integer> channels(Link link) {
        int from = column(link.from());
        int to = column(link.to());
        var channels = new ArrayList<Integer>();
        if (to < from) {
            for (int channel = from; channel > to; channel--) {
                channels.add(channel);
            }
        } else {
            for (int channel = from + 1; channel <= Math.max(to, from + 1); channel++) {
                channels.add(channel);
            }
        }
        return channels;
    }

    /// The column between two neighbouring channels.
    private static int between(int one, int other) {
        return Math.min(one, other);
    }

    private void reserve(Link link) {
        List<Integer> channels = channels(link);
        for (int i = 0; i < channels.size(); i++) {
            tracks.computeIfAbsent(channels.get(i), _ -> new TreeSet<>()).add(trunk(link));
            if (i > 0) {
                int column = between(channels.get(i - 1), channels.get(i));
                lanes.computeIfAbsent(column, _ -> new TreeMap<>())
                        .computeIfAbsent(nearestGap(column, link.to()), _ -> new TreeSet<>())
                        .add(trunk(link));
            }
        }
    }

    /// The gap of a column that is nearest to where a box is entered.
    private int nearestGap(int column, String to) {
        int wanted = entry(place(to));
        int best = 0;
        int distance = Integer.MAX_VALUE;
        List<Box> boxes = columns.get(column);
        for (int gap = 0; gap <= boxes.size(); gap++) {
            int y = gap == 0
                    ? place(boxes.getFirst().name()).y()
                    : place(boxes.get(gap - 1).name()).y()
                            + place(boxes.get(gap - 1).name()).height();
            if (Math.abs(y - wanted) < distance) {
                distance = Math.abs(y - wanted);
                best = gap;
            }
        }
        return best;
    }

    private SortedSet<Trunk> lanesIn(int column, int gap) {
        return lanes.getOrDefault(column, Map.of()).getOrDefault(gap, new TreeSet<>());
    }

    private Route route(Link link) {
        Place from = place(link.from());
        Place to = place(link.to());
        Trunk trunk = trunk(link);
        var points = new ArrayList<Point>();
        int y = exit(from, link);
        points.add(new Point(leavesLeft(link) ? from.x() : from.x() + from.width(), y));
        List<Integer> channels = channels(link);
        for (int i = 0; i < channels.size(); i++) {
            int track = trackX(channels.get(i), trunk);
            points.add(new Point(track, y));
            y = i + 1 < channels.size() ? laneY(between(channels.get(i), channels.get(i + 1)), trunk) : entry(to);
            points.add(new Point(track, y));
        }
        points.add(new Point(trunk.fromRight() ? to.x() + to.width() : to.x(), y));
        return new Route(link, List.copyOf(points));
    }

    private static int entry(Place place) {
        return place.y() + PictureLayout.HEAD / 2;
    }

    /// The middle of the field's row; several lines from one row lie side by side.
    private int exit(Place place, Link link) {
        List<Link> same = picture.links().stream()
                .filter(other -> other.from().equals(link.from()) && other.field() == link.field())
                .toList();
        int middle = place.y() + PictureLayout.HEAD + link.field() * PictureLayout.ROW + PictureLayout.ROW / 2;
        return middle + same.indexOf(link) * 6 - (same.size() - 1) * 3;
    }

    /// The trunks of higher boxes run further right: so they do not cross the lines that go into lower ones.
    private int trackX(int channel, Trunk trunk) {
        List<Trunk> ordered = Objects.requireNonNull(tracks.get(channel)).stream()
                .sorted(Comparator.comparingInt((Trunk one) -> -entry(place(one.to())))
                        .thenComparing(Trunk::compareTo))
                .toList();
        return at(channelStarts, channel) + room(channel, true) + ordered.indexOf(trunk) * TRACK + TRACK / 2;
    }

    private int laneY(int column, Trunk trunk) {
        List<Box> boxes = columns.get(column);
        for (int gap = 0; gap <= boxes.size(); gap++) {
            List<Trunk> ordered = List.copyOf(lanesIn(column, gap));
            if (ordered.contains(trunk)) {
                int offset = ordered.indexOf(trunk) * LANE + LANE / 2;
                return gap == 0
                        ? place(boxes.getFirst().name()).y() - ordered.size() * LANE + offset - LANE / 2
                        : place(boxes.get(gap - 1).name()).y()
                                + place(boxes.get(gap - 1).name()).height()
                                + GAP / 2
                                + offset
                                - LANE / 2;
            }
        }
        throw new IllegalStateException("no lane was kept for the lines to " + trunk.to());
    }

    private int column(String name) {
        return Objects.requireNonNull(columnOf.get(name), name);
    }

    private Place place(String name) {
        return Objects.requireNonNull(places.get(name), name);
    }

    private static int at(List<Integer> list, int index) {
        return list.get(index);
    }
}
