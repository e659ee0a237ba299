import type { Time } from '@tactus/time';
import { ask } from './messages.ts';

/** How long the page has been there before anything is kept ahead: what it loads and asks by itself comes first. */
const QUIET_MS = 5_000;

/** So many files at a time, one by one, and a rest after them: whatever else the page asks for goes between. */
const FILES_AT_A_TIME = 6;
const REST_MS = 200;

/** What the browser says of its network; not every browser does. */
export interface NetworkHints {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** What keeping ahead needs of the app. */
export interface KeepAheadPorts {
  readonly time: Time;
  /** The code of the language that the texts are in. */
  readonly language: () => string;
  readonly network: NetworkHints | undefined;
  /** Every page opens without a network from now on. */
  readonly onAllKept: () => void;
}

/**
 * Has a worker keep what every page of its build needs, so that pages that were never opened open without the site, or once it
 * has another version. Where the person or a slow network asks to save data nothing is fetched for it. A file that cannot be had
 * ends it; the next load of the page goes on.
 */
export async function keepAhead(worker: ServiceWorker, ports: KeepAheadPorts): Promise<void> {
  const { time, language, network, onAllKept } = ports;
  const keep = async (most: number) => Number(await ask(worker, { type: 'keep-ahead', language: language(), most }));

  let left = await keep(0);
  if (left > 0 && isSaving(network)) return;
  if (left > 0) await time.sleep(QUIET_MS);
  while (left > 0) {
    const before = left;
    left = await keep(FILES_AT_A_TIME);
    if (left >= before) return;
    await time.sleep(REST_MS);
  }
  onAllKept();
}

const isSaving = (network: NetworkHints | undefined) =>
  network?.saveData === true || network?.effectiveType?.endsWith('2g') === true;
