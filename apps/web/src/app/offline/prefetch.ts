import type { Time } from '@tactus/time';
import { request } from './messages.ts';

/** How long the page has been there before anything is prefetched: what it loads and asks by itself comes first. */
const QUIET_MS = 5_000;

/** So many files at a time, one by one, and a rest after them: whatever else the page asks for goes between. */
const FILES_AT_A_TIME = 6;
const REST_MS = 200;

/** What the browser reports of its network; not every browser does. */
export interface NetworkHints {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** What prefetching needs of the app. */
export interface PrefetchPorts {
  readonly time: Time;
  /** The code of the language that the texts are in. */
  readonly language: () => string;
  readonly network: NetworkHints | undefined;
  /** Every page opens without a network from now on. */
  readonly onAllCached: () => void;
}

/**
 * Has a worker cache what every page of its build needs, so that pages that were never opened open without the site, or once it
 * has another version. Where the person or a slow network asks to save data nothing is fetched for it. A file that cannot be had
 * ends it; the next load of the page goes on.
 */
export async function prefetch(worker: ServiceWorker, ports: PrefetchPorts): Promise<void> {
  const { time, language, network, onAllCached } = ports;
  const fill = async (most: number) =>
    Number(await request(worker, { type: 'keep-ahead', language: language(), most }));

  let left = await fill(0);
  if (left > 0 && isSaving(network)) return;
  if (left > 0) await time.sleep(QUIET_MS);
  while (left > 0) {
    const before = left;
    left = await fill(FILES_AT_A_TIME);
    if (left >= before) return;
    await time.sleep(REST_MS);
  }
  onAllCached();
}

const isSaving = (network: NetworkHints | undefined) =>
  network?.saveData === true || network?.effectiveType?.endsWith('2g') === true;
