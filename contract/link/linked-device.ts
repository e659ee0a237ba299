/** A virtual device in this process whose only way to the cloud is the device link. */
import { createDeviceLink, type DeviceLink } from '@tactus/link';
import type { DeviceEvent } from '@tactus/protocol';
import { createRandom, systemTime, type Time } from '@tactus/time';
import { createVirtualDevice, type ModelName, type VirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningCloud } from '../cloud/running-cloud.ts';

export interface DeviceKey {
  readonly connectionKey: string;
  readonly secret: string;
}

export interface Linked {
  readonly key: DeviceKey;
  readonly device: VirtualDevice;
  readonly link: DeviceLink;
  /** Events of the device itself, in order. */
  readonly events: readonly DeviceEvent[];
}

interface LinkOptions {
  readonly model?: ModelName;
  readonly key?: DeviceKey;
  /** Port of a proxy in front of the cloud; the cloud's own when left out. */
  readonly port?: number;
  readonly time?: Time;
  readonly seed?: number;
}

export const linkUrl = (port: number) => `ws://127.0.0.1:${port}/api/tactus/device-link`;

/** Makes a connection key with its secret. */
export async function makeKey({ ask }: RunningCloud): Promise<DeviceKey> {
  const answer = await ask('POST /api/tactus/device-keys');
  expect(answer.status).toBe(201);
  return answer.json as DeviceKey;
}

/** Links a virtual device; both end with the test. */
export async function linkDevice(running: RunningCloud, options: LinkOptions = {}): Promise<Linked> {
  const { model = 'handy', port = running.port, time = systemTime, seed = 1 } = options;
  const key = options.key ?? (await makeKey(running));
  const random = createRandom(seed);
  const device = createVirtualDevice({ connectionKey: key.connectionKey, model, time, random });
  const events: DeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  const link = createDeviceLink({
    device,
    url: linkUrl(port),
    secret: key.secret,
    connect: (url) => new WebSocket(url),
    time,
    random,
  });
  onTestFinished(() => {
    link.close();
    device.close();
  });
  return { key, device, link, events };
}

/** Waits until the cloud reports that the device is connected, or is not. */
export async function untilConnected({ ask }: RunningCloud, { connectionKey }: DeviceKey, connected = true) {
  await expect
    .poll(async () => (await ask('GET /connected', { headers: { 'x-connection-key': connectionKey } })).json, {
      timeout: 10_000,
      interval: 20,
    })
    .toEqual({ result: { connected } });
}

/** Sends a device's calls: a line and a body. */
export function asker({ ask }: RunningCloud, { connectionKey }: DeviceKey) {
  return (line: string, body?: unknown) =>
    ask(line, {
      headers: { 'x-connection-key': connectionKey },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}
