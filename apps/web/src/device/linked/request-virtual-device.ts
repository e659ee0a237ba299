import { callTactus, type TactusInput, virtualDeviceCalls } from '@tactus/protocol';
import type { ProductName } from '../../settings/schema.ts';

const MODELS: Readonly<Record<ProductName, TactusInput<typeof virtualDeviceCalls.create>['model']>> = {
  'The Handy': 'handy',
  Oh: 'oh',
};

/** Makes a virtual device of the chosen kind and returns its connection key. Rejects where none was made. */
export async function requestVirtualDevice(fetch: typeof globalThis.fetch, device: ProductName): Promise<string> {
  const outcome = await callTactus(virtualDeviceCalls.create, { fetch, body: { model: MODELS[device] } });
  if (!outcome.ok) throw new Error(`No virtual device was made (HTTP ${outcome.status})`);
  return outcome.answer.connectionKey;
}
