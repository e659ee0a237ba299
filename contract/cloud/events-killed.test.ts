/** Clients of the event stream that are killed at random and reconnect miss no event and receive none twice. */
import { setImmediate } from 'node:timers/promises';
import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const CLIENTS = 6;
const KILLS = 120;
const SEED = 20_261_121;
const QUERY = '?ck=TestDevice1&apikey=any';

test(`${KILLS} kills at random, resumed by Last-Event-ID: every event once, in order`, async () => {
  const { cloud, port } = await startCloud();
  const device = testDevice({ connectionKey: 'TestDevice1' });
  cloud.link(device);
  const random = createRandom(SEED);
  let sent = 0;
  let kills = 0;
  /** The number of the last event, once it is known. */
  let last = Number.POSITIVE_INFINITY;

  /** Reads, is killed after some events, and reconnects with the last id that it received. */
  async function client(): Promise<number[]> {
    const received: number[] = [];
    let lastId = '';
    for (;;) {
      const stream = await openEvents(port, QUERY, lastId === '' ? {} : { 'last-event-id': lastId });
      const first = await stream.next();
      if (lastId === '') lastId = first.id ?? '';
      const until = received.length + random.integer(0, 8);
      while (kills >= KILLS ? received.at(-1) !== last : received.length < until) {
        const { event, id, data } = await stream.next();
        lastId = id ?? lastId;
        // The device of this test numbers its errors.
        if (event === 'device_error') received.push((data as { data: { code: number } }).data.code);
      }
      if (received.at(-1) === last) return received;
      kills += 1;
      stream.close();
    }
  }

  const clients = Array.from({ length: CLIENTS }, client);
  await expect.poll(() => kills).toBeGreaterThan(0);
  while (kills < KILLS) {
    sent += 1;
    device.emit({ name: 'device_error', data: { code: sent } });
    await setImmediate();
  }
  last = sent + 1;
  device.emit({ name: 'device_error', data: { code: last } });
  for (const received of await Promise.all(clients)) {
    const from = received[0] ?? 0;
    expect(received).toEqual(Array.from({ length: last - from + 1 }, (_, index) => from + index));
  }
});
