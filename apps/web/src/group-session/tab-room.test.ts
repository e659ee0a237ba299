import { groupView } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ClaimOwner } from '../sharing/tab-claim.ts';
import { createTabRoom, ROOM_RESUME_RETRY_MS, type RoomRecord } from './tab-room.ts';
import { WIRE } from './testing/scripted-home.ts';

const RECORD: RoomRecord = { session: 's1', bearer: 'tgg_1', link: 'g-1', path: '/share/g-1#secret' };

/** A tab with this stored session; the test answers for home and for other tabs. */
function openTab({ record, read }: { record?: RoomRecord; read: () => Response }) {
  const time = createFakeTime();
  const requests: string[] = [];
  const claims: string[] = [];
  let stored = record;
  let notifyOwner: (owner: ClaimOwner) => void = () => undefined;
  const tab = createTabRoom({
    ...{ time, random: createRandom(1), heartbeat: (periodMs: number, run: () => void) => time.every(periodMs, run) },
    storage: {
      read: () => stored,
      write(next, previous) {
        expect(previous).toEqual(stored);
        stored = next;
      },
    },
    claim(session, onOwner) {
      claims.push(`claims ${session}`);
      notifyOwner = onOwner;
      return { takeOver: () => void claims.push('takes over'), release: () => void claims.push('releases') };
    },
    async fetch(url, init) {
      const path = url.replace(/^.*\/(groups|v3)/, '');
      if (path.startsWith('/servertime')) return Response.json({ server_time: Math.floor(time.now()) });
      requests.push(`${init.method ?? 'GET'} ${path} ${typeof init.body === 'string' ? init.body : ''}`.trimEnd());
      if (path === '/session' && init.method === 'GET') return read();
      if (path !== '/session/events') return new Response(undefined, { status: 204 });
      return new Response(new ReadableStream<Uint8Array>(), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return {
    ...{ tab, time, requests, claims },
    facts: tab.store.getState,
    stored: () => stored,
    isOwned: (owner: ClaimOwner) => notifyOwner(owner),
  };
}

const lives = () => Response.json({ ...WIRE, role: 'host' });

describe('the room of a tab whose page was reloaded', () => {
  test('is resumed with the same session and its link', async () => {
    const { tab, time, requests, facts, isOwned } = openTab({ record: RECORD, read: lives });
    tab.resume();
    expect(facts().state).toBe('resuming');
    expect(requests).toEqual([]);
    isOwned('here');
    await time.run(10);
    expect(facts().room?.store.getState().view).toMatchObject({ role: 'host', session_id: 's1' });
    expect(tab.path()).toBe(RECORD.path);
    tab.leave();
  });

  test('is requested again and again while home does not answer', async () => {
    let answers = false;
    const { tab, time, facts, isOwned } = openTab({
      record: RECORD,
      read: () => (answers ? lives() : Response.json({}, { status: 503 })),
    });
    tab.resume();
    isOwned('here');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'resuming', failed: true });
    answers = true;
    await time.run(ROOM_RESUME_RETRY_MS + 10);
    expect(facts()).toMatchObject({ state: 'inside', failed: false });
    tab.leave();
  });

  test('reports why it is over, and its secret is removed from the tab', async () => {
    const over = { error: { name: 'SessionOver', message: 'over', reason: 'ended' } };
    const { tab, time, facts, isOwned, stored } = openTab({
      record: RECORD,
      read: () => Response.json(over, { status: 401 }),
    });
    tab.resume();
    isOwned('here');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'none', over: 'ended' });
    expect(stored()).toBe(undefined);
    expect(time.pending()).toBe(0);
  });

  test('is left to another tab that uses it, until the person moves it here', async () => {
    const { tab, time, requests, claims, facts, isOwned } = openTab({ record: RECORD, read: lives });
    tab.resume();
    isOwned('elsewhere');
    await time.run(5_000);
    expect({ requests, state: facts().state }).toEqual({ requests: [], state: 'elsewhere' });
    tab.takeOver();
    expect(claims.at(-1)).toBe('takes over');
    isOwned('here');
    await time.run(10);
    expect(facts().state).toBe('inside');
    // The other tab takes it back: this one reports that its page goes away, and sends nothing more.
    isOwned('elsewhere');
    expect(requests.at(-1)).toContain('"away":true');
    const before = requests.length;
    await time.run(5_000);
    expect(requests).toHaveLength(before);
  });
});

test('the room of a tab whose page is closed is notified, and lives on in the tab', async () => {
  const { tab, time, requests, facts, stored } = openTab({ read: lives });
  const view = z.parse(groupView, WIRE);
  tab.enter({ bearer: 'tgg_1', view }, RECORD.path);
  await time.run(10);
  expect(stored()).toEqual(RECORD);
  tab.pause();
  expect(requests.at(-1)).toContain('"away":true');
  expect(requests.some((line) => line.startsWith('DELETE'))).toBe(false);
  expect(facts()).toMatchObject({ state: 'none', room: undefined });
  expect(stored()).toEqual(RECORD);
  const before = requests.length;
  await time.run(5_000);
  expect(requests).toHaveLength(before);
  expect(time.pending()).toBe(0);
  tab.resume();
  expect(facts().state).toBe('resuming');
});

test('a session of an earlier visit becomes that of this tab, unless the tab has one', () => {
  const read = () => Response.json(WIRE);
  const fresh = openTab({ read });
  fresh.tab.adopt(RECORD);
  expect([fresh.stored(), fresh.facts().state, fresh.claims]).toEqual([RECORD, 'resuming', ['claims s1']]);
  const other = openTab({ record: { ...RECORD, session: 's2' }, read });
  other.tab.adopt(RECORD);
  expect([other.stored()?.session, other.facts().state]).toEqual(['s2', 'none']);
});
