/** Which certificate files may be used for which server, and which server certificates be accepted, without a question. */
import { certificateKey, certificatesOf, type Connection } from '../../../src/contract/index.ts';
import {
  addedNodes,
  commandsOf,
  destinationsOf,
  filesOf,
  origin,
  sameRoute,
  sameServer,
  type Destination,
} from './connection-texts.ts';
import { needsConfirmation } from './route-texts.ts';

export class KnownFiles {
  /** Files and folders selected by the user in the system's dialog since the program started. */
  private readonly chosen = new Set<string>();
  /** Destinations confirmed for a test, so that saving them does not ask again. */
  private readonly confirmed: Destination[] = [];

  addChosen(path: string): void {
    this.chosen.add(path);
  }

  wasChosen(path: string): boolean {
    return this.chosen.has(path);
  }

  addConfirmed(destination: Destination): void {
    this.confirmed.push(destination);
  }

  /**
   * True when the user selected each file, or when the same files are in use with the same server. A stored
   * certificate is never presented to another server without a confirmation, and a pinned server certificate is
   * accepted only as it was confirmed, as is the route to the server. A command is never started before a confirmation showed it for that server.
   */
  areKnown(destination: Destination, stored: readonly Connection[]): boolean {
    const isPinned = destination.pinnedCertificate !== undefined;
    const startsPrograms = commandsOf(destination).length > 0;
    // Other nodes get the same credentials.
    const isRouted = needsConfirmation(destination.route) || (destination.nodes ?? []).length > 0;
    if (
      !isPinned &&
      !startsPrograms &&
      !isRouted &&
      filesOf(destination).every((path) => this.chosen.has(path))
    )
      return true;
    const bare = { ...destination, url: origin(destination.url) };
    const wanted = certificatesOf(destination).map(certificateKey);
    const known = [...this.confirmed, ...stored.filter((each) => each.kind === 'server')];
    return known.flatMap(destinationsOf).some((each) => {
      const its = new Set(certificatesOf(each).map(certificateKey));
      return (
        sameServer({ ...each, url: origin(each.url) }, bare) &&
        sameRoute(each, destination) &&
        addedNodes(each, destination).length === 0 &&
        wanted.every((key) => its.has(key))
      );
    });
  }
}
