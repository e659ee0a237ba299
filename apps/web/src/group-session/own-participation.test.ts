import type { GroupView } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { scriptedDevice } from '../device/testing/scripted-device.ts';
import type { GroupRoom } from './group-room.ts';
import { createOwnParticipation } from './own-participation.ts';
import type { RoomFacts } from './room-facts.ts';

const TIMELINE: GroupView['timeline'] = { seq: 1, playing: false, position_ms: 0, at: 0, rate: 1, paused_by: null };
const columns = { timesMs: Uint32Array.from([0, 60_000]), positions: Uint8Array.from([0, 100]) };
const scriptOf = (rev: number) => ({ rev, name: 'Waves', points: 2, length_ms: 60_000 });

/** A room that the test plays, and a device that answers by script; one that vibrates can take part. */
async function build(vibrates = false) {
  const time = createFakeTime();
  const { device, cloud } = await scriptedDevice(time);
  const store = createStore<RoomFacts>()(() => ({
    state: 'inside',
    over: undefined,
    points: undefined,
    target: undefined,
    view: {
      ...{
        session_id: 's1',
        name: 'Ben',
        role: 'participant',
        group: { id: 'g-1', name: '' },
        script: scriptOf(1),
        people: [],
        expires_at: 0,
      },
      timeline: TIMELINE,
    },
  }));
  const clock = {
    serverAt: () => time.now(),
    error: () => undefined,
    known: () => Promise.resolve(),
    close: () => undefined,
  };
  // Only the used part of a room.
  const room = { store, clock } as unknown as GroupRoom;
  const part = createOwnParticipation({ room, device, time, features: {}, vibrates, offsetMs: 0 });
  onTestFinished(() => part.close());
  const moves = () => cloud.lines().filter((line) => /hsp|hdsp|hvp/.test(line));
  return {
    ...{ time, part, device, store, moves },
    facts: part.store.getState,
    setScript: (rev: number) =>
      store.setState(({ view }) => ({ view: { ...view, script: scriptOf(rev) }, points: { rev, columns } })),
  };
}

describe('the own device in a group session', () => {
  test('sends nothing before the person has tapped, whatever plays', async () => {
    const { time, facts, store, setScript, moves } = await build();
    setScript(1);
    store.setState(({ view }) => ({ view: { ...view, timeline: { ...TIMELINE, seq: 2, playing: true } } }));
    await time.run(5_000);
    expect([facts().state, moves()]).toEqual(['out', []]);
  });

  test('is coming until the points are loaded, then in', async () => {
    const { time, part, facts, setScript } = await build();
    part.take();
    await time.run(100);
    expect(facts().state).toBe('coming');
    setScript(1);
    await time.run(100);
    expect(facts()).toMatchObject({ state: 'in', why: undefined });
  });

  test('follows another script', async () => {
    const { time, part, facts, setScript } = await build();
    setScript(1);
    part.take();
    await time.run(10);
    const { share } = facts();
    setScript(2);
    await time.run(10);
    expect(facts().state).toBe('in');
    expect(facts().share).not.toBe(share);
  });

  test('rests while the points of another script are loading, whatever the host plays', async () => {
    const { time, part, facts, setScript, store, moves } = await build(true);
    const play = (seq: number) =>
      store.setState(({ view }) => ({
        view: { ...view, timeline: { ...TIMELINE, seq, playing: true, at: time.now() } },
      }));
    setScript(1);
    part.take();
    play(2);
    await time.run(5_000);
    expect(moves()).not.toEqual([]);
    store.setState(({ view }) => ({ view: { ...view, script: scriptOf(2), timeline: { ...TIMELINE, seq: 3 } } }));
    expect(facts()).toMatchObject({ state: 'coming', share: undefined });
    await time.run(2_000);
    const before = moves().length;
    play(4);
    await time.run(5_000);
    expect([facts().state, moves().slice(before)]).toEqual(['coming', []]);
    setScript(2);
    await time.run(5_000);
    expect(facts().state).toBe('in');
    expect(moves().slice(before)).not.toEqual([]);
  });

  test('is out when home does not answer, and comes back only by a tap', async () => {
    const { time, part, facts, setScript, store } = await build();
    setScript(1);
    part.take();
    await time.run(10);
    store.setState({ state: 'lost' });
    expect(facts()).toMatchObject({ state: 'out', why: 'lost' });
    store.setState({ state: 'inside' });
    await time.run(1_000);
    expect(facts().state).toBe('out');
    part.take();
    await time.run(10);
    expect(facts().state).toBe('in');
  });

  test('follows once home answers again, if the person has tapped meanwhile', async () => {
    const { time, part, facts, setScript, store } = await build();
    setScript(1);
    part.take();
    await time.run(10);
    store.setState({ state: 'lost' });
    part.take();
    await time.run(10);
    expect(facts().state).toBe('coming');
    store.setState({ state: 'inside' });
    await time.run(10);
    expect(facts().state).toBe('in');
  });

  test('is out after a Stop, also while everything rests', async () => {
    const { time, part, facts, setScript, device } = await build();
    setScript(1);
    part.take();
    await time.run(10);
    void device.stop();
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'out', why: 'stopped' });
  });

  test('is out when the room is over', async () => {
    const { time, part, facts, setScript, store } = await build();
    setScript(1);
    part.take();
    await time.run(10);
    store.setState({ state: 'over', over: 'ended' });
    expect(facts()).toMatchObject({ state: 'out', why: undefined });
  });
});
