import { describe, expect, test } from 'vitest';
import { isPauseOffered, requestedRate } from './room-facts.ts';
import { openScriptedRoom, SCRIPT, WIRE } from './testing/scripted-home.ts';

const RESTS = { ...WIRE.timeline, seq: 1 };
const PLAYS = { ...RESTS, playing: true };
const at = (seq: number, timeline: object) => ({ timeline: { ...timeline, seq } });

/** A host’s room that plays, or rests. */
async function build(timeline = PLAYS) {
  const home = openScriptedRoom({ role: 'host', script: SCRIPT, timeline });
  await home.time.run(10);
  const { calls, room, time } = home;
  return {
    ...home,
    bodies: () => calls.map(({ body }) => body),
    press: (press: Parameters<typeof room.host.press>[0]) => {
      room.host.press(press).catch(() => undefined);
    },
    /** Home answers the call of that place. */
    async answer(index: number, changes: object) {
      calls[index]?.answer(changes);
      await time.run(1);
    },
    async fail(index: number) {
      calls[index]?.fail();
      await time.run(1);
    },
  };
}

describe('the commands of a host', () => {
  test('a seek and another rate do not set the play state: a paused timeline stays paused', async () => {
    const { press, bodies } = await build();
    press({ playing: false });
    press({ rate: 1.25 });
    press({ position_ms: 9_000 });
    expect(bodies().slice(1)).toEqual([{ rate: 1.25 }, { position_ms: 9_000 }]);
  });

  test('a step of the rate counts from the one sent last, and from home’s once that is received', async () => {
    const { press, facts, answer, fail } = await build();
    press({ rate: 1.25 });
    expect(requestedRate(facts())).toBe(1.25);
    press({ playing: true });
    expect(requestedRate(facts())).toBe(1.25);
    await answer(0, at(2, { ...PLAYS, rate: 1.25 }));
    await fail(1);
    expect(requestedRate(facts())).toBe(1.25);
  });

  test('the answer counts where the stream has sent nothing newer', async () => {
    const { press, facts, send, answer } = await build(RESTS);
    press({ playing: true });
    await answer(0, at(2, PLAYS));
    expect(facts().view.timeline).toMatchObject({ seq: 2, playing: true });
    press({ playing: false });
    await send(at(4, RESTS));
    await answer(1, at(3, PLAYS));
    expect(facts().view.timeline).toMatchObject({ seq: 4, playing: false });
  });

  test('a pause holds against a play that reached home after it, whatever was pressed since', async () => {
    const { press, bodies, send, answer } = await build(RESTS);
    press({ playing: true });
    press({ playing: false });
    await answer(1, at(2, RESTS));
    press({ rate: 1.25 });
    await answer(2, at(3, { ...RESTS, rate: 1.25 }));
    await send(at(4, { ...PLAYS, rate: 1.25 }));
    expect(bodies().slice(3)).toEqual([{ playing: false }]);
  });

  test('a host who leaves right after Play pauses it, though home has not reported yet that it plays', async () => {
    for (const isFailed of [false, true]) {
      const { room, press, bodies, fail, facts } = await build(RESTS);
      room.host.letGo();
      expect(bodies()).toEqual([]);
      press({ playing: true });
      expect(isPauseOffered(facts())).toBe(true);
      if (isFailed) await fail(0);
      room.host.letGo();
      expect(bodies().slice(1)).toEqual([{ playing: false }]);
    }
  });

  test('a host who leaves pauses a play that is in flight or unanswered, whatever was pressed since', async () => {
    for (const isFailed of [false, true]) {
      const { room, press, bodies, answer, fail } = await build(RESTS);
      press({ playing: true });
      if (isFailed) await fail(0);
      press({ rate: 1.25 });
      await answer(1, at(2, { ...RESTS, rate: 1.25 }));
      room.host.letGo();
      expect(bodies().slice(2)).toEqual([{ playing: false }]);
    }
  });

  test('a pause that failed is sent again when home reports that it still plays', async () => {
    const { press, bodies, fail, send } = await build();
    press({ playing: false });
    await fail(0);
    expect(bodies()).toHaveLength(1);
    await send(at(1, PLAYS));
    expect(bodies()).toEqual([{ playing: false }, { playing: false }]);
  });

  test('another script rests until the host plays it', async () => {
    const { room, answer, facts, send } = await build();
    const columns = { timesMs: Uint32Array.from([0, 9_000]), positions: Uint8Array.from([0, 100]) };
    const chosen = room.host.choose('Hills', columns);
    await answer(0, { script: { ...SCRIPT, rev: 2 }, ...at(2, RESTS) });
    await chosen;
    expect(facts().view).toMatchObject({ script: { rev: 2 }, timeline: { seq: 2 } });
    // An older frame restores neither the old script nor its timeline.
    await send({});
    expect(facts().view).toMatchObject({ script: { rev: 2 }, timeline: { seq: 2 } });
  });

  test('a script that home refused changes nothing', async () => {
    const { room, facts, fail } = await build();
    const columns = { timesMs: Uint32Array.from([0, 9_000]), positions: Uint8Array.from([0, 100]) };
    const chosen = room.host.choose('Hills', columns);
    const refused = expect(chosen).rejects.toThrow();
    await fail(0);
    await refused;
    expect([facts().target, isPauseOffered(facts())]).toEqual([undefined, true]);
  });
});
