import { Socket } from 'node:net';

/**
 * Whether a closed connection was closed or reset by its peer. A connection that the system or this server dropped because
 * nothing arrived any more was not.
 */
export function wasClosedByPeer({ readableEnded, errored }: Pick<Socket, 'readableEnded' | 'errored'>): boolean {
  if (!errored) return readableEnded;
  return !('code' in errored && errored.code === 'ETIMEDOUT');
}

/** Runs a function when the peer of a request closes its connection, until undone. Without a network it never runs. */
export function onClosedByPeer(connection: unknown, run: () => void): () => void {
  if (!(connection instanceof Socket)) return () => undefined;
  const closed = () => wasClosedByPeer(connection) && run();
  connection.once('close', closed);
  return () => connection.off('close', closed);
}
