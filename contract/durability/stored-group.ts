import type { Random } from '@tactus/time';
import { expect } from 'vitest';
import { asJson, ask, send } from './requests.ts';
import { bearer, type Make, TACTUS } from './thing.ts';

/** A group session with members, a script and its playing. */
export const group: Make = async (url) => {
  const path = `${TACTUS}/groups`;
  const body = { name: 'Evening', host: 'Ann' };
  const made = await send<{ session: string; secret: string; group: { id: string } }>(
    `${url}${path}`,
    asJson('POST', body),
  );
  const host = bearer(made.session);
  const members = new Map<string, string>();
  const gone: string[] = [];
  let script: { name: string; t: number[]; x: number[] } | undefined;
  let [seq, rate, number] = [0, 1, 0];

  async function join(address: string): Promise<void> {
    if (members.size > 10) return sendAway(address);
    const entry = { secret: made.secret, name: 'Ben' };
    const joined = await send<{ session: string; session_id: string }>(
      `${address}${path}/${made.group.id}/sessions`,
      asJson('POST', entry),
    );
    members.set(joined.session_id, joined.session);
  }

  async function sendAway(address: string): Promise<void> {
    const [id, session] = [...members][0] ?? [];
    if (id === undefined || session === undefined) return join(address);
    await send(`${address}${path}/people/${id}`, { method: 'DELETE', headers: host });
    members.delete(id);
    gone.push(session);
  }

  async function choose(address: string, random: Random): Promise<void> {
    number += 1;
    const times = Array.from({ length: random.integer(2, 2_000) }, (_, place) => place * 500);
    const next = { name: `Script ${number}`, t: times, x: times.map(() => random.integer(0, 100)) };
    const view = await send<{ timeline: { seq: number } }>(`${address}${path}/script`, asJson('PUT', next, host));
    script = next;
    seq = view.timeline.seq;
    rate = 1;
  }

  async function play(address: string, random: Random): Promise<void> {
    if (!script) return choose(address, random);
    const next = { playing: random.next() < 0.7, rate: random.integer(1, 8) / 4 };
    const view = await send<{ timeline: { seq: number } }>(`${address}${path}/timeline`, asJson('PUT', next, host));
    seq = view.timeline.seq;
    rate = next.rate;
  }

  const read = (address: string, session: string) => ask(`${address}${path}/session`, { headers: bearer(session) });

  return {
    change: (address, by) => by.pick([join, sendAway, choose, play])(address, by),
    async expectThere(address) {
      const state = await read(address, made.session);
      expect(state).toMatchObject({ status: 200 });
      const view = JSON.parse(state.text) as {
        people: { session: string }[];
        timeline: { seq: number };
      };
      expect(view).toMatchObject({
        role: 'host',
        group: { id: made.group.id, name: body.name },
        script: script ? { name: script.name, points: script.t.length } : null,
        timeline: { playing: false, rate },
      });
      expect(view.timeline.seq).toBeGreaterThanOrEqual(seq);
      expect(view.people.map(({ session }) => session).slice(1)).toEqual([...members.keys()]);
      for (const session of members.values()) expect((await read(address, session)).status).toBe(200);
      for (const session of gone) expect((await read(address, session)).status).toBe(401);
      if (!script) return;
      const stored = await send<object>(`${address}${path}/session/script`, { headers: host });
      expect(stored).toMatchObject({ t: script.t, x: script.x });
    },
    remove: (address) => send(`${address}${path}/session`, { method: 'DELETE', headers: host }),
    async expectGone(address) {
      for (const session of [made.session, ...members.values()])
        expect((await read(address, session)).status).toBe(401);
    },
  };
};
