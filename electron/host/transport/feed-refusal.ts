/** A WebSocket that the server refused in the handshake. */
import { PortError } from '../../../src/contract/index.ts';

export class FeedRefusal extends PortError {
  /** Of the answer. */
  readonly status: number;

  constructor(status: number, body: ConstructorParameters<typeof PortError>[0]) {
    super(body);
    this.status = status;
  }
}
