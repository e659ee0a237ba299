import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { infoOf, setUpDevice } from '../testing/scripted-device.ts';

/** A device whose motion an answer has ended, and that moves again: the event of that end is still to come. */
async function setUpRestarted() {
  const parts = setUpDevice();
  await parts.connectFully();
  const { device, time, cloud, world } = parts;
  world.mode = DeviceMode.HAMP;
  cloud.stream.send('mode_changed', { mode: DeviceMode.HAMP, mode_session_id: 1 });
  for (const call of [device.hamp.start, device.hamp.stop, device.hamp.start]) {
    const answered = call();
    await time.run(50);
    await answered;
  }
  const reads = () => cloud.lines().filter((line) => line === 'GET /hamp/state').length;
  const before = reads();
  return {
    ...parts,
    reads: () => reads() - before,
    emitEnd: () => cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0, direction: true }),
  };
}

describe('an event that reports an end of motion which an answer had reported before', () => {
  test('does not end the motion that began since: the state is read', async () => {
    const { device, time, emitEnd, reads, state } = await setUpRestarted();
    const seen: number[] = [];
    device.store.subscribe(({ hamp }) => seen.push(hamp.play_state));
    emitEnd();
    await time.run(200);
    expect([state().hamp.play_state, reads()]).toEqual([1, 1]);
    expect(seen).not.toContain(0);
  });

  test('ends the motion when the state that is read shows the end too', async () => {
    const { time, emitEnd, reads, state, world } = await setUpRestarted();
    world.hamp.play_state = 0;
    emitEnd();
    await time.run(200);
    expect([state().hamp.play_state, reads()]).toEqual([0, 1]);
  });

  test('does not end the motion by reporting another mode either', async () => {
    const { time, cloud, state } = await setUpRestarted();
    cloud.stream.send('mode_changed', { mode: DeviceMode.IDLE, mode_session_id: 2 });
    await time.run(200);
    expect([state().mode, state().hamp.play_state]).toEqual([DeviceMode.HAMP, 1]);
  });

  test('and an earlier event of that motion begin none: the state is read', async () => {
    const { device, time, cloud, reads, state } = await setUpRestarted();
    const stopped = device.hamp.stop();
    await time.run(50);
    await stopped;
    const seen: number[] = [];
    device.store.subscribe(({ hamp }) => seen.push(hamp.play_state));
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.2, direction: true });
    await time.run(200);
    expect([state().hamp.play_state, reads()]).toEqual([0, 1]);
    expect(seen).not.toContain(1);
  });

  test('and whose beginning was not reported here, as where another tab began it, ends no motion that began since', async () => {
    const { device, time, emitEnd, state } = await setUpRestarted();
    const send = async (call: () => Promise<unknown>) => {
      const answered = call();
      await time.run(50);
      await answered;
    };
    await send(device.hamp.stop);
    await time.run(6_000);
    // Another tab has started the device meanwhile.
    await send(device.hamp.stop);
    await send(device.hamp.start);
    const seen: number[] = [];
    device.store.subscribe(({ hamp }) => seen.push(hamp.play_state));
    emitEnd();
    await time.run(200);
    expect(state().hamp.play_state).toBe(1);
    expect(seen).not.toContain(0);
  });

  test('confirms no later Stop', async () => {
    const { device, cloud, time, emitEnd, state } = await setUpRestarted();
    cloud.on('PUT /hamp/stop', () => new Promise(() => undefined));
    cloud.on('PUT /mode2', () => new Promise(() => undefined));
    void device.stop();
    emitEnd();
    await time.run(400);
    expect([state().stopPhase, state().hamp.play_state]).toEqual(['stopping', 1]);
  });

  test('is believed when it comes more than five seconds later', async () => {
    const { time, emitEnd, reads, state } = await setUpRestarted();
    await time.run(6_000);
    const before = reads();
    emitEnd();
    await time.run(10);
    expect([state().hamp.play_state, reads()]).toEqual([0, before]);
  });
});

describe('events that were missed and are sent again once the stream is open again', () => {
  async function setUpReopened(id?: string) {
    const parts = await setUpRestarted();
    const { cloud, time } = parts;
    await time.run(6_000);
    cloud.stream.end();
    await time.run(1_000);
    cloud.stream.send('device_status', { connected: true, info: infoOf('01HZ0001', '4.1.1') }, id);
    const seen: [number | undefined, number][] = [];
    parts.device.store.subscribe(({ mode, hamp }) => seen.push([mode, hamp.play_state]));
    return { ...parts, seen };
  }

  test('change nothing of the motion: it is read, once for all that come together', async () => {
    const { cloud, time, emitEnd, reads, seen, state } = await setUpReopened('1-1');
    await time.run(200);
    const before = reads();
    for (let times = 0; times < 20; times++) {
      emitEnd();
      cloud.stream.send('hvp_state_changed', { enabled: true, amplitude: 0.3, frequency: 100, position: 20 });
      cloud.stream.send('mode_changed', { mode: DeviceMode.IDLE, mode_session_id: 2 });
    }
    await time.run(200);
    expect(reads() - before).toBe(1);
    expect(seen.filter(([mode, plays]) => mode !== DeviceMode.HAMP || plays !== 1)).toEqual([]);
    expect(state()).toMatchObject({ mode: DeviceMode.HAMP, hamp: { play_state: 1 }, hvp: { enabled: false } });
  });

  test('are for a while not distinguished from new ones, which the read shows', async () => {
    const { time, emitEnd, world, state } = await setUpReopened('1-1');
    await time.run(3_000);
    world.hamp = { ...world.hamp, play_state: 0 };
    emitEnd();
    await time.run(100);
    expect(state().hamp.play_state).toBe(0);
  });

  test('come from no cloud that numbers no events: what it sends is new', async () => {
    const { time, emitEnd, reads, state } = await setUpReopened();
    await time.run(200);
    const before = reads();
    emitEnd();
    await time.settle();
    expect([state().hamp.play_state, reads()]).toEqual([0, before]);
  });
});
