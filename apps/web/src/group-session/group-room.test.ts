import { describe, expect, test } from 'vitest';
import { openScriptedRoom, SCRIPT, WIRE } from './testing/scripted-home.ts';

describe('a room', () => {
  test('has the points of what plays, and those of another script when it comes', async () => {
    const { time, tell, facts, setRev, asked } = openScriptedRoom();
    await time.run(10);
    await tell({ script: SCRIPT });
    expect(facts().points?.columns.positions).toEqual(Uint8Array.from([0, 1]));
    await tell({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 2 } });
    setRev(2);
    await tell({ script: { ...SCRIPT, rev: 2 }, timeline: { ...WIRE.timeline, seq: 3 } });
    expect(facts().points).toMatchObject({ rev: 2 });
    expect(asked.filter((line) => line === 'GET /session/script')).toHaveLength(2);
  });

  test('asks again for points that did not come, without a word of home', async () => {
    const { time, tell, hum, facts, setRev } = openScriptedRoom();
    await time.run(10);
    setRev(undefined);
    await tell({ script: SCRIPT });
    expect(facts().points).toBeUndefined();
    setRev(1);
    await hum(3);
    expect(facts().points).toMatchObject({ rev: 1 });
  });

  test('does not take the points of the next script for those that play', async () => {
    const { time, tell, facts, setRev } = openScriptedRoom();
    await time.run(10);
    setRev(2);
    await tell({ script: SCRIPT });
    expect(facts().points).toBeUndefined();
    await tell({ script: { ...SCRIPT, rev: 2 } });
    expect(facts().points).toMatchObject({ rev: 2 });
  });

  test('knows where the timeline is by home’s clock, and takes no older one', async () => {
    const { room, time, tell, facts } = openScriptedRoom();
    await time.run(200);
    await room.clock.known();
    const timeline = { ...WIRE.timeline, seq: 5, playing: true, position_ms: 1_000, at: time.now() };
    await tell({ script: SCRIPT, timeline });
    await time.run(2_000);
    expect(Math.abs(room.placeMs() - 3_010)).toBeLessThan(10);
    await tell({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 4 } });
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

  test('is lost after four seconds of silence, and there again with the next word', async () => {
    const { time, hum, tell, facts } = openScriptedRoom();
    await hum(10);
    expect(facts().state).toBe('inside');
    await time.run(5_100);
    expect(facts().state).toBe('lost');
    await tell({});
    expect(facts().state).toBe('inside');
  });

  test('is over when home reports so, and sends nothing any more', async () => {
    const { time, tell, facts, asked } = openScriptedRoom();
    await time.run(10);
    await tell({ reason: 'removed' }, 'over');
    expect(facts()).toMatchObject({ state: 'over', over: 'removed' });
    const before = asked.length;
    await time.run(60_000);
    expect(asked).toHaveLength(before);
  });

  test('is left with a goodbye', async () => {
    const { room, time, facts, asked } = openScriptedRoom();
    await time.run(10);
    room.leave();
    room.leave();
    expect(facts()).toMatchObject({ state: 'over', over: 'left' });
    expect(asked.filter((line) => line === 'DELETE /session')).toHaveLength(1);
  });
});
