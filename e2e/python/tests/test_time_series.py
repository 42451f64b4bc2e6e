from datetime import datetime, timedelta

from ravendb.documents.queries.time_series import TimeSeriesAggregationResult

from .topic import Topic, User

START = datetime(2024, 5, 1, 10)


def minute(number):
    return START + timedelta(minutes=number)


class TimeSeries(Topic):
    def append(self, document_id, values):
        self.save(**{document_id.replace("/", "__"): User("Ann", 30)})
        with self.store.open_session() as session:
            series = session.time_series_for(document_id, "HeartRate")
            for number, value in enumerate(values):
                series.append_single(minute(number), value, "watch")
            session.save_changes()

    def read(self, document_id):
        with self.store.open_session() as session:
            entries = session.time_series_for(document_id, "HeartRate").get()
            return [entry.value for entry in entries or []]

    def test_entries_are_appended_and_read(self):
        self.append("users/1", [60, 61.5, 62])
        self.assertEqual(self.read("users/1"), [60, 61.5, 62])
        with self.store.open_session() as session:
            ann = session.load("users/1", User)
            self.assertEqual(session.advanced.get_time_series_for(ann), ["HeartRate"])
            part = session.time_series_for_entity(ann, "HeartRate").get(minute(1), minute(1))
            self.assertEqual([(entry.value, entry.tag) for entry in part], [(61.5, "watch")])

    def test_ranges_are_deleted(self):
        self.append("users/2", [1, 2, 3, 4])
        with self.store.open_session() as session:
            session.time_series_for("users/2", "HeartRate").delete(minute(1), minute(2))
            session.save_changes()
        self.assertEqual(self.read("users/2"), [1, 4])
        with self.store.open_session() as session:
            session.time_series_for("users/2", "HeartRate").delete_all()
            session.save_changes()
        self.assertEqual(self.read("users/2"), [])

    def test_bulk_inserts_append(self):
        self.save(users__3=User("Bob", 40))
        with self.store.bulk_insert() as bulk:
            with bulk.time_series_for("users/3", "HeartRate") as series:
                for number in range(100):
                    series.append_single(minute(number), number, "watch")
        self.assertEqual(self.read("users/3"), list(range(100)))

    def test_queries_aggregate_them(self):
        self.append("users/4", [10, 20, 30])
        query = (
            "from Users where id() = 'users/4' "
            "select timeseries(from HeartRate group by '1 hour' select max(), avg())"
        )
        with self.store.open_session() as session:
            result = session.advanced.raw_query(query, TimeSeriesAggregationResult).first()
            self.assertEqual(result.count, 3)
            self.assertEqual((result.results[0].max, result.results[0].average), ([30], [20]))
