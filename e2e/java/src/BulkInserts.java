import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Date;
import java.util.List;
import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.operations.GetStatisticsOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;

class BulkInserts extends Topic {
    private static final int COUNT = 2_000;

    @Test
    void thousandsOfDocumentsAreStored() {
        try (BulkInsertOperation bulk = store.bulkInsert()) {
            for (int number = 0; number < COUNT; number++) {
                bulk.store(new User("User " + number, number, "Oslo"), "bulk/" + number);
            }
        }
        assertEquals("User 1999", load(User.class, "bulk/1999").getName());
        assertEquals(COUNT, load(User.class, "bulk/0") == null ? 0 : documents());
    }

    private long documents() {
        try (IDocumentSession session = store.openSession()) {
            return session.query(User.class).waitForNonStaleResults().whereStartsWith("id()", "bulk/").count();
        }
    }

    @Test
    void countersAndTimeSeriesAreStoredWithDocuments() throws IOException {
        Date start = new Date(1_700_000_000_000L);
        try (BulkInsertOperation bulk = store.bulkInsert()) {
            bulk.store(new User("Ann", 1, "Oslo"), "with/1");
            bulk.countersFor("with/1").increment("likes", 7);
        }
        try (BulkInsertOperation bulk = store.bulkInsert();
                BulkInsertOperation.TimeSeriesBulkInsert series = bulk.timeSeriesFor("with/1", "HeartRate")) {
            for (int minute = 0; minute < 100; minute++) {
                series.append(new Date(start.getTime() + minute * 60_000L), minute, "watch");
            }
        }
        try (IDocumentSession session = store.openSession()) {
            assertEquals(7L, session.countersFor("with/1").get("likes"));
            assertEquals(100, session.timeSeriesFor("with/1", "HeartRate").get().length);
        }
        assertEquals(1, store.maintenance().send(new GetStatisticsOperation()).getCountOfCounterEntries());
        assertEquals(List.of("with/1"), List.of(load(User.class, "with/1").getId()));
    }
}
