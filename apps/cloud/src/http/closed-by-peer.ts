import { Socket } from 'node:net';

/**
 * Whether a connection that is closed was closed by its peer: it said goodbye or was reset. One that the system or we gave
 * up because nothing came any more was not.
 */
export function wasClosedByPeer({ readableEnded, errored }: Pick<Socket, 'readableEnded' | 'errored'>): boolean {
  if (!errored) return readableEnded;
  return !('code' in errored && errored.code === 'ETIMEDOUT');
}

/** Runs something when the peer of a request closes its connection, until undone. Without a network nothing is heard. */
export function onClosedByPeer(connection: unknown, run: () => void): () => void {
  if (!(connection instanceof Socket)) return () => undefined;
  const closed = () => wasClosedByPeer(connection) && run();
  connection.once('close', closed);
  return () => connection.off('close', closed);
}
