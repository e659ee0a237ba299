/** Clients that make, change and remove things until something that the cloud needs is killed, at random moments. */
import { createRandom, type Random, systemTime } from '@tactus/time';
import { expect } from 'vitest';
import { isCutOff } from './requests.ts';
import { makers } from './stored-things.ts';
import type { Thing } from './thing.ts';

const SEED = 20;

/** Requests in flight at the same time. */
const WORKERS = 6;
/** The kill comes within this time, ms. */
const MOMENTS_MS = 1_500;
/** How often a worker makes something new; else it changes what is there. */
const MAKE_SHARE = 0.35;
const REMOVE_SHARE = 0.1;
/** Things that are made for one kill: after 20 wrong secrets of device keys in a minute the cloud would not say that the others are gone. */
const MOST_MADE = 50;
/** Of them are removed: where nothing is left to change, workers would make things without end. */
const MOST_REMOVED = 25;

/** What was made since the last kill, without what a request was changing when it was cut off. */
interface Round {
  readonly made: Map<Thing, string>;
  readonly removed: Thing[];
  interrupted: string[];
}

/** What is killed, and how the work goes on afterwards. */
export interface Victim {
  /** Starts what is not running, and resolves with the address of the cloud. */
  start(): Promise<string>;
  /** Kills. Requests end soon, answered or cut off. */
  kill(): Promise<void>;
}

/** Expects after each of so many kills that everything that was acknowledged is there. */
export async function expectNothingLost(kills: number, { start, kill }: Victim): Promise<void> {
  // The moments have a separate random sequence: the number of requests before each varies.
  const [random, moments] = [createRandom(SEED), createRandom(SEED)];
  const all: Record<string, number> = {};
  const inFlight: number[] = [];
  let last: Round = { made: new Map(), removed: [], interrupted: [] };

  for (let done = 0; done < kills; done++) {
    const url = await start();
    await expectAndClear(url, last);
    last = { made: new Map(), removed: [], interrupted: [] };
    await workUntilKilled(url, { random, momentMs: moments.integer(0, MOMENTS_MS), kill }, last);
    for (const name of last.made.values()) all[name] = (all[name] ?? 0) + 1;
    inFlight.push(last.interrupted.length);
    print(`kill ${done + 1}: ${last.made.size} things kept, in flight: ${last.interrupted.join(', ')}`);
  }

  await expectAndClear(await start(), last);
  print(`${JSON.stringify(all)}; in flight at each kill: ${inFlight.join(' ')}`);
  // The moments were suitable: things of every kind were acknowledged, and some requests were cut off.
  for (const name of Object.keys(makers)) expect([name, (all[name] ?? 0) > 0]).toEqual([name, true]);
  expect(Math.max(...inFlight)).toBeGreaterThan(0);
}

const print = (text: string) => void process.stdout.write(`  ${text}\n`);

/** Expects all of a round, and removes it, so that no limit is reached. */
async function expectAndClear(url: string, { made, removed }: Round): Promise<void> {
  for (const thing of removed) await thing.expectGone(url);
  for (const thing of made.keys()) await thing.expectThere(url);
  for (const thing of made.keys()) await thing.remove(url);
  for (const thing of made.keys()) await thing.expectGone(url);
}

/** Sends requests until they are cut off. */
async function workUntilKilled(
  url: string,
  { random, momentMs, kill }: { random: Random; momentMs: number; kill: () => Promise<void> },
  { made, removed, interrupted }: Round,
): Promise<void> {
  const names = Object.keys(makers);
  /** Things that no worker changes at this moment. */
  const idle: Thing[] = [];
  let acknowledged = 0;
  let isOver = false;

  /** Makes, changes or removes one thing; it belongs to this worker until then. */
  async function step(note: (what: string) => void): Promise<void> {
    const makes = random.next() < MAKE_SHARE && made.size + removed.length < MOST_MADE;
    const thing = makes ? undefined : idle.splice(random.integer(0, idle.length - 1), 1)[0];
    if (!thing) {
      const name = random.pick(names);
      note(`make ${name}`);
      const fresh = await (makers[name] as (typeof makers)[string])(url, random); // `name` is one of theirs
      made.set(fresh, name);
      idle.push(fresh);
      acknowledged += 1;
      return;
    }
    const name = made.get(thing) ?? '';
    const removes = random.next() < REMOVE_SHARE && removed.length < MOST_REMOVED;
    note(`${removes ? 'remove' : 'change'} ${name}`);
    made.delete(thing);
    if (removes) {
      await thing.remove(url);
      removed.push(thing);
    } else {
      await thing.change(url, random);
      made.set(thing, name);
      idle.push(thing);
    }
    acknowledged += 1;
  }

  async function work(): Promise<void> {
    let what = '';
    try {
      while (!isOver)
        await step((next) => {
          what = next;
        });
    } catch (error) {
      if (!isCutOff(error)) throw error;
      interrupted.push(what);
    }
  }

  const workers = Array.from({ length: WORKERS }, work);
  const killed = new Promise<void>((resolve, reject) => {
    // Some acknowledged requests a round; from then on any moment.
    const whenBusy = systemTime.every(1, () => {
      if (acknowledged < WORKERS) return;
      whenBusy();
      systemTime.after(momentMs, () => void kill().then(resolve, reject));
    });
  });
  const over = killed.then(() => {
    isOver = true;
  });
  await Promise.all([over, ...workers]);
}
