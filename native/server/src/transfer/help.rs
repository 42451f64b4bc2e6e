//! What `rookeryd import --help` and `rookeryd export --help` print.

/// Every flag with its meaning, and the exit codes.
pub const HELP: &str = "\
rookeryd import, rookeryd export: dumps (.ravendbdump) of a database

Usage: rookeryd export (--data DIR | --url URL) --database NAME --out FILE [options]
       rookeryd import (--data DIR | --url URL) --database NAME --file FILE [options]

Where
  --data DIR             a data folder that no running rookeryd uses
  --url URL              a running rookeryd or RavenDB, such as http://127.0.0.1:8080
  --database NAME        the database
  --certificate FILE     with an https URL: the client's certificate (PEM)
  --key FILE             its private key (PEM); by default it is read from the certificate's file
  --authority FILE       with an https URL: certificates (PEM) that the server's certificate must be signed by

What
  --collections A,B      only documents of these collections
  --items A,B            only these kinds: DatabaseRecord, Documents, Attachments, RevisionDocuments, Indexes,
                         Identities, CounterGroups, and further ones of RavenDB. Without it all except tombstones

Export
  --out FILE             the dump; it gets this name when it is complete
  --overwrite            replace FILE when it exists
  --compression NAME     zstd (the default) or gzip

Import
  --file FILE            the dump; zstd, gzip and plain JSON are recognized
  --create               create the database first; refused when it exists
  --no-new-revisions     documents that are imported make no revisions. RavenDB adds one to each document, even if the
                         dump has its revisions; rookeryd adds none to those
                         NDJSON, JSON and CSV files are imported by the studio, with a preview of their types

An import that was cancelled or failed is repeated with the same file: an item that is stored already is replaced, not
stored twice.

Output
  --json                 print the report as JSON
  --quiet                do not print progress to standard error
  --help

The report goes to standard output: counts per kind, and each rejected item with the reason and its byte in the
decompressed dump; an import into rookeryd stops at 50,000 of them. Ctrl+C cancels: what an import stored until then stays stored and is in the report; an export leaves
no file.

Exit codes: 0 complete, 1 failed, 2 wrong arguments, 3 complete but items were rejected, 130 cancelled
";
