import { DeviceMode } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createGuestConnection } from '../guest-connection.ts';

const SESSION = {
  ...{ id: 'g-1', alias: 'DemoHandy1', name: 'Ann', share: { id: 's-1', name: '' }, role: 'controller' },
  ...{
    controller: { session: 'g-1', name: 'Ann' },
    allow: ['hamp', 'hdsp'],
    expires_at: 2_000,
    session_ends_at: 1_000,
  },
  limits: { speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
};
const SHARES = '/api/tactus/shares';
const WHOLE = { min: 0, max: 1 };

/**
 * A guest who is in control of a device whose cloud the test plays. The ends of the strokes are whole in the device once a hold
 * is over.
 */
export async function enterScriptedShare() {
  const time = createFakeTime();
  const random = createRandom(1);
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  handy.world.mode = DeviceMode.HAMP;
  let ends = WHOLE;
  let isHeld = false;
  let holds = 0;
  /** The ends at each start. */
  const starts: (typeof ends)[] = [];
  function expireHold() {
    ends = WHOLE;
    isHeld = false;
    handy.world.hamp = { ...handy.world.hamp, play_state: 0 };
  }
  let onStroke = () => Promise.resolve();
  cloud.on('PUT /hamp/stroke', async ({ body }) => {
    ends = body as typeof ends; // of our own client
    await onStroke();
    return { result: handy.world.hamp };
  });
  const connection = createGuestConnection({
    ...{ link: { id: 's-1', secret: 'x' }, time, random, onError: () => undefined },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    async fetch(url, init) {
      if (url.includes('/hamp/start')) starts.push(ends);
      if (url.startsWith(SCRIPTED_BASE)) return cloud.fetch(url, init);
      if (url === `${SHARES}/s-1/sessions`) return Response.json({ ...SESSION, session: 'bearer' });
      if (url === `${SHARES}/session/events`) return new Promise(() => undefined);
      const isTaken = init.method === 'POST';
      if (isTaken) {
        isHeld = true;
        holds += 1;
      }
      if (init.method === 'DELETE') expireHold();
      if (init.method === 'DELETE') return new Response(undefined, { status: 204 });
      if (!isHeld) return Response.json({ error: { name: 'HoldLapsed', message: '' } }, { status: 410 });
      const hold = { expires_at: 0, ttl_ms: 500, renew_every_ms: 150, back_within_ms: 5_000 };
      return Response.json(hold, { status: isTaken ? 201 : 200 });
    },
    openDevice: (fetch) => createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'app', fetch, time, random }),
  });
  connection.enter('Ann');
  await time.run(10);
  handy.comeOnline();
  await time.run(2_000);
  const { inside, session } = connection.store.getState();
  if (!inside || !session) throw new Error('The guest is not inside');
  return {
    ...{ time, inside, session, starts, expireHold },
    /** How often the guest has taken the hold. */
    holds: () => holds,
    /** The next ends take half a second to be answered; `meanwhile` happens after a fifth of that. */
    delayNextStroke(meanwhile: () => void) {
      onStroke = async () => {
        onStroke = () => Promise.resolve();
        await time.sleep(100);
        meanwhile();
        await time.sleep(400);
      };
    },
    leave: connection.leave,
  };
}
