/**
 * Sends to several targets at the same time and waits for all of them, so that every target has finished before the next call.
 * Resolves with the first success, in the order of the targets; throws the first error when all fail. Errors beside a
 * success go to `onIgnored`.
 */
export function callAllTargets<A, R>(
  targets: readonly A[],
  send: (one: A) => Promise<R>,
  onIgnored: (error: unknown) => void,
): Promise<R> {
  const [only] = targets;
  return only !== undefined && targets.length === 1 ? send(only) : broadcastToAll(targets, send, onIgnored);
}

async function broadcastToAll<A, R>(
  targets: readonly A[],
  send: (one: A) => Promise<R>,
  onIgnored: (error: unknown) => void,
): Promise<R> {
  const outcomes = await Promise.allSettled(targets.map(send));
  const success = outcomes.find((outcome) => outcome.status === 'fulfilled');
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  if (!success) throw failures[0] ?? new RangeError('There is no target');
  for (const failure of failures) onIgnored(failure);
  return success.value;
}
