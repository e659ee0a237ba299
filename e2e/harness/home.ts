import { afterAll, beforeAll } from 'vitest';
import { sharedBrowser } from './browser.ts';
import type { Suite } from './suite.ts';
import { startTactus } from './tactus.ts';

const isElsewhere = process.env['TACTUS_PROFILE'] === 'vendor';

/** The key of the device of such a suite. Pages of another origin cannot use the demo devices of a cloud. */
export const HOME_DEVICE_KEY = isElsewhere ? 'Elsewhere1' : 'DemoHandy1';

/**
 * A home of shares for all tests of a file. Under the vendor's profile the devices are in another cloud, with only the
 * vendor's features, and the home, which serves the app, reaches them by a bridge; else they are its own.
 */
export function withHome(): Suite {
  let running: Suite | undefined;
  let close: (() => Promise<void>) | undefined;
  const parts = (): Suite => {
    if (!running) throw new Error('The suite has not started: use it inside a test');
    return running;
  };

  beforeAll(async () => {
    const devices = await startTactus();
    close = devices.close;
    let tactus = devices;
    if (isElsewhere) {
      await makeDevice(devices.url);
      const apiBase = `${devices.url}/api/handy-rest/v3`;
      const home = await startTactus(undefined, { profile: 'tactus', apiBase });
      tactus = { ...devices, url: home.url };
      close = async () => {
        await home.close();
        await devices.close();
      };
    }
    running = { tactus, browser: await sharedBrowser() };
  });
  afterAll(() => close?.());

  return {
    get tactus() {
      return parts().tactus;
    },
    get browser() {
      return parts().browser;
    },
  };
}

async function makeDevice(url: string): Promise<void> {
  const made = await fetch(`${url}/_control/devices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'handy', connectionKey: HOME_DEVICE_KEY }),
  });
  if (!made.ok) throw new Error(`No device was made: HTTP ${made.status}`);
}
