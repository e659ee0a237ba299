import { describe, expect, test } from 'vitest';
import { openScriptedRoom, SCRIPT, WIRE } from './testing/scripted-home.ts';

describe('a room', () => {
  test('has the points of its script, and those of another script when it changes', async () => {
    const { time, send, facts, setRev, requests } = openScriptedRoom();
    await time.run(10);
    await send({ script: SCRIPT });
    expect(facts().points?.columns.positions).toEqual(Uint8Array.from([0, 1]));
    await send({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 2 } });
    setRev(2);
    await send({ script: { ...SCRIPT, rev: 2 }, timeline: { ...WIRE.timeline, seq: 3 } });
    expect(facts().points).toMatchObject({ rev: 2 });
    expect(requests.filter((line) => line === 'GET /session/script')).toHaveLength(2);
  });

  test('requests missing points again, without an event of home', async () => {
    const { time, send, hum, facts, setRev } = openScriptedRoom();
    await time.run(10);
    setRev(undefined);
    await send({ script: SCRIPT });
    expect(facts().points).toBeUndefined();
    setRev(1);
    await hum(3);
    expect(facts().points).toMatchObject({ rev: 1 });
  });

  test('does not use the points of the next script for the present one', async () => {
    const { time, send, facts, setRev } = openScriptedRoom();
    await time.run(10);
    setRev(2);
    await send({ script: SCRIPT });
    expect(facts().points).toBeUndefined();
    await send({ script: { ...SCRIPT, rev: 2 } });
    expect(facts().points).toMatchObject({ rev: 2 });
  });

  test('computes the timeline by home’s clock, and ignores older ones', async () => {
    const { room, time, send, facts } = openScriptedRoom();
    await time.run(200);
    await room.clock.known();
    const timeline = { ...WIRE.timeline, seq: 5, playing: true, position_ms: 1_000, at: time.now() };
    await send({ script: SCRIPT, timeline });
    await time.run(2_000);
    expect(Math.abs(room.placeMs() - 3_010)).toBeLessThan(10);
    await send({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 4 } });
    expect(facts().view.timeline.seq).toBe(5);
  });

  test('reports the state of this browser to home every two seconds, and at once when that changes', async () => {
    const { room, hum, reports } = openScriptedRoom();
    await hum(4);
    expect(reports).toEqual(Array(2).fill({ part: 'out', error_ms: null }));
    room.report('in', () => 7);
    expect(reports.at(-1)).toEqual({ part: 'in', error_ms: 7 });
    await hum(2);
    expect(reports).toHaveLength(4);
  });

  test('is lost after four seconds of silence, and back with the next frame', async () => {
    const { time, hum, send, facts } = openScriptedRoom();
    await hum(10);
    expect(facts().state).toBe('inside');
    await time.run(5_100);
    expect(facts().state).toBe('lost');
    await send({});
    expect(facts().state).toBe('inside');
  });

  test('is over when home reports that, and sends nothing any more', async () => {
    const { time, send, facts, requests } = openScriptedRoom();
    await time.run(10);
    await send({ reason: 'removed' }, 'over');
    expect(facts()).toMatchObject({ state: 'over', over: 'removed' });
    const before = requests.length;
    await time.run(60_000);
    expect(requests).toHaveLength(before);
  });

  test('sends the end of its session when it is left', async () => {
    const { room, time, facts, requests } = openScriptedRoom();
    await time.run(10);
    room.leave();
    room.leave();
    expect(facts()).toMatchObject({ state: 'over', over: 'left' });
    expect(requests.filter((line) => line === 'DELETE /session')).toHaveLength(1);
  });
});
