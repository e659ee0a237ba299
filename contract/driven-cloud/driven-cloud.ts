/** A cloud on a fake clock that advances while a test waits for an answer or an event. */
import { type CallName, type Endpoint, endpointOf } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { onTestFinished } from 'vitest';
import { type Answer, type RequestOptions, type RunningCloud, startCloud } from '../cloud/running-cloud.ts';
import { type Listener, listen } from './listener.ts';

export type Profile = 'tactus' | 'vendor';
export const profiles: readonly Profile[] = ['tactus', 'vendor'];

export interface DrivenCloud {
  readonly profile: Profile;
  readonly port: number;
  readonly time: FakeTime;
  /** Advances the clock in small steps until the promise settles. Rejects when that takes longer than `limitMs`. */
  drive<R>(promise: Promise<R>, limitMs?: number): Promise<R>;
  /** Advances the clock by this time. */
  pass(ms: number): Promise<void>;
  ask(line: string, options?: RequestOptions): Promise<Answer>;
  /** Sends JSON to a path outside the device API. */
  send(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Makes a device and listens to it; resolves when its clock is measured. */
  makeDevice(model: string, firmware?: string): Promise<Box>;
}

/** A device of a driven cloud, with its events. */
export interface Box {
  readonly cloud: DrivenCloud;
  readonly key: string;
  readonly received: Listener;
  /** Makes one call of the contract for this device. */
  call(name: CallName, input?: unknown, options?: RequestOptions): Promise<Answer>;
  /** Performs an action on the device (docs/control.md). */
  do(action: unknown): Promise<void>;
  setFaults(faults: unknown): Promise<void>;
}

const STEP_MS = 100;
/** A request inside this process needs some ten turns of the event loop; more mean that it waits for time. */
const TURNS_A_STEP = 40;
const LIMIT_MS = 120_000;

/** Starts a cloud of a profile; `atEnd` as in `startCloud`. */
export async function startDrivenCloud(
  profile: Profile = 'tactus',
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<DrivenCloud> {
  const time = createFakeTime();
  // As the machine's own clock: whole milliseconds.
  const machineTime: Time = { ...time, now: () => Math.floor(time.now()) };
  const running: RunningCloud = await startCloud({ profile }, machineTime, atEnd);
  let made = 0;

  async function drive<R>(promise: Promise<R>, limitMs = LIMIT_MS): Promise<R> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    const endMs = time.monotonic() + limitMs;
    for (;;) {
      await untilQuiet(time, () => isSettled);
      if (isSettled) return promise;
      if (time.monotonic() >= endMs) throw new Error(`Nothing came within ${limitMs} ms`);
      await time.run(STEP_MS);
    }
  }

  const cloud: DrivenCloud = {
    profile,
    port: running.port,
    time,
    drive,
    async pass(ms) {
      const endMs = time.monotonic() + ms;
      while (time.monotonic() < endMs) {
        await untilQuiet(time);
        await time.run(Math.min(STEP_MS, endMs - time.monotonic()));
      }
      await untilQuiet(time);
    },
    ask: (line, options) => drive(running.ask(line, options)),
    send: (line, body, headers = {}) =>
      cloud.ask(line, {
        asOwner: false,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async makeDevice(model, firmware) {
      made += 1;
      const key = `Box${profile}${String(made).padStart(4, '0')}`;
      const received = await listen(cloud, key);
      await received.until('device_status');
      const order = { model, connectionKey: key, ...(firmware !== undefined && { firmware }) };
      const answer = await cloud.send('POST /_control/devices', order);
      if (answer.status !== 201) throw new Error(`The device was not made: ${answer.text}`);
      // A legacy device reports nothing of its clock.
      await received.until(firmware?.startsWith('3.') ? 'device_connected' : 'device_clock_synchronized');
      return boxOf(cloud, key, received);
    },
  };
  return cloud;
}

function boxOf(cloud: DrivenCloud, key: string, received: Listener): Box {
  const control = `/_control/devices/${key}`;
  async function sent(line: string, body: unknown): Promise<void> {
    const { status, text } = await cloud.send(line, body);
    if (status !== 200) throw new Error(`${line} was refused: ${text}`);
  }
  return {
    cloud,
    key,
    received,
    call: (name, input, options) => {
      const request = requestOf(endpointOf(name), input);
      const headers = { 'x-connection-key': key, ...request.headers, ...options?.headers };
      return cloud.ask(request.line, { ...request, ...options, headers });
    },
    do: (action) => sent(`POST ${control}/do`, action),
    setFaults: (faults) => sent(`PUT ${control}/faults`, faults),
  };
}

/** A call on the wire: input in the query or in a JSON body; a PUT without input has no body. */
export function requestOf({ method, path, inputIn }: Endpoint, input?: unknown): { line: string } & RequestOptions {
  if (input === undefined) return { line: `${method} ${path}` };
  // Facts have the fields of a query as texts.
  if (inputIn === 'query') return { line: `${method} ${path}?${new URLSearchParams(input as Record<string, string>)}` };
  return {
    line: `${method} ${path}`,
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  };
}

/** Resolves once `isOver`, or once requests inside this process and queries of their store wait for nothing but the clock. */
async function untilQuiet(time: FakeTime, isOver: () => boolean = () => false): Promise<void> {
  do {
    for (let turn = 0; turn < TURNS_A_STEP && !isOver(); turn++) await turnOfTheLoop();
  } while (!isOver() && (await time.settle()));
}

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));
