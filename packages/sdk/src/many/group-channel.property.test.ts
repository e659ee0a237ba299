/** However requests for a channel are delayed or lost, a reference that is given out stands for the wanted devices. */
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonResponse, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { createGroupChannel } from './group-channel.ts';

const SETS = [
  ['One00001', 'Two00002', 'Six00006'],
  ['One00001', 'Two00002'],
  ['One00001', 'Six00006'],
] as const;

const journey = fc.record({
  thereMs: fc.integer({ min: 0, max: 500 }),
  backMs: fc.integer({ min: 0, max: 500 }),
  fate: fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'answer lost', 'gateway'),
});
const step = fc.record({ wanted: fc.constantFrom(...SETS), waitMs: fc.integer({ min: 0, max: 900 }) });

test('property: the cloud has the wanted devices in the channel whose reference is used', async () => {
  let used = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(journey, { minLength: 1, maxLength: 8 }),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      async (journeys, steps) => {
        const time = createFakeTime();
        const channels = new Map<string, readonly string[]>();
        let [next, made] = [0, 0];
        async function fetch(url: string, init: RequestInit): Promise<Response> {
          const way = journeys[next++ % journeys.length];
          await time.sleep(way?.thereMs ?? 0);
          if (way?.fate === 'lost') throw new TypeError('fetch failed');
          const answer = carryOut(url.split('/channels/')[1], init);
          await time.sleep(way?.backMs ?? 0);
          if (way?.fate === 'answer lost') throw new TypeError('fetch failed');
          return way?.fate === 'gateway' ? jsonResponse({}, 504) : answer;
        }
        function carryOut(known: string | undefined, { method, body }: RequestInit): Response {
          if (known !== undefined && !channels.has(known)) return jsonResponse({}, 404);
          if (method === 'DELETE') return jsonResponse({ ended: channels.delete(known ?? '') });
          made += known === undefined ? 1 : 0;
          const channel = known ?? `chref:${made}`;
          channels.set(channel, (JSON.parse(body as string) as { connectionKeys: string[] }).connectionKeys);
          return jsonResponse({ channel, secret: 's' });
        }
        const cloud = { apiBase: SCRIPTED_BASE, apiKey: 'application-1', features: { channels: true }, fetch };
        const group = createGroupChannel(cloud);
        for (const { wanted, waitMs } of steps) {
          group.referenceFor(wanted);
          await time.run(waitMs);
          const reference = group.referenceFor(wanted);
          if (reference === undefined) continue;
          used += 1;
          expect(channels.get(reference)).toEqual(wanted);
        }
        group.close();
        await time.run(2_000);
      },
    ),
    { numRuns: 300 },
  );
  expect(used).toBeGreaterThan(100);
});
