import type { ProductName } from '../../settings/schema.ts';

/** The path at which this origin makes virtual devices. */
const VIRTUAL_DEVICES_PATH = '/api/tactus/virtual-devices';

const MODELS: Readonly<Record<ProductName, string>> = { 'The Handy': 'handy', Oh: 'oh' };

/** Makes a virtual device of the chosen kind and returns its connection key. Rejects with the server's message. */
export async function requestVirtualDevice(fetch: typeof globalThis.fetch, device: ProductName): Promise<string> {
  const response = await fetch(VIRTUAL_DEVICES_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ model: MODELS[device] }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const key = readKey(answer);
  if (!response.ok || key === undefined) throw new Error(`No virtual device was made (HTTP ${response.status})`);
  return key;
}

function readKey(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('result' in answer) return readKey(answer.result);
  return 'connectionKey' in answer && typeof answer.connectionKey === 'string' ? answer.connectionKey : undefined;
}
