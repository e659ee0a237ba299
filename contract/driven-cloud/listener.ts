/** The events of a stream, frame by frame; every frame is checked against the contract on arrival. */
import { type EventName, events, isEventName } from '@tactus/protocol';
import { expect } from 'vitest';
import { type Frame, openEvents } from '../cloud/event-reader.ts';
import type { DrivenCloud, Profile } from './driven-cloud.ts';
import { expectToFit } from './fits.ts';

export interface ReceivedEvent {
  readonly name: EventName;
  readonly data: unknown;
  /** The two forms of frames: named ones, and unnamed ones as in the vendor's document (docs/device-api.md#52-frames). */
  readonly form: 'named' | 'unnamed';
}

export interface Listener {
  /** All events up to and with the first of that name, and of that payload where one is stated. */
  until(name: EventName, payload?: object): Promise<readonly ReceivedEvent[]>;
  /** All events of the device until now. It has to be online. */
  soFar(): Promise<readonly ReceivedEvent[]>;
}

/** Opens the stream of a device, which need not exist yet. */
export async function listen(cloud: DrivenCloud, key: string, events?: string): Promise<Listener> {
  const query = new URLSearchParams({ ck: key, apikey: 'any-id', ...(events !== undefined && { events }) });
  const stream = await cloud.drive(openEvents(cloud.port, `?${query}`));
  let marks = 0;

  async function untilFits(name: EventName, payload: object | undefined): Promise<readonly ReceivedEvent[]> {
    const received: ReceivedEvent[] = [];
    const search = async () => {
      for (;;) {
        const next = readEvent(await stream.next(), key, cloud.profile);
        received.push(next);
        if (next.name === name && (payload === undefined || hasFields(next.data, payload))) return received;
      }
    };
    return cloud.drive(search()).catch((error: unknown) => {
      const names = received.map((one) => one.name).join(', ');
      throw new Error(`${name} ${JSON.stringify(payload)} was not received, but: ${names}`, { cause: error });
    });
  }

  return {
    until: untilFits,
    async soFar() {
      marks = (marks % 1_000) + 1;
      const done = await cloud.send(`POST /_control/devices/${key}/do`, { wifiScan: marks });
      expect(done.status).toBe(200);
      return (await untilFits('wifi_scan_complete', { nr_of_networks: marks })).slice(0, -1);
    },
  };
}

function readEvent(frame: Frame, key: string, profile: Profile): ReceivedEvent {
  const form = frame.event === undefined ? 'unnamed' : 'named';
  if (profile === 'tactus') expect(frame).toEqual({ ...frame, event: expect.any(String), id: expect.any(String) });
  else expect(frame.id).toBeUndefined();
  const { name, body } = form === 'named' ? { name: frame.event, body: frame.data } : readUnnamed(frame.data);
  if (name === undefined || !isEventName(name)) throw new Error(`No event of the contract: ${name}`);
  expect(body).toMatchObject({ connection_key: key });
  const { data } = body as { readonly data?: unknown }; // the check above has shown that it is an object
  expectToFit(events[name], data, name);
  return { name, data, form };
}

/** `{id, type, data}`, as the vendor's document has it. */
function readUnnamed(data: unknown): { name: string; body: unknown } {
  expect(data).toEqual({ id: expect.any(String), type: expect.any(String), data: expect.any(Object) });
  const { type, data: body } = data as { type: string; data: unknown }; // the check above has shown that it is an object
  return { name: type, body };
}

function hasFields(data: unknown, fields: object): boolean {
  return expect.objectContaining(fields).asymmetricMatch(data);
}
