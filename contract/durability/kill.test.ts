/**
 * Nothing that was acknowledged is lost when the cloud's process is killed at any moment. Ten moments in an ordinary run;
 * `TACTUS_DEEP_KILLS` sets another number (`npm run deep`: 200).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type Run, runMain } from '../cloud/cloud-process.ts';
import { isCutOff } from './requests.ts';
import { makers } from './stored-things.ts';
import type { Thing } from './thing.ts';

const KILLS = Number(process.env['TACTUS_DEEP_KILLS'] ?? 10);
const SEED = 20;

/** Requests in flight at the same time. */
const WORKERS = 6;
/** The process is killed within this time, ms. */
const MOMENTS_MS = 1_500;
/** How often a worker makes something new; else it changes what is there. */
const MAKE_SHARE = 0.35;
const REMOVE_SHARE = 0.1;

/** What was made since the last kill, without what a request was changing when it was cut off. */
interface Round {
  readonly made: Map<Thing, string>;
  readonly removed: Thing[];
  interrupted: string[];
}

test(
  `after ${KILLS} kills at random moments everything that was acknowledged is there`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tactus-kill-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The moments have a separate random sequence: the number of requests before each varies.
    const [random, moments] = [createRandom(SEED), createRandom(SEED)];
    const all: Record<string, number> = {};
    const inFlight: number[] = [];
    let last: Round = { made: new Map(), removed: [], interrupted: [] };

    for (let kill = 0; kill < KILLS; kill++) {
      const started = await start(folder);
      await expectAndClear(started.url, last);
      last = { made: new Map(), removed: [], interrupted: [] };
      await workUntilKilled(started, { random, momentMs: moments.integer(0, MOMENTS_MS) }, last);
      for (const name of last.made.values()) all[name] = (all[name] ?? 0) + 1;
      inFlight.push(last.interrupted.length);
      print(`kill ${kill + 1}: ${last.made.size} things kept, in flight: ${last.interrupted.join(', ')}`);
    }

    await expectAndClear((await start(folder)).url, last);
    print(`${JSON.stringify(all)}; in flight at each kill: ${inFlight.join(' ')}`);
    // The moments were suitable: things of every kind were acknowledged, and some requests were cut off.
    for (const name of Object.keys(makers)) expect([name, (all[name] ?? 0) > 0]).toEqual([name, true]);
    expect(Math.max(...inFlight)).toBeGreaterThan(0);
  },
  30_000 + KILLS * 15_000,
);

const print = (text: string) => void process.stdout.write(`  ${text}\n`);

interface Started {
  readonly run: Run;
  readonly url: string;
}

async function start(folder: string): Promise<Started> {
  const run = runMain({ PORT: '0', TACTUS_DATA_DIR: folder, TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error' });
  return { run, url: `http://127.0.0.1:${await run.port()}` };
}

/** Expects all of a round, and removes it, so that no limit is reached. */
async function expectAndClear(url: string, { made, removed }: Round): Promise<void> {
  for (const thing of removed) await thing.expectGone(url);
  for (const thing of made.keys()) await thing.expectThere(url);
  for (const thing of made.keys()) await thing.remove(url);
  for (const thing of made.keys()) await thing.expectGone(url);
}

/** Sends requests until the process is gone. */
async function workUntilKilled(
  { run, url }: Started,
  { random, momentMs }: { random: Random; momentMs: number },
  { made, removed, interrupted }: Round,
): Promise<void> {
  const names = Object.keys(makers);
  /** Things that no worker changes at this moment. */
  const idle: Thing[] = [];
  let acknowledged = 0;

  /** Makes, changes or removes one thing; it belongs to this worker until then. */
  async function step(note: (what: string) => void): Promise<void> {
    const thing = random.next() < MAKE_SHARE ? undefined : idle.splice(random.integer(0, idle.length - 1), 1)[0];
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
    const removes = random.next() < REMOVE_SHARE;
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
      for (;;)
        await step((next) => {
          what = next;
        });
    } catch (error) {
      if (!isCutOff(error)) throw error;
      interrupted.push(what);
    }
  }

  const workers = Array.from({ length: WORKERS }, work);
  const killed = new Promise<void>((resolve) => {
    // Some acknowledged requests a round; from then on any moment.
    const whenBusy = systemTime.every(1, () => {
      if (acknowledged < WORKERS) return;
      whenBusy();
      systemTime.after(momentMs, () => {
        run.child.kill('SIGKILL');
        resolve();
      });
    });
  });
  await Promise.all([killed, ...workers]);
  expect(await run.exit).toBe('SIGKILL');
}
