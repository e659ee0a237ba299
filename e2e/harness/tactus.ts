import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CloudConfig, createCloud, defaultConfig, type Log } from '@tactus/cloud';
import { systemRandom, systemTime, type Time } from '@tactus/time';
import { type DeviceSeen, seeDevice } from './device-seen.ts';

/** Which cloud the suite runs against: our own, or one that does only what the vendor's does. */
const PROFILE = process.env['TACTUS_PROFILE'] === 'vendor' ? 'vendor' : 'tactus';

/** The built app; a build of one's own where several people work in one checkout. */
export const WEB_ROOT =
  process.env['TACTUS_WEB_ROOT'] ?? fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

/** The file of the built app that a module became. */
export const chunkOf = (module: string): string =>
  JSON.parse(readFileSync(join(WEB_ROOT, '.vite/manifest.json'), 'utf8'))[module].file;

/** A running Tactus: the real cloud with the built app, on a free port, keeping nothing. */
export interface Tactus {
  readonly url: string;
  device(connectionKey: string): DeviceSeen;
  /** Cuts or restores the link of a virtual device. */
  setConnected(connectionKey: string, connected: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts one. The app must be built before: `npm test` and `npm run build` do that. `pages` is a folder to serve instead
 * of the app; `changes` are to the configuration; `log` is written to, whatever the level of the configuration; `time` is another
 * clock than the system's.
 */
export async function startTactus(
  pages?: string,
  changes: Partial<CloudConfig> = {},
  log?: Log,
  time: Time = systemTime,
): Promise<Tactus> {
  if (pages === undefined && !existsSync(WEB_ROOT)) throw new Error('The app is not built: run `npm run build` first.');
  const config = defaultConfig({
    port: 0,
    dataDir: ':memory:',
    webRoot: pages ?? WEB_ROOT,
    profile: PROFILE,
    rateLimitPerMinute: 0,
    logLevel: 'silent',
    ...changes,
  });
  const cloud = await createCloud({ config, time, random: systemRandom(), ...(log && { log }) });
  const { url } = await cloud.listen();
  return {
    url,
    device: (connectionKey) => seeDevice(url, connectionKey),
    async setConnected(connectionKey, connected) {
      const response = await fetch(`${url}/_control/devices/${connectionKey}/connected`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ connected }),
      });
      if (!response.ok) throw new Error(`Link not changed: HTTP ${response.status}`);
    },
    close: () => cloud.close(),
  };
}
