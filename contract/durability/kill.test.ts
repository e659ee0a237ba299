/**
 * No acknowledged data is lost when the cloud's process is killed at any moment. Five moments in an ordinary run;
 * `TACTUS_DEEP_KILLS` sets another number (`npm run deep`: 50).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type Run, runMain } from '../cloud/cloud-process.ts';

const KILLS = Number(process.env['TACTUS_DEEP_KILLS'] ?? 5);
const SEED = 20;

/** Requests in flight at the same time. */
const WORKERS = 4;
/** The process is killed within this time, ms. */
const MOMENTS_MS = 1_500;
const LINES_MAX = 20_000;

/** Acknowledged data, which a client relies on. */
interface Promised {
  /** Text by path. */
  readonly scripts: Map<string, string>;
  readonly devices: Set<string>;
  /** Secret by connection key. */
  readonly enrolments: Map<string, string>;
}

const nothing = (): Promised => ({ scripts: new Map(), devices: new Set(), enrolments: new Map() });

const sizeOf = ({ scripts, devices, enrolments }: Promised) => scripts.size + devices.size + enrolments.size;

test(
  `after ${KILLS} kills at random moments all acknowledged data exists`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tactus-kill-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The moments have a separate random sequence: the number of requests before each varies.
    const [random, moments] = [createRandom(SEED), createRandom(SEED)];
    const all = nothing();
    let last = nothing();
    let interrupted = 0;

    for (let kill = 0; kill < KILLS; kill++) {
      const started = await start(folder);
      await expectDevices(started.url, all.devices);
      await expectScripts(started.url, last.scripts);
      last = nothing();
      interrupted += await workUntilKilled(started, { random, momentMs: moments.integer(0, MOMENTS_MS) }, last);
      for (const [path, text] of last.scripts) all.scripts.set(path, text);
      for (const key of last.devices) all.devices.add(key);
      for (const [key, secret] of last.enrolments) all.enrolments.set(key, secret);
    }

    const { url } = await start(folder);
    await expectDevices(url, all.devices);
    await expectScripts(url, all.scripts);
    await expectEnrolments(url, all.enrolments);
    // The moments were suitable: some requests were acknowledged, and others were cut off.
    for (const { size } of [all.scripts, all.devices, all.enrolments]) expect(size).toBeGreaterThan(KILLS / 2);
    expect(interrupted).toBeGreaterThan(0);
  },
  30_000 + KILLS * 15_000,
);

interface Started {
  readonly run: Run;
  readonly url: string;
}

async function start(folder: string): Promise<Started> {
  const run = runMain({ PORT: '0', TACTUS_DATA_DIR: folder, TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error' });
  return { run, url: `http://127.0.0.1:${await run.port()}` };
}

/** Sends requests for new data until the process is gone; returns the number without an answer. */
async function workUntilKilled(
  { run, url }: Started,
  { random, momentMs }: { random: Random; momentMs: number },
  promised: Promised,
): Promise<number> {
  let interrupted = 0;

  async function work(): Promise<void> {
    for (;;) {
      try {
        await random.pick(actions)(url, random, promised);
      } catch (error) {
        if (!isCutOff(error)) throw error;
        interrupted += 1;
        return;
      }
    }
  }

  const workers = Array.from({ length: WORKERS }, work);
  const killed = new Promise<void>((resolve) => {
    // At least one acknowledged request a round; from then on any moment.
    const whenBusy = systemTime.every(1, () => {
      if (sizeOf(promised) === 0) return;
      whenBusy();
      systemTime.after(momentMs, () => {
        run.child.kill('SIGKILL');
        resolve();
      });
    });
  });
  await Promise.all([killed, ...workers]);
  expect(await run.exit).toBe('SIGKILL');
  return interrupted;
}

/** The error of fetch for a connection that was refused or ended, also during the body of an answer. */
const isCutOff = (error: unknown) => error instanceof TypeError;

const actions = [upload, makeDevice, enrol] as const;

async function upload(url: string, random: Random, { scripts }: Promised): Promise<void> {
  const rows = Array.from(
    { length: random.integer(2, LINES_MAX) },
    (_, at) => `${at * 100},${random.integer(0, 100)}\n`,
  );
  // A CSV in its stored form.
  const text = rows.join('');
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'script.csv');
  const answer = await send<{ url: string }>(`${url}/api/script/v0/temp/upload`, { method: 'POST', body: form });
  scripts.set(new URL(answer.url).pathname, text);
}

async function makeDevice(url: string, random: Random, { devices }: Promised): Promise<void> {
  const connectionKey = `Kept${String(random.integer(0, 999_999_999)).padStart(9, '0')}`;
  await send(`${url}/_control/devices`, asJson({ model: 'handy', connectionKey }));
  devices.add(connectionKey);
}

async function enrol(url: string, _random: Random, { enrolments }: Promised): Promise<void> {
  const key = await send<{ connectionKey: string; secret: string }>(`${url}/api/tactus/device-keys`, asJson({}));
  enrolments.set(key.connectionKey, key.secret);
}

async function send<T>(address: string, init?: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  const body = await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${body}`);
  return JSON.parse(body) as T; // the form that this cloud documents
}

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function expectDevices(url: string, devices: ReadonlySet<string>): Promise<void> {
  const listed = await send<{ devices: { connectionKey: string }[] }>(`${url}/_control/devices`);
  const there = new Set(listed.devices.map(({ connectionKey }) => connectionKey));
  expect([...devices].filter((key) => !there.has(key))).toEqual([]);
}

async function expectScripts(url: string, scripts: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of scripts) {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    // Compared first, because the difference of two long texts takes long to print.
    expect((await response.text()) === text).toBe(true);
  }
}

/** Removes every key, for which its own secret is needed. */
async function expectEnrolments(url: string, enrolments: ReadonlyMap<string, string>): Promise<void> {
  for (const [connectionKey, secret] of enrolments) {
    const headers = { 'x-connection-key': connectionKey, authorization: `Bearer ${secret}` };
    const response = await fetch(`${url}/api/tactus/device-keys`, { method: 'DELETE', headers });
    expect(response.status).toBe(204);
  }
}
