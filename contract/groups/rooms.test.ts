import { describe, expect, test } from 'vitest';
import { type Headers, sharedWorld } from '../shares/shared-world.ts';

const SCRIPT = { name: 'Waves', t: [0, 1_000, 60_000], x: [0, 100, 0] };
const BASE = '/api/tactus/groups';

/** A cloud with a group, and functions to join it. */
async function roomWorld(changes: Parameters<typeof sharedWorld>[0] = {}) {
  const world = await sharedWorld(changes);
  const { as, listen } = world;

  function member(json: { session: string; session_id: string }) {
    const bearer: Headers = { authorization: `Bearer ${json.session}` };
    const ask = as(bearer);
    return {
      ...{ id: json.session_id, ask },
      view: async () => (await ask(`GET ${BASE}/session`)).json,
      report: (part = 'ready', error_ms: number | null = null) => ask(`PUT ${BASE}/session/report`, { part, error_ms }),
      async follow() {
        const received = await listen(`GET ${BASE}/session/events`, bearer);
        await world.time.settle();
        return received;
      },
      play: (update: object = {}) => ask(`PUT ${BASE}/timeline`, { playing: true, ...update }),
      pause: () => ask(`PUT ${BASE}/timeline`, { playing: false }),
    };
  }
  const made = await as({})(`POST ${BASE}`, { name: 'Evening', host: 'Ann' });
  expect(made.status).toBe(201);
  const room = made.json as { id: string; secret: string; path: string; session: string; group: { id: string } };
  const enter = (name = 'Ben', secret = room.secret) =>
    as({})(`POST ${BASE}/${room.group.id}/sessions`, { secret, name });
  return {
    ...world,
    ...{ room, enter, made },
    host: member(made.json),
    come: async (name?: string) => {
      const entered = await enter(name);
      expect(entered.status).toBe(201);
      return member(entered.json);
    },
  };
}

describe('the link of a group', () => {
  test('has a secret of 256 bits that is shown once, and an id that no connection key looks like', async () => {
    const { room, host } = await roomWorld();
    expect(Buffer.from(room.secret, 'base64url')).toHaveLength(32);
    expect(room.path).toBe(`/share/${room.group.id}#${room.secret}`);
    expect(room.group.id).toMatch(/^g-/);
    expect(JSON.stringify(await host.view())).not.toContain(room.secret);
    expect(JSON.stringify(await host.view())).not.toContain(room.session);
  });

  test('is refused with a wrong secret, guesses are limited, and the right secret is still accepted', async () => {
    const { enter, room } = await roomWorld();
    for (let guesses = 0; guesses < 20; guesses++) expect((await enter('G', `x${guesses}`)).status).toBe(404);
    expect((await enter('G', 'x20')).status).toBe(429);
    expect((await enter('G', room.secret)).status).toBe(201);
  });

  test('admits sixteen people, and another one when a member has been silent for a minute', async () => {
    const { enter, come, host, time } = await roomWorld();
    for (let people = 0; people < 15; people++) await come(`P${people}`);
    expect(await enter()).toMatchObject({ status: 409, json: { error: { name: 'GroupFull' } } });
    await time.run(30_000);
    await host.report();
    await time.run(31_000);
    expect((await enter()).status).toBe(201);
    expect((await host.view()).people).toHaveLength(2);
  });
});

test('who has been silent for a minute is not counted any more, though the stream is open: its network may be gone', async () => {
  const { come, host, time } = await roomWorld();
  const [ben, eve] = [await come('Ben'), await come('Eve')];
  const received = await ben.follow();
  for (let minutes = 0; minutes < 4; minutes++) {
    await time.run(15_000);
    await Promise.all([host.report(), eve.report('in', 5)]);
  }
  await time.run(1_100);
  expect((await host.view()).people.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Eve']);
  expect(received.events('over')).toEqual([{ reason: 'left' }]);
});

describe('rights', () => {
  test('a participant sees everything and changes nothing; a stranger has no access', async () => {
    const { come, as, host } = await roomWorld();
    const ben = await come();
    const [toHost, calls] = [
      [`PUT ${BASE}/script`, `PUT ${BASE}/timeline`, `DELETE ${BASE}/people/${ben.id}`],
      [`GET ${BASE}/session`, `GET ${BASE}/session/script`, `DELETE ${BASE}/session`],
    ] as const;
    for (const line of toHost) expect((await ben.ask(line, { ...SCRIPT, playing: true })).status).toBe(403);
    for (const line of [...toHost, ...calls])
      for (const headers of [{}, { authorization: 'Bearer tgg_guess' }, { authorization: 'Bearer any' }])
        expect((await as(headers)(line, { ...SCRIPT, playing: true })).status).toBe(401);
    expect((await host.view()).timeline).toMatchObject({ seq: 0, playing: false });
  });

  test('a page of another origin is refused', async () => {
    const { as } = await roomWorld();
    const foreign = as({ origin: 'https://elsewhere.example' });
    expect((await foreign(`POST ${BASE}`, { name: 'A', host: 'B' })).status).toBe(403);
  });

  test('the host removes a member, who is notified and cannot use that session again', async () => {
    const { come, host, time } = await roomWorld();
    const ben = await come();
    const received = await ben.follow();
    expect((await host.ask(`DELETE ${BASE}/people/${ben.id}`)).status).toBe(204);
    await time.run(1_100);
    expect(received.events('over')).toEqual([{ reason: 'removed' }]);
    expect(received.isOver()).toBe(true);
    expect(await ben.ask(`GET ${BASE}/session`)).toMatchObject({
      status: 401,
      json: { error: { name: 'SessionOver', reason: 'removed' } },
    });
  });

  test('a session of a group gives access to no device', async () => {
    const { room, as } = await roomWorld({ apiKeys: ['our-app'] });
    const asDevice = as({ authorization: `Bearer ${room.session}`, 'x-connection-key': 'DemoHandy1' });
    expect((await asDevice('PUT /hamp/start')).status).toBe(401);
  });
});

describe('the timeline', () => {
  test('is sent to every member, and a change takes effect a moment later by the server’s clock', async () => {
    const { come, host, time } = await roomWorld();
    const ben = await come();
    const received = await ben.follow();
    expect((await host.play()).json).toMatchObject({ error: { name: 'NoScript' } });
    expect((await host.ask(`PUT ${BASE}/script`, SCRIPT)).status).toBe(200);
    expect((await ben.ask(`GET ${BASE}/session/script`)).json).toEqual({ rev: 1, t: SCRIPT.t, x: SCRIPT.x });
    const at = time.now();
    await host.play({ position_ms: 5_000, rate: 2 });
    const { timeline } = received.events('group').at(-1);
    expect(timeline).toMatchObject({ playing: true, position_ms: 5_000, rate: 2, paused_by: null });
    expect(timeline.at - at).toBeGreaterThanOrEqual(500);
    expect(timeline.at - at).toBeLessThan(600);
  });

  test('a member who joins late receives the present position', async () => {
    const { come, host, time } = await roomWorld();
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    await host.play();
    await time.run(4_000);
    const late = await (await come('Late')).follow();
    expect(late.events('group')[0]).toMatchObject({
      role: 'participant',
      script: { rev: 1, name: 'Waves', points: 3, length_ms: 60_000 },
      timeline: { playing: true, position_ms: 0 },
    });
  });

  test('pauses for every member when the host was silent for six seconds, and only the host resumes it', async () => {
    const { come, host, time } = await roomWorld();
    const ben = await come();
    const received = await ben.follow();
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    await host.play();
    for (let seconds = 0; seconds < 8; seconds += 2) {
      await time.run(2_000);
      await host.report('in');
    }
    expect(received.events('group').at(-1).timeline.playing).toBe(true);
    await time.run(8_000);
    expect(received.events('group').at(-1).timeline).toMatchObject({ playing: false, paused_by: 'host-gone' });
    await host.report('in');
    await time.run(3_000);
    // A seek and another rate that were sent before the host knew of it start nothing.
    expect((await host.ask(`PUT ${BASE}/timeline`, { position_ms: 9_000, rate: 2 })).status).toBe(200);
    expect((await ben.view()).timeline).toMatchObject({ playing: false, position_ms: 9_000, rate: 2 });
    await host.play();
    expect((await ben.view()).timeline).toMatchObject({ playing: true, paused_by: null });
  });

  test('pauses at the end of the script', async () => {
    const { host, time } = await roomWorld();
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    await host.play({ position_ms: 58_000 });
    await time.run(4_000);
    expect((await host.view()).timeline).toMatchObject({ playing: false, position_ms: 60_000, paused_by: 'end' });
  });

  test('another script stops playback and pauses at its start', async () => {
    const { host } = await roomWorld();
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    await host.play({ position_ms: 9_000 });
    const { json } = await host.ask(`PUT ${BASE}/script`, { ...SCRIPT, name: 'Other' });
    expect(json).toMatchObject({ script: { rev: 2, name: 'Other' }, timeline: { playing: false, position_ms: 0 } });
  });

  test('invalid points and updates are refused in words', async () => {
    const { host } = await roomWorld();
    const bad = [
      { ...SCRIPT, t: [0, 5, 5] },
      { ...SCRIPT, x: [0, 101, 0] },
      { ...SCRIPT, x: [0, 1] },
      { name: 'One', t: [0], x: [0] },
      { ...SCRIPT, t: ['0', 1, 2] },
      { t: SCRIPT.t, x: SCRIPT.x },
    ];
    for (const script of bad) expect((await host.ask(`PUT ${BASE}/script`, script)).status).toBe(400);
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    for (const update of [{ playing: 1 }, { rate: 9 }, { position_ms: -1 }])
      expect((await host.play(update)).status).toBe(400);
    expect((await host.report('driving')).status).toBe(400);
  });
});

describe('a page that goes away and comes back', () => {
  test('of the host pauses the timeline at once, and the host is shown as away until the page sends something again', async () => {
    const { come, host, time } = await roomWorld();
    await host.ask(`PUT ${BASE}/script`, SCRIPT);
    const received = await (await come()).follow();
    await host.play();
    expect((await host.ask(`PUT ${BASE}/session/report`, { part: 'out', away: true })).status).toBe(204);
    await time.run(1_100);
    const away = received.events('group').at(-1);
    expect(away.timeline).toMatchObject({ playing: false, paused_by: 'host-gone' });
    expect(away.people[0]).toMatchObject({ role: 'host', here: false });
    // The same session goes on: nothing plays by itself.
    expect((await host.view()).role).toBe('host');
    await time.run(1_100);
    const back = received.events('group').at(-1);
    expect(back.people[0]).toMatchObject({ role: 'host', here: true });
    expect(back.timeline.playing).toBe(false);
    expect((await host.ask(`PUT ${BASE}/session/report`, { part: 'out', away: 'no' })).status).toBe(400);
  });

  test('is shown as away where it sends nothing, though its stream is open', async () => {
    const { come, host, time } = await roomWorld();
    const received = await (await come()).follow();
    await host.follow();
    await time.run(8_000);
    expect(received.events('group').at(-1).people[0]).toMatchObject({ role: 'host', here: false });
  });
});

describe('presence', () => {
  test('is sent with each member’s report, at most once a second', async () => {
    const { come, host, time } = await roomWorld();
    const received = await host.follow();
    const [ben, eve] = [await come('Ben'), await come('Eve')];
    await time.run(1_100);
    const before = received.events('group').length;
    await ben.report('in', 4.4);
    await eve.report('in', 12);
    await ben.report('in', 5);
    await time.run(1_100);
    expect(received.events('group').length - before).toBeLessThanOrEqual(2);
    expect(received.events('group').at(-1).people).toMatchObject([
      { name: 'Ann', role: 'host', here: true, part: 'out' },
      { name: 'Ben', part: 'in', error_ms: 5 },
      { name: 'Eve', part: 'in', error_ms: 12 },
    ]);
  });

  test('a stream is never silent for longer than a second', async () => {
    const { come, time } = await roomWorld();
    const received = await (await come()).follow();
    await time.run(1_100);
    const length = received.text().length;
    await time.run(1_100);
    expect(received.text().length).toBeGreaterThan(length);
  });
});

describe('the end of a group', () => {
  test('comes when the host leaves, for every member, and the link reports it', async () => {
    const { come, enter, host, time } = await roomWorld();
    const ben = await come();
    const received = await ben.follow();
    expect((await host.ask(`DELETE ${BASE}/session`)).status).toBe(204);
    expect(received.events('over')).toEqual([{ reason: 'ended' }]);
    expect((await ben.ask(`GET ${BASE}/session`)).json.error.reason).toBe('ended');
    expect(await enter()).toMatchObject({ status: 410, json: { error: { name: 'GroupOver' } } });
    await time.run(11 * 60_000);
    expect((await enter()).status).toBe(404);
  });

  test('comes two hours after the host’s last message, and four hours after its creation in any case', async () => {
    const silent = await roomWorld();
    const made = silent.time.now();
    expect((await silent.host.view()).expires_at - made).toBeLessThanOrEqual(2 * 3_600_000 + 5_000);
    await silent.time.run(2 * 3_600_000 + 2_000);
    expect((await silent.host.ask(`GET ${BASE}/session`)).json.error.reason).toBe('expired');

    const busy = await roomWorld();
    for (let hours = 0; hours < 4; hours += 1) {
      expect((await busy.host.report()).status).toBe(204);
      await busy.time.run(3_600_000);
    }
    await busy.time.run(2_000);
    expect((await busy.host.ask(`GET ${BASE}/session`)).json.error.reason).toBe('expired');
  });
});

test('groups exist under the vendor’s profile too, and the configuration of the app lists them', async () => {
  const { ask, host } = await roomWorld({ profile: 'vendor' });
  expect((await host.view()).role).toBe('host');
  expect((await ask('GET /api/tactus/features')).status).toBe(200);
});
