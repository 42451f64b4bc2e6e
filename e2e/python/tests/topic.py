"""A database of its own for the tests of one class, deleted afterwards."""

import os
import unittest
import uuid

from ravendb import DocumentStore
from ravendb.serverwide.database_record import DatabaseRecord
from ravendb.serverwide.operations.common import CreateDatabaseOperation, DeleteDatabaseOperation


class User:
    def __init__(self, name=None, age=None, city=None, Id=None):
        self.name = name
        self.age = age
        self.city = city
        self.Id = Id


class Order:
    def __init__(self, user=None, total=None, Id=None):
        self.user = user
        self.total = total
        self.Id = Id


class Topic(unittest.TestCase):
    store: DocumentStore

    @classmethod
    def setUpClass(cls):
        database = f"client-python-{uuid.uuid4().hex[:8]}"
        cls.store = DocumentStore(os.environ["ROOKERY_PYTHON_SERVER"], database)
        cls.store.initialize()
        cls.store.maintenance.server.send(CreateDatabaseOperation(DatabaseRecord(database)))
        cls.prepare()

    @classmethod
    def prepare(cls):
        """Documents and indexes of all tests of the class."""

    @classmethod
    def tearDownClass(cls):
        cls.store.maintenance.server.send(DeleteDatabaseOperation(cls.store.database, hard_delete=True))
        cls.store.close()

    @classmethod
    def save(cls, **documents):
        """Saves documents by id; `__` in a name stands for `/`."""
        with cls.store.open_session() as session:
            for name, document in documents.items():
                session.store(document, name.replace("__", "/"))
            session.save_changes()

    def load(self, document_id, kind=User):
        with self.store.open_session() as session:
            return session.load(document_id, kind)
