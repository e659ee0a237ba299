/** What clients make in a cloud, each change noted once it was acknowledged. */
import type { Random } from '@tactus/time';
import { expect } from 'vitest';
import { asJson, ask, send } from './requests.ts';
import { group } from './stored-group.ts';
import { bearer, type Make, TACTUS } from './thing.ts';

const newKey = (random: Random) => `Kept${String(random.integer(0, 999_999_999)).padStart(9, '0')}`;
const nothing = async () => undefined;

const LINES_MAX = 10_000;

const script: Make = async (url, random) => {
  const rows = Array.from(
    { length: random.integer(2, LINES_MAX) },
    (_, at) => `${at * 100},${random.integer(0, 100)}\n`,
  );
  // A CSV in its stored form.
  const text = rows.join('');
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'script.csv');
  const answer = await send<{ url: string }>(`${url}/api/script/v0/temp/upload`, { method: 'POST', body: form });
  const path = new URL(answer.url).pathname;
  return {
    change: nothing,
    async expectThere(address) {
      const stored = await ask(`${address}${path}`);
      // Compared first, because the difference of two long texts takes long to print.
      expect([stored.status, stored.text === text]).toEqual([200, true]);
    },
    remove: nothing,
    expectGone: nothing,
  };
};

async function makeDevice(url: string, random: Random): Promise<string> {
  const connectionKey = newKey(random);
  await send(`${url}/_control/devices`, asJson('POST', { model: 'handy', connectionKey }));
  return connectionKey;
}

async function hasDevice(url: string, connectionKey: string): Promise<boolean> {
  const { devices } = await send<{ devices: { connectionKey: string }[] }>(`${url}/_control/devices`);
  return devices.some((device) => device.connectionKey === connectionKey);
}

const device: Make = async (url, random) => {
  const key = await makeDevice(url, random);
  return {
    change: nothing,
    expectThere: async (address) => expect(await hasDevice(address, key)).toBe(true),
    remove: (address) => send(`${address}/_control/devices/${key}`, { method: 'DELETE' }),
    expectGone: async (address) => expect(await hasDevice(address, key)).toBe(false),
  };
};

const enrolment: Make = async (url) => {
  const path = `${TACTUS}/device-keys`;
  const key = await send<{ connectionKey: string; secret: string }>(`${url}${path}`, asJson('POST', {}));
  const removal = { method: 'DELETE', headers: { 'x-connection-key': key.connectionKey, ...bearer(key.secret) } };
  return {
    change: nothing,
    // Removing it shows that it was there: its own secret is needed for that.
    expectThere: nothing,
    remove: (address) => send(`${address}${path}`, removal),
    expectGone: async (address) => expect((await ask(`${address}${path}`, removal)).status).toBe(404),
  };
};

const share: Make = async (url, random) => {
  const connectionKey = await makeDevice(url, random);
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': connectionKey };
  const path = `${TACTUS}/shares`;
  const terms = { name: 'First', speed: 0.5 };
  const made = await send<{ id: string; secret: string }>(
    `${url}${path}`,
    asJson('POST', { name: terms.name, limits: { speed: terms.speed }, viewers: 16 }, owner),
  );
  /** Bearers of guests by their ids. */
  const guests = new Map<string, { session: string; alias: string }>();
  const removed: string[] = [];
  let [used, isLocked] = [0, false];
  const ofShare = `${path}/${made.id}`;

  async function enter(address: string): Promise<void> {
    const body = { secret: made.secret, name: 'Guest' };
    const guest = await send<{ id: string; session: string; alias: string }>(
      `${address}${ofShare}/sessions`,
      asJson('POST', body),
    );
    guests.set(guest.id, guest);
    used += 1;
  }

  async function removeGuest(address: string): Promise<void> {
    const [id, guest] = [...guests][0] ?? [];
    if (id === undefined || !guest) return enter(address);
    await send(`${address}${ofShare}/sessions/${id}`, { method: 'DELETE', headers: owner });
    guests.delete(id);
    removed.push(guest.session);
  }

  async function rename(address: string, by: Random): Promise<void> {
    const next = { name: `Name ${by.integer(0, 999)}`, speed: by.integer(1, 100) / 100 };
    await send(`${address}${ofShare}`, asJson('PATCH', { name: next.name, limits: { speed: next.speed } }, owner));
    Object.assign(terms, next);
  }

  async function lock(address: string): Promise<void> {
    const [id] = [...guests.keys()];
    if (id === undefined) return enter(address);
    const session = isLocked ? id : null;
    await send(`${address}${path}/control`, asJson('PUT', { session }, owner));
    isLocked = session === null;
  }

  const stateOf = (address: string, session: string) => ask(`${address}${path}/session`, { headers: bearer(session) });

  return {
    change: (address, by) => by.pick([enter, removeGuest, rename, lock])(address, by),
    async expectThere(address) {
      const { shares, control } = await send<{
        shares: { id: string; used: number; name: string; limits: { speed: number } }[];
        control: { locked: boolean };
      }>(`${address}${path}`, { headers: owner });
      expect(shares).toMatchObject([{ id: made.id, used, name: terms.name, limits: { speed: terms.speed } }]);
      expect(control.locked).toBe(isLocked);
      for (const [id, { session, alias }] of guests) {
        const state = await stateOf(address, session);
        expect(state).toMatchObject({ status: 200 });
        expect(JSON.parse(state.text)).toMatchObject({ id, alias, locked: isLocked });
      }
      for (const session of removed) expect((await stateOf(address, session)).status).toBe(401);
    },
    remove: (address) => send(`${address}${ofShare}`, { method: 'DELETE', headers: owner }),
    async expectGone(address) {
      const { shares } = await send<{ shares: unknown[] }>(`${address}${path}`, { headers: owner });
      expect(shares).toEqual([]);
      for (const { session } of guests.values()) expect((await stateOf(address, session)).status).toBe(401);
    },
  };
};

const channel: Make = async (url, random) => {
  const path = `${TACTUS}/channels`;
  let connectionKeys = [newKey(random), newKey(random)];
  const made = await send<{ channel: string; secret: string }>(`${url}${path}`, asJson('POST', { connectionKeys }));
  const own = `${path}/${made.channel}`;
  const read = (address: string) => ask(`${address}${own}`, { headers: bearer(made.secret) });
  let aliases: Record<string, string> = {};
  return {
    async change(address, by) {
      const next = [...connectionKeys.slice(-5), newKey(by)];
      const view = await send<{ members: { connectionKey: string; alias: string }[] }>(
        `${address}${own}`,
        asJson('PUT', { connectionKeys: next }, bearer(made.secret)),
      );
      connectionKeys = next;
      aliases = Object.fromEntries(view.members.map((member) => [member.connectionKey, member.alias]));
    },
    async expectThere(address) {
      const state = await read(address);
      expect(state).toMatchObject({ status: 200 });
      const { members } = JSON.parse(state.text) as { members: { connectionKey: string; alias: string }[] };
      expect(members.map((member) => member.connectionKey)).toEqual(connectionKeys);
      for (const member of members) expect(member.alias).toBe(aliases[member.connectionKey] ?? member.alias);
    },
    remove: (address) => send(`${address}${own}`, { method: 'DELETE', headers: bearer(made.secret) }),
    expectGone: async (address) => expect((await read(address)).status).toBe(404),
  };
};

const stream: Make = async (url) => {
  const path = `${TACTUS}/streams`;
  const made = await send<{ stream_ref: string; secret: string }>(`${url}${path}`, asJson('POST', {}));
  const own = `${path}/${made.stream_ref}`;
  const read = (address: string) => ask(`${address}${own}`, { headers: bearer(made.secret) });
  let [points, lastMs, isClosed] = [0, -1, false];

  async function append(address: string, by: Random): Promise<void> {
    const list = Array.from({ length: by.integer(1, 200) }, (_, place) => ({
      t: lastMs + 1 + place,
      x: by.integer(0, 100),
    }));
    await send(`${address}${own}/points`, asJson('POST', { points: list }, bearer(made.secret)));
    points += list.length;
    lastMs = list.at(-1)?.t ?? lastMs;
  }

  return {
    async change(address, by) {
      if (isClosed) return;
      if (by.next() < 0.8) return append(address, by);
      await send(`${address}${own}/close`, { method: 'POST', headers: bearer(made.secret) });
      isClosed = true;
    },
    async expectThere(address) {
      const state = await read(address);
      expect(state).toMatchObject({ status: 200 });
      const last = lastMs < 0 ? null : lastMs;
      expect(JSON.parse(state.text)).toEqual({ points, closed: isClosed, last_point_time: last });
    },
    remove: (address) => send(`${address}${own}`, { method: 'DELETE', headers: bearer(made.secret) }),
    expectGone: async (address) => expect((await read(address)).status).toBe(404),
  };
};

/** Makers of things by their names; every request is acknowledged, or the maker rejects. */
export const makers: Readonly<Record<string, Make>> = {
  script,
  device,
  enrolment,
  share,
  group,
  channel,
  stream,
};
