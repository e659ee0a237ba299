import { callTactus, deviceKeyCalls, type TactusAnswer } from '@tactus/protocol';
import type { Time } from '@tactus/time';

/** A connection key with its secret. */
export type IssuedKey = TactusAnswer<typeof deviceKeyCalls.create>;

const ANSWER_WITHIN_MS = 10_000;

/** Requests a key and its secret from a cloud. Rejects with an Error whose message is one sentence. */
export async function requestDeviceKey(url: string, label: string, time: Time): Promise<IssuedKey> {
  const tooLate = new AbortController();
  const cancelTimer = time.after(ANSWER_WITHIN_MS, () => tooLate.abort());
  try {
    const transport = { fetch: fetchOrExplain, origin: url, signal: tooLate.signal };
    const outcome = await callTactus(deviceKeyCalls.create, { ...transport, body: { label } });
    if (outcome.ok) return outcome.answer;
    const message = outcome.message || 'it is no Tactus cloud, or an older one';
    throw new Error(`${url} gave no key (HTTP ${outcome.status}): ${message}`);
  } finally {
    cancelTimer();
  }
}

const fetchOrExplain = (address: string, init: RequestInit): Promise<Response> =>
  fetch(address, init).catch((cause: unknown) => {
    throw new Error(`${new URL(address).origin} cannot be reached. Is the cloud running? (npm start)`, { cause });
  });
