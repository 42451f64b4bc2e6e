import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Date;
import java.util.List;
import net.ravendb.client.documents.queries.timeSeries.TimeSeriesAggregationResult;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.timeSeries.TimeSeriesEntry;
import org.junit.jupiter.api.Test;

class TimeSeries extends Topic {
    private static final long START = 1_700_000_000_000L;
    private static final long MINUTE = 60_000;

    private void append(String id, double... values) {
        save(id, new User("Ann", 30, "Oslo"));
        try (IDocumentSession session = store.openSession()) {
            for (int at = 0; at < values.length; at++) {
                session.timeSeriesFor(id, "HeartRate").append(new Date(START + at * MINUTE), values[at], "watch");
            }
            session.saveChanges();
        }
    }

    private double[] read(String id) {
        try (IDocumentSession session = store.openSession()) {
            TimeSeriesEntry[] entries = session.timeSeriesFor(id, "HeartRate").get();
            return entries == null ? null : Arrays.stream(entries).mapToDouble(TimeSeriesEntry::getValue).toArray();
        }
    }

    @Test
    void entriesAreAppendedAndRead() {
        append("users/1", 60, 61.5, 62);
        assertArrayEquals(new double[] {60, 61.5, 62}, read("users/1"));
        try (IDocumentSession session = store.openSession()) {
            User ann = session.load(User.class, "users/1");
            assertEquals(List.of("HeartRate"), session.advanced().getTimeSeriesFor(ann));
            TimeSeriesEntry[] part = session.timeSeriesFor(ann, "HeartRate")
                .get(new Date(START + MINUTE), new Date(START + MINUTE));
            assertEquals(1, part.length);
            assertEquals("watch", part[0].getTag());
        }
    }

    @Test
    void rangesAreDeleted() {
        append("users/2", 1, 2, 3, 4);
        try (IDocumentSession session = store.openSession()) {
            session.timeSeriesFor("users/2", "HeartRate").delete(new Date(START + MINUTE), new Date(START + 2 * MINUTE));
            session.saveChanges();
        }
        assertArrayEquals(new double[] {1, 4}, read("users/2"));
        try (IDocumentSession session = store.openSession()) {
            session.timeSeriesFor("users/2", "HeartRate").delete();
            session.saveChanges();
        }
        assertNull(read("users/2"));
    }

    @Test
    void queriesAggregateThem() {
        append("users/3", 10, 20, 30);
        try (IDocumentSession session = store.openSession()) {
            TimeSeriesAggregationResult result = session.advanced()
                .rawQuery(TimeSeriesAggregationResult.class,
                    "from Users as u where id() = 'users/3' select timeseries(from u.HeartRate group by '1 hour' select max(), avg())")
                .first();
            assertEquals(3, result.getCount());
            assertEquals(30, result.getResults()[0].getMax()[0]);
            assertEquals(20, result.getResults()[0].getAverage()[0]);
        }
    }
}
