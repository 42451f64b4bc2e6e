import threading

from ravendb import (
    ConfigureExpirationOperation,
    ExpirationConfiguration,
    GetCollectionStatisticsOperation,
    GetDetailedStatisticsOperation,
    GetStatisticsOperation,
)
from ravendb.documents.operations.revisions import (
    ConfigureRevisionsOperation,
    RevisionsCollectionConfiguration,
    RevisionsConfiguration,
)
from ravendb.serverwide.operations.common import (
    GetBuildNumberOperation,
    GetDatabaseNamesOperation,
    GetDatabaseRecordOperation,
)

from .topic import Topic, User


class Attachments(Topic):
    def test_attachments_are_stored_read_and_deleted(self):
        self.save(users__1=User("Ann"))
        with self.store.open_session() as session:
            session.advanced.attachments.store("users/1", "a.txt", b"hello", "text/plain")
            session.save_changes()
        with self.store.open_session() as session:
            found = session.advanced.attachments.get("users/1", "a.txt")
            self.assertEqual((found.data, found.details.content_type), (b"hello", "text/plain"))
            names = session.advanced.attachments.get_names(session.load("users/1", User))
            self.assertEqual([(each.name, each.size) for each in names], [("a.txt", 5)])
            session.advanced.attachments.delete("users/1", "a.txt")
            session.save_changes()
        with self.store.open_session() as session:
            self.assertFalse(session.advanced.attachments.exists("users/1", "a.txt"))


class Revisions(Topic):
    @classmethod
    def prepare(cls):
        # A server without a licence keeps two.
        users = RevisionsCollectionConfiguration(minimum_revisions_to_keep=2)
        cls.store.maintenance.send(ConfigureRevisionsOperation(RevisionsConfiguration(None, {"Users": users})))

    def test_versions_of_a_document_are_kept(self):
        for age in (1, 2):
            self.save(users__1=User("Ann", age))
        with self.store.open_session() as session:
            revisions = session.advanced.revisions
            self.assertEqual([user.age for user in revisions.get_for("users/1", User)], [2, 1])
            self.assertEqual(revisions.get_count_for("users/1"), 2)
            self.assertEqual(len(revisions.get_metadata_for("users/1")), 2)


class Settings(Topic):
    def test_the_record_is_read_as_it_was_created(self):
        server = self.store.maintenance.server
        record = server.send(GetDatabaseRecordOperation(self.store.database))
        self.assertEqual((record.database_name, record.disabled), (self.store.database, False))
        self.assertIn(self.store.database, server.send(GetDatabaseNamesOperation(0, 1000)))
        self.assertEqual(server.send(GetBuildNumberOperation()).product_version, "7.1")

    def test_statistics_count_documents(self):
        self.save(users__1=User("Ann"))
        statistics = self.store.maintenance.send(GetStatisticsOperation())
        self.assertEqual(statistics.count_of_documents, 1)
        self.assertEqual(self.store.maintenance.send(GetCollectionStatisticsOperation()).collections["Users"], 1)
        self.assertEqual(self.store.maintenance.send(GetDetailedStatisticsOperation()).count_of_documents, 1)

    def test_expiration_is_configured(self):
        # Without a licence, the frequency must be at least 36 hours.
        configuration = ExpirationConfiguration(False, 36 * 60 * 60)
        self.assertIsNotNone(self.store.maintenance.send(ConfigureExpirationOperation(configuration)))


class Changes(Topic):
    def test_changes_of_a_document_are_announced(self):
        announced = threading.Event()
        changes = self.store.changes().for_document("users/1")
        stop = changes.subscribe(lambda change: announced.set())
        changes.ensure_subscribe_now()
        self.save(users__1=User("Ann"))
        self.assertTrue(announced.wait(20))
        stop()
