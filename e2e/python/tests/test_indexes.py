from ravendb import (
    AbstractIndexCreationTask,
    DeleteIndexOperation,
    DisableIndexOperation,
    EnableIndexOperation,
    GetIndexErrorsOperation,
    GetIndexesOperation,
    GetIndexesStatisticsOperation,
    GetIndexingStatusOperation,
    GetIndexNamesOperation,
    GetIndexOperation,
    GetIndexStatisticsOperation,
    GetTermsOperation,
    ResetIndexOperation,
    SetIndexesLockOperation,
    SetIndexesPriorityOperation,
    StartIndexOperation,
    StopIndexOperation,
)
from ravendb.documents.indexes.definitions import FieldIndexing, IndexLockMode, IndexPriority, IndexRunningStatus

from .topic import Topic, User


class Users_ByName(AbstractIndexCreationTask):
    def __init__(self):
        super().__init__()
        self.map = "from u in docs.Users select new { u.name, u.age }"
        self._index("name", FieldIndexing.SEARCH)
        self._suggestion("name")


class Users_ByCity(AbstractIndexCreationTask):
    def __init__(self):
        super().__init__()
        self.map = "from u in docs.Users select new { u.city, count = 1 }"
        self.reduce = (
            "from r in results group r by r.city into g select new { city = g.Key, count = g.Sum(x => x.count) }"
        )


class Indexes(Topic):
    @classmethod
    def prepare(cls):
        cls.save(users__1=User("Ann", 30, "Rome"), users__2=User("Bob", 40, "Paris"), users__3=User("Cid", 50, "Rome"))
        Users_ByName().execute(cls.store)
        Users_ByCity().execute(cls.store)
        with cls.store.open_session() as session:
            for name in ("Users/ByName", "Users/ByCity"):
                list(session.query_index(name, dict).wait_for_non_stale_results())

    def send(self, operation):
        return self.store.maintenance.send(operation)

    def test_maps_and_reduces_are_queried(self):
        with self.store.open_session() as session:
            found = session.query_index("Users/ByName", User).search("name", "ann")
            self.assertEqual([user.age for user in found], [30])
            rows = session.query_index("Users/ByCity", dict).order_by("city")
            self.assertEqual([(row["city"], row["count"]) for row in rows], [("Paris", 1), ("Rome", 2)])

    def test_facets_and_suggestions_are_about_terms(self):
        with self.store.open_session() as session:
            facets = session.query_index("Users/ByName", User).aggregate_by(lambda b: b.by_field("age")).execute()
            self.assertEqual(sorted(value.range_ for value in facets["age"].values), ["30", "40", "50"])

    def test_definitions_and_statistics_are_read(self):
        self.assertEqual(sorted(self.send(GetIndexNamesOperation(0, 10))), ["Users/ByCity", "Users/ByName"])
        self.assertEqual(len(self.send(GetIndexesOperation(0, 10))), 2)
        definition = self.send(GetIndexOperation("Users/ByName"))
        self.assertEqual((definition.name, definition.lock_mode), ("Users/ByName", IndexLockMode.UNLOCK))
        self.assertIsNone(self.send(GetIndexOperation("none")))
        statistics = self.send(GetIndexStatisticsOperation("Users/ByName"))
        self.assertEqual((statistics.entries_count, statistics.errors_count), (3, 0))
        self.assertEqual(len(self.send(GetIndexesStatisticsOperation())), 2)
        self.assertEqual([each.errors for each in self.send(GetIndexErrorsOperation())], [[], []])
        self.assertEqual(self.send(GetTermsOperation("Users/ByName", "name", None, 10)), ["ann", "bob", "cid"])

    def test_an_index_is_stopped_disabled_locked_and_reset(self):
        def status():
            found = self.send(GetIndexingStatusOperation()).indexes
            return next(index.status for index in found if index.name == "Users/ByCity")

        self.send(StopIndexOperation("Users/ByCity"))
        self.assertEqual(status(), IndexRunningStatus.PAUSED)
        self.send(StartIndexOperation("Users/ByCity"))
        self.send(DisableIndexOperation("Users/ByCity"))
        self.assertEqual(status(), IndexRunningStatus.DISABLED)
        self.send(EnableIndexOperation("Users/ByCity"))
        self.send(SetIndexesLockOperation(IndexLockMode.LOCKED_IGNORE, "Users/ByCity"))
        self.send(SetIndexesPriorityOperation(IndexPriority.HIGH, "Users/ByCity"))
        definition = self.send(GetIndexOperation("Users/ByCity"))
        self.assertEqual((definition.lock_mode, definition.priority), (IndexLockMode.LOCKED_IGNORE, IndexPriority.HIGH))
        self.send(SetIndexesLockOperation(IndexLockMode.UNLOCK, "Users/ByCity"))
        self.send(ResetIndexOperation("Users/ByCity"))
        with self.store.open_session() as session:
            rows = list(session.query_index("Users/ByCity", dict).wait_for_non_stale_results())
            self.assertEqual(len(rows), 2)


class DeletedIndexes(Topic):
    def test_a_deleted_index_is_gone(self):
        Users_ByName().execute(self.store)
        self.store.maintenance.send(DeleteIndexOperation("Users/ByName"))
        self.assertEqual(self.store.maintenance.send(GetIndexNamesOperation(0, 10)), [])
