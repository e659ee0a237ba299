/** A home, another cloud, an owner's tab and a guest's, each a process of its own, and the proxies between them. */
import { expect } from 'vitest';
import { type AtEnd, type Run, runMain, runSource } from '../../cloud/cloud-process.ts';
import { envOfStore } from '../../cloud/store-of-tests.ts';
import { type CuttingProxy, startProxy } from '../../link/cutting-proxy.ts';
import type { GuestOptions } from './guest.ts';
import type { OwnerOptions } from './owner.ts';
import { type WatchedDevice, watchDevice } from './watched-device.ts';

/** Origins of the processes that survive one test. */
export interface Clouds {
  readonly home: string;
  /** Has the vendor's profile; its devices have a round trip of 300 to 380 ms. */
  readonly elsewhere: string;
}

/** The part of a process that can still be read after it was killed. */
export type Program = Omit<Run, 'port'>;

/** A guest in motion, and the proxy between it and the home. */
export interface MovedDevice {
  readonly device: WatchedDevice;
  /** Origin of its cloud, and its key there. */
  readonly cloud: string;
  readonly key: string;
  readonly guest: Program;
  readonly guestsWay: CuttingProxy;
}

/** A moved device that an owner's tab bridges. */
export interface CarriedDevice extends MovedDevice {
  readonly alias: string;
  readonly owner: Program;
  readonly linkHome: CuttingProxy;
  readonly events: CuttingProxy;
}

/** The speed limit of guests. */
const SPEED = 0.5;
const STARTS_WITHIN_MS = 60_000;

const source = (name: string) => `contract/shares/killed/${name}.ts`;
const at = (port: number) => `http://127.0.0.1:${port}`;
const portOf = (url: string) => Number(new URL(url).port);

/** Starts both clouds. */
export async function startClouds(atEnd: AtEnd): Promise<Clouds> {
  const env = { PORT: '0', TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error' };
  const atHome = { ...env, ...(await envOfStore(':memory:')) };
  const [home, elsewhere] = [runMain(atHome, atEnd), runMain({ ...env, TACTUS_PROFILE: 'vendor' }, atEnd)];
  return { home: at(await home.port()), elsewhere: at(await elsewhere.port()) };
}

/** A device of the home itself, driven by a guest. */
export async function guestAtHome(clouds: Clouds, seed: number, drives: GuestOptions['drives']): Promise<MovedDevice> {
  const key = await makeDevice(clouds.home);
  return {
    ...(await startGuest(clouds.home, key, seed, drives)),
    device: watchDevice(clouds.home, key),
    key,
    cloud: clouds.home,
  };
}

/** A device of the other cloud, bridged home by its owner's tab and driven by a guest. */
export async function guestByBridge(
  clouds: Clouds,
  seed: number,
  drives: GuestOptions['drives'],
): Promise<CarriedDevice> {
  const { home, elsewhere } = clouds;
  const key = await makeDevice(elsewhere);
  const made = await post(`${home}/api/tactus/device-keys`, {});
  const { connectionKey: alias, secret } = made as { connectionKey: string; secret: string }; // docs/device-link.md
  const [linkHome, events] = [await startProxy(portOf(home)), await startProxy(portOf(elsewhere))];
  const options: OwnerOptions = {
    ...{ elsewhere, elsewhereEvents: at(events.port), connectionKey: key },
    ...{ home, homeLink: at(linkHome.port), alias, secret, speed: SPEED },
  };
  const owner = runSource(source('owner'), [JSON.stringify(options)]);
  await expect.poll(owner.output, { timeout: STARTS_WITHIN_MS }).toContain('linked');
  const guest = await startGuest(home, alias, seed, drives);
  return {
    ...guest,
    ...{ alias, owner, linkHome, events, key },
    device: watchDevice(elsewhere, key),
    cloud: elsewhere,
  };
}

async function startGuest(home: string, key: string, seed: number, drives: GuestOptions['drives']) {
  const terms = { allow: ['hamp', 'hdsp', 'hsp'], limits: { speed: SPEED } };
  const link = (await post(`${home}/api/tactus/shares`, terms, key)) as GuestOptions['link']; // docs/sharing.md
  const guestsWay = await startProxy(portOf(home));
  const options: GuestOptions = { home: at(guestsWay.port), link, drives, seed };
  const guest = runSource(source('guest'), [JSON.stringify(options)]);
  return { guest, guestsWay };
}

async function makeDevice(cloud: string): Promise<string> {
  const { connectionKey } = (await post(`${cloud}/_control/devices`, { model: 'handy' })) as { connectionKey: string }; // docs/control.md
  return connectionKey;
}

async function post(url: string, body: object, key?: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { 'X-Api-Key': 'any-id', 'X-Connection-Key': key }) },
    body: JSON.stringify(body),
  });
  expect(answer.status, url).toBe(201);
  return answer.json();
}
