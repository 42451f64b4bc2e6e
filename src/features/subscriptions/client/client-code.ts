/** A worker for a subscription, in the languages of the official clients. Pure. */

export interface WorkerOf {
  readonly url: string;
  readonly database: string;
  readonly subscription: string;
}

export const languages = ['node', 'csharp', 'python'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = {
  node: 'Node.js',
  csharp: 'C#',
  python: 'Python',
};

/** A text in double quotes: the escapes of JSON are valid in all three languages. */
const quoted = (text: string): string => JSON.stringify(text);

const templates: Readonly<Record<Language, (of: WorkerOf) => string>> = {
  node: ({ url, database, subscription }) => `import { DocumentStore } from 'ravendb';

const store = new DocumentStore(${quoted(url)}, ${quoted(database)});
store.initialize();

const worker = store.subscriptions.getSubscriptionWorker({
  subscriptionName: ${quoted(subscription)},
});

worker.on('batch', (batch, done) => {
  try {
    for (const item of batch.items) console.log(item.id, item.result);
    done(); // acknowledges the batch
  } catch (error) {
    done(error);
  }
});
worker.on('error', (error) => console.error(error));
`,
  csharp: ({ url, database, subscription }) => `using Raven.Client.Documents;
using Raven.Client.Documents.Subscriptions;

using var store = new DocumentStore
{
    Urls = new[] { ${quoted(url)} },
    Database = ${quoted(database)},
};
store.Initialize();

await using var worker = store.Subscriptions.GetSubscriptionWorker(
    new SubscriptionWorkerOptions(${quoted(subscription)}));

// The batch is acknowledged when the callback returns.
await worker.Run(batch =>
{
    foreach (var item in batch.Items)
        Console.WriteLine($"{item.Id}: {item.Result}");
});
`,
  python: ({ url, database, subscription }) => `from ravendb import DocumentStore
from ravendb.documents.subscriptions.options import SubscriptionWorkerOptions

store = DocumentStore(${quoted(url)}, ${quoted(database)})
store.initialize()


def process(batch):
    # The batch is acknowledged when the function returns.
    for item in batch.items:
        print(item.key, item.result)


with store.subscriptions.get_subscription_worker(
    SubscriptionWorkerOptions(${quoted(subscription)})
) as worker:
    worker.run(process).result()
`,
};

export function clientCode(language: Language, of: WorkerOf): string {
  return templates[language](of);
}
