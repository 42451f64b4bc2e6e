/** The code that opens a document store, in the languages of the official clients. Pure. */

export interface StoreOf {
  readonly url: string;
  readonly database: string;
}

/** A text in double quotes: the escapes of JSON are valid in all of these languages. */
const quoted = (text: string): string => JSON.stringify(text);

interface Language {
  readonly id: string;
  readonly label: string;
  /** The command that adds the client to a project. */
  readonly install: string;
  readonly code: (of: StoreOf) => string;
}

export const storeLanguages: readonly Language[] = [
  {
    id: 'node',
    label: 'Node.js',
    install: 'npm install ravendb',
    code: ({ url, database }) => `import { DocumentStore } from 'ravendb';

class Example {
  constructor(name) {
    this.name = name;
  }
}

const store = new DocumentStore(${quoted(url)}, ${quoted(database)});
store.initialize();

const session = store.openSession();
await session.store(new Example('First'), 'examples/1');
await session.saveChanges();

store.dispose();
`,
  },
  {
    id: 'csharp',
    label: 'C#',
    install: 'dotnet add package RavenDB.Client',
    code: ({ url, database }) => `using Raven.Client.Documents;

using var store = new DocumentStore
{
    Urls = new[] { ${quoted(url)} },
    Database = ${quoted(database)},
};
store.Initialize();

using var session = store.OpenSession();
session.Store(new Example { Name = "First" }, "examples/1");
session.SaveChanges();

public class Example
{
    public string Name { get; set; } = "";
}
`,
  },
  {
    id: 'java',
    label: 'Java',
    install: 'net.ravendb:ravendb (Maven)',
    code: ({ url, database }) => `import net.ravendb.client.documents.DocumentStore;

public class Main {
    public static class Example {
        private String name;

        public String getName() { return name; }

        public void setName(String name) { this.name = name; }
    }

    public static void main(String[] args) {
        try (var store = new DocumentStore(${quoted(url)}, ${quoted(database)})) {
            store.initialize();
            try (var session = store.openSession()) {
                var example = new Example();
                example.setName("First");
                session.store(example, "examples/1");
                session.saveChanges();
            }
        }
    }
}
`,
  },
  {
    id: 'python',
    label: 'Python',
    install: 'pip install ravendb',
    code: ({ url, database }) => `from ravendb import DocumentStore


class Example:
    def __init__(self, name):
        self.name = name


with DocumentStore(${quoted(url)}, ${quoted(database)}) as store:
    store.initialize()
    with store.open_session() as session:
        session.store(Example("First"), "examples/1")
        session.save_changes()
`,
  },
];
