import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type BreakableRoad, openRoad } from './breakable-road.ts';
import { sharedBrowser } from './browser.ts';
import { startTactus, type Tactus } from './tactus.ts';
import type { Visit, VisitOptions } from './visit.ts';
import { visitAgain } from './visit-again.ts';

/** A cloud of its own for a file of tests, the proxy to it, and a person with a new context for every test. */
export interface RoadSuite {
  readonly tactus: Tactus;
  readonly road: BreakableRoad;
  readonly person: Visit;
  /** Starts a cloud in place of a closed one, and points the proxy to it. */
  restart(): Promise<void>;
}

/**
 * Sets that up and takes it down. After each test the person's page is closed first, then what was cut of the road is open
 * again, and `restore` brings the devices back to rest.
 */
export function withRoad(options: VisitOptions, restore: (tactus: Tactus) => Promise<unknown>): RoadSuite {
  let tactus: Tactus;
  let road: BreakableRoad;
  let person: Visit;
  beforeAll(async () => {
    tactus = await startTactus();
    road = await openRoad(tactus.url);
  });
  afterAll(async () => {
    await road?.close();
    await tactus?.close();
  });
  beforeEach(async () => {
    person = await visitAgain(await sharedBrowser(), options);
  });
  afterEach(async () => {
    await person.close();
    road.cut(false);
    road.cutEvents(false);
    await restore(tactus);
  });
  return {
    get tactus() {
      return tactus;
    },
    get road() {
      return road;
    },
    get person() {
      return person;
    },
    async restart() {
      tactus = await startTactus();
      road.leadTo(tactus.url);
    },
  };
}
