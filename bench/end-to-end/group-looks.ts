/** Reads of devices in real time, without the proxies. */
import { systemTime } from '@tactus/time';
import type { FaultProxy } from './fault-proxy.ts';

export const API = '/api/handy-rest/v3';

/** Differences between scripts, ms, and the number of reads that were too slow to count. */
export interface Looks {
  readonly apart: number[];
  left: number;
}

const COMES_IN_MS = 8_000;
const WATCH_MS = 20_000;
const LOOK_EVERY_MS = 50;
const STALL_MS = 1_500;
/** The quickest of several reads has the least uncertain time; one slower than this limit does not count. */
const READINGS = 5;
const READING_WITHIN_MS = 6;

/** The differences between scripts for a while; in the middle all connections stall. */
export async function watchScripts(world: {
  readonly base: string;
  readonly keys: readonly string[];
  readonly proxies: readonly FaultProxy[];
}): Promise<Looks> {
  const { base, keys, proxies } = world;
  const looks: Looks = { apart: [], left: 0 };
  await systemTime.sleep(COMES_IN_MS);
  const beganMs = systemTime.monotonic();
  let hasStalled = false;
  while (systemTime.monotonic() - beganMs < WATCH_MS) {
    if (!hasStalled && systemTime.monotonic() - beganMs > WATCH_MS / 2) {
      hasStalled = true;
      for (const proxy of proxies) proxy.stall(STALL_MS);
    }
    const readings: Reading[] = [];
    for (const key of keys) readings.push(await quickestReading(base, key));
    const places = readings.map(({ placeMs }) => placeMs);
    if (readings.some(({ tookMs }) => tookMs > READING_WITHIN_MS)) looks.left += 1;
    else looks.apart.push(Math.max(...places) - Math.min(...places));
    await systemTime.sleep(LOOK_EVERY_MS);
  }
  return looks;
}

/** The position of a device's script by its own clock, minus the elapsed time: constant while it plays. */
interface Reading {
  readonly placeMs: number;
  readonly tookMs: number;
}

async function quickestReading(base: string, key: string): Promise<Reading> {
  let quickest: Reading = { placeMs: Number.NaN, tookMs: Number.POSITIVE_INFINITY };
  for (let readings = 0; readings < READINGS; readings += 1) {
    const reading = await readPlace(base, key);
    if (reading.tookMs < quickest.tookMs) quickest = reading;
  }
  return quickest;
}

async function readPlace(base: string, key: string): Promise<Reading> {
  const sentMs = systemTime.monotonic();
  const state = await askCloud<{ result: { current_time: number; play_state: number } }>(
    ...([`${base}${API}/hsp/state`, 'GET', undefined, 'bench', key] as const),
  );
  const tookMs = systemTime.monotonic() - sentMs;
  const { current_time, play_state } = state.result;
  return { tookMs, placeMs: play_state === 1 ? current_time - (sentMs + tookMs / 2) : Number.POSITIVE_INFINITY };
}

/** Sends a request to a cloud, with an application id for the device API and with a bearer elsewhere. */
export async function askCloud<T>(
  url: string,
  method: string,
  body?: object,
  bearer = 'bench',
  key?: string,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(url.includes(API) ? { 'x-api-key': bearer } : { authorization: `Bearer ${bearer}` }),
      ...(key !== undefined && { 'x-connection-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: HTTP ${answer.status} ${text}`);
  // The cloud's own answers, whose forms its contract tests check.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
