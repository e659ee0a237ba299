import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { startTactus, type Tactus } from './tactus.ts';

/** A Tactus of its own for all tests of a file, which ends with it, and the browser. Use the fields inside tests. */
export interface Suite {
  readonly tactus: Tactus;
  readonly browser: Browser;
}

/** Starts both before the first test of the file that calls it. */
export function withTactus(): Suite {
  let running: Suite | undefined;
  const parts = (): Suite => {
    if (!running) throw new Error('The suite has not started: use it inside a test');
    return running;
  };

  beforeAll(async () => {
    running = { tactus: await startTactus(), browser: await sharedBrowser() };
  });
  afterAll(async () => {
    await running?.tactus.close();
  });

  return {
    get tactus() {
      return parts().tactus;
    },
    get browser() {
      return parts().browser;
    },
  };
}
