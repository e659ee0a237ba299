import { HspPlayState, initialState } from '@tactus/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SCRIPT_HOST, scriptedSession } from '../testing/scripted-session.ts';

const browserFetch = globalThis.fetch;
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ url: `${SCRIPT_HOST}/1.csv` })));
afterEach(() => void vi.stubGlobal('fetch', browserFetch));

describe('a play that is pressed again after it was cancelled', () => {
  /** A play whose script the device is slow to take; `take` lets it answer. */
  async function settingUp() {
    const world = await scriptedSession();
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    world.cloud.on('PUT /hssp/setup', async () => {
      await taken;
      return { result: { ...initialState.hsp, play_state: HspPlayState.NOT_INITIALIZED } };
    });
    const isStarting = () => world.session.state.getState().isStarting;
    void world.session.play();
    await world.time.run(500);
    expect([world.of('PUT /hssp/setup'), isStarting()]).toEqual([1, true]);
    world.session.cancelPlay();
    expect(isStarting()).toBe(false);
    const finish = async () => {
      take();
      await world.time.run(6_000);
      return [world.element.paused, world.of('PUT /hssp/play')];
    };
    return { ...world, isStarting, finish };
  }

  test('begins once the earlier one has ended', async () => {
    const { session, isStarting, finish } = await settingUp();
    void session.play();
    expect(isStarting()).toBe(true);
    expect(await finish()).toEqual([false, 1]);
    expect(isStarting()).toBe(false);
  });

  test('begins once, however often it is pressed and cancelled meanwhile', async () => {
    const { session, finish } = await settingUp();
    void session.play();
    session.cancelPlay();
    void session.play();
    void session.play();
    expect(await finish()).toEqual([false, 1]);
  });

  test('does not begin where it was cancelled again, or never pressed', async () => {
    const { session, finish, of } = await settingUp();
    void session.play();
    session.cancelPlay();
    expect(await finish()).toEqual([true, 0]);
    expect(of('PUT /hdsp/xpt')).toBe(0);
  });

  test('does not begin after a Stop', async () => {
    const { session, isStarting, pressStop, finish, of } = await settingUp();
    void session.play();
    pressStop();
    expect(isStarting()).toBe(false);
    expect(await finish()).toEqual([true, 0]);
    expect(of('PUT /hdsp/xpt')).toBe(0);
  });

  test('does not begin in a session that was closed', async () => {
    const { session, finish } = await settingUp();
    void session.play();
    session.close();
    expect(await finish()).toEqual([true, 0]);
  });
});

describe('while the slider moves to the start of its script', () => {
  /** The slider is on its way, and has not arrived. */
  async function leadingIn() {
    const world = await scriptedSession();
    const there = {
      position: 0,
      position_absolute: 5,
      speed_absolute: 0,
      dir: true,
      motor_temp: 30,
      motor_position: 0,
    };
    world.cloud.on('PUT /hdsp/xpt', () => ({ result: 'ok' }));
    void world.session.play();
    await world.time.run(500);
    const { sending, isStarting } = world.session.state.getState();
    expect([world.of('PUT /hdsp/xpt'), sending, isStarting]).toEqual([1, false, true]);
    /** The next move arrives. */
    const arrive = () =>
      world.cloud.on('PUT /hdsp/xpt', () => {
        world.cloud.on('GET /slider/state', () => ({ result: there }));
        return { result: 'ok' };
      });
    return { ...world, arrive };
  }

  test('a cancelled play stops the device, and does not happen', async () => {
    const { session, element, device, time, of } = await leadingIn();
    session.cancelPlay();
    expect(session.state.getState().isStarting).toBe(false);
    await time.run(6_000);
    expect([element.paused, of('PUT /hssp/play'), device.store.getState().stopPhase]).toEqual([true, 0, 'stopped']);
  });

  test('a play after the cancelled one moves it again and begins', async () => {
    const { session, element, arrive, time, of } = await leadingIn();
    session.cancelPlay();
    arrive();
    void session.play();
    await time.run(8_000);
    expect([element.paused, of('PUT /hdsp/xpt'), of('PUT /hssp/play')]).toEqual([false, 2, 1]);
  });
});
