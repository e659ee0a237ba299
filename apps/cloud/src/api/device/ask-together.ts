/**
 * Asks several at the same time and waits for all of them, so that whoever asks next finds every one of them done. Gives
 * the answer of the first, in their order, that succeeded; throws what the first threw when none did. What failed beside
 * a success is handed to `onUnheard`.
 */
export function askTogether<A, R>(
  asked: readonly A[],
  ask: (one: A) => Promise<R>,
  onUnheard: (error: unknown) => void,
): Promise<R> {
  const [only] = asked;
  return only !== undefined && asked.length === 1 ? ask(only) : askAll(asked, ask, onUnheard);
}

async function askAll<A, R>(
  asked: readonly A[],
  ask: (one: A) => Promise<R>,
  onUnheard: (error: unknown) => void,
): Promise<R> {
  const outcomes = await Promise.allSettled(asked.map(ask));
  const success = outcomes.find((outcome) => outcome.status === 'fulfilled');
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  if (!success) throw failures[0] ?? new RangeError('Nobody was asked');
  for (const failure of failures) onUnheard(failure);
  return success.value;
}
