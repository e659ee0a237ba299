/** Events that are lost or doubled when a stream is resumed by `Last-Event-ID`, with clients killed at random. */
import { type ClientRequest, request } from 'node:http';
import { createRandom, type Random, systemTime } from '@tactus/time';
import { createMeasuredCloud } from '../load/measured-cloud.ts';
import { talkativeDevice } from '../load/talkative-device.ts';
import { type Row, toRow } from '../measure/row.ts';

const CLIENTS = 6;
const KILLS = 1_000;
const SEED = 20_261_121;
const KEY = 'ResumeBench1';
/** Interval between events, unless a client is too far behind: the cloud stores 256 events. */
const TELL_EVERY_MS = 2;
const MOST_BEHIND = 128;
const MOST_EVENTS_OF_A_LIFE = 8;

/** The state that all clients and the source of events share. */
interface World {
  readonly port: number;
  readonly random: Random;
  kills: number;
  /** The number of the last event, once it is known. */
  last: number;
}

/** Kills clients, which reconnect with their last id, and compares the events of each with those sent. */
export async function resumeRow(): Promise<Row> {
  const cloud = await createMeasuredCloud();
  try {
    const device = talkativeDevice(KEY);
    cloud.link(device);
    const { port } = await cloud.listen();
    const world: World = { port, random: createRandom(SEED), kills: 0, last: Number.POSITIVE_INFINITY };
    const received = Array.from({ length: CLIENTS }, (): number[] => []);
    const all = Promise.all(received.map((mine) => live(world, mine)));
    let sent = 0;
    const isBehind = (mine: readonly number[]) => sent - (mine.at(-1) ?? sent) > MOST_BEHIND;
    const send = () => {
      sent += 1;
      device.emit({ name: 'device_error', data: { code: sent } });
    };
    while (world.kills < KILLS) {
      if (!received.some(isBehind)) send();
      await Promise.race([systemTime.sleep(TELL_EVERY_MS), all]);
    }
    world.last = sent + 1;
    send();
    await all;
    return toRow({
      row: `events lost, doubled or out of order, of ${received.flat().length} received by ${CLIENTS} clients that are killed ${KILLS} times at random and resume`,
      value: received.map(wrong).reduce((sum, events) => sum + events, 0),
      unit: 'events',
      bounds: { atMost: 0 },
    });
  } finally {
    await cloud.close();
  }
}

/** How many of the numbers are not one more than the previous one, and how many are missing between. */
function wrong(received: readonly number[]): number {
  let count = 0;
  for (const [place, number] of received.entries()) {
    const before = received[place - 1];
    if (before !== undefined && number !== before + 1) count += Math.max(1, number - before - 1);
  }
  return count;
}

/** Reads into `received`, is killed after some events, reconnects with its last id, until the last event. */
async function live(world: World, received: number[]): Promise<void> {
  for (let lastId = ''; received.at(-1) !== world.last; ) {
    const until = received.length + world.random.integer(0, MOST_EVENTS_OF_A_LIFE);
    lastId = await liveOnce(world, lastId, received, () =>
      world.kills >= KILLS ? received.at(-1) === world.last : received.length >= until,
    );
    world.kills += 1;
  }
}

/** One connection, cut once `isEnough`, in the middle of further bytes. Resolves with the last received id. */
function liveOnce({ port }: World, lastId: string, received: number[], isEnough: () => boolean): Promise<string> {
  const headers = {
    ...{ 'x-api-key': 'bench', 'x-connection-key': KEY },
    ...(lastId !== '' && { 'last-event-id': lastId }),
  };
  return new Promise((resolve, reject) => {
    let [id, rest] = [lastId, ''];
    const cut = (outgoing: ClientRequest) => {
      outgoing.destroy();
      resolve(id);
    };
    const outgoing = request({ port, host: '127.0.0.1', path: '/api/handy-rest/v3/sse', headers, agent: false });
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('The cloud ended a stream')));
    outgoing.on('response', (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          if (outgoing.destroyed) return;
          id = /^id: ?(.*)$/m.exec(frame)?.[1] ?? id;
          const code = /^event: ?device_error$/m.test(frame) && /"code":(\d+)/.exec(frame)?.[1];
          if (code) received.push(Number(code));
          if (isEnough()) cut(outgoing);
        }
      });
    });
    outgoing.end();
  });
}
