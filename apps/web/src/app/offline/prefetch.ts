import type { Time } from '@tactus/time';
import { sendWorkerRequest } from './messages.ts';

/** How long the page is shown before anything is prefetched: the page's own requests come first. */
const QUIET_MS = 5_000;

/** How many files are fetched one after another before a pause, in which other requests of the page can go out. */
const FILES_AT_A_TIME = 6;
const REST_MS = 200;

/** What the browser reports of its network; not every browser does. */
export interface NetworkHints {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The parts of the app that prefetching uses. */
export interface PrefetchPorts {
  readonly time: Time;
  /** The code of the language that the texts are in. */
  readonly language: () => string;
  readonly network: NetworkHints | undefined;
  /** Every page opens without a network from now on. */
  readonly onAllCached: () => void;
}

/**
 * Has a worker cache the files of all pages of its build, so that pages never opened before open without the site, or once
 * it has another version. Fetches nothing where the browser is to save data or the network is slow. A file that cannot be
 * fetched ends the run; the next load of the page goes on.
 */
export async function prefetchAllPages(worker: ServiceWorker, ports: PrefetchPorts): Promise<void> {
  const { time, network, onAllCached } = ports;
  const fill = (most: number) => cacheMore(worker, ports, most);

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

/** Whether a worker has cached the files of all pages of its build. */
export async function areAllPagesCached(
  worker: ServiceWorker,
  ports: Pick<PrefetchPorts, 'language'>,
): Promise<boolean> {
  return (await cacheMore(worker, ports, 0)) === 0;
}

/** Has a worker cache up to `most` more files; resolves with how many are left. */
const cacheMore = async (worker: ServiceWorker, { language }: Pick<PrefetchPorts, 'language'>, most: number) =>
  Number(await sendWorkerRequest(worker, { type: 'keep-ahead', language: language(), most }));

const isSaving = (network: NetworkHints | undefined) =>
  network?.saveData === true || network?.effectiveType?.endsWith('2g') === true;
