import { expect, test } from 'vitest';
import type { EffectOnMotion } from './endpoint.ts';
import { type CallName, calls } from './endpoints.ts';
import { HampPlayState } from './hamp.ts';
import { HspPlayState } from './hsp.ts';
import { DeviceMode } from './mode.ts';
import { confirmsStop, isStopCall, type ModeStopCall } from './stopping.ts';

/** Every call that changes something, by its effect on motion. The rows must agree, call by call. */
const EFFECTS: Readonly<Record<Exclude<EffectOnMotion, 'none'>, readonly CallName[]>> = {
  starts: [
    ...(['hamp.start', 'hvp.start', 'hvp.setState'] as const),
    ...(['hdsp.xava', 'hdsp.xavp', 'hdsp.xpva', 'hdsp.xpvp', 'hdsp.xat', 'hdsp.xpt'] as const),
    ...(['hsp.play', 'hsp.resume', 'hssp.play', 'hssp.resume', 'stream.play'] as const),
  ],
  prepares: ['info.setMode', 'info.setMode2', 'hsp.setup', 'hssp.setup', 'stream.setup'],
  steers: [
    ...(['hamp.velocity', 'hamp.stroke', 'slider.setStroke', 'hstp.setOffset', 'hstp.clocksync'] as const),
    ...(['hsp.add', 'hsp.flush', 'hsp.threshold', 'hsp.pauseOnStarving', 'hsp.loop', 'hsp.playbackrate'] as const),
    ...(['hsp.synctime', 'hssp.synctime', 'stream.synctime'] as const),
  ],
  pauses: ['hsp.pause', 'hssp.pause'],
  ends: ['hamp.stop', 'hsp.stop', 'hssp.stop', 'stream.stop', 'hvp.stop'],
  restarts: ['system.reboot', 'ota.updateLatest', 'ota.updateVersion', 'ota.updateFixed'],
};

test('each call has the effect on motion of this table, and no other call has one', () => {
  const rows = calls.flatMap(({ name, endpoint: { motion } }) => (motion === 'none' ? [] : [`${name} ${motion}`]));
  const expected = Object.entries(EFFECTS).flatMap(([motion, names]) => names.map((name) => `${name} ${motion}`));
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

test('a Stop is the stop of a mode, the idle mode, or a direct move of no time that stops on its target', () => {
  expect(calls.map(({ name }) => name).filter((name) => isStopCall(name, {}))).toEqual([
    ...(['hamp.stop', 'hssp.stop', 'hsp.stop', 'hvp.stop', 'stream.stop'] as const),
  ]);
  for (const name of ['info.setMode', 'info.setMode2'] as const)
    for (const mode of Object.values(DeviceMode)) expect(isStopCall(name, { mode })).toBe(mode === DeviceMode.IDLE);
  for (const name of ['hdsp.xat', 'hdsp.xpt'] as const) {
    expect(isStopCall(name, { t: 0, stop_on_target: true })).toBe(true);
    expect(isStopCall(name, { t: 1, stop_on_target: true })).toBe(false);
    expect(isStopCall(name, { t: 0, stop_on_target: false })).toBe(false);
  }
  expect(isStopCall('hdsp.xpva', { t: 0, stop_on_target: true })).toBe(false);
  for (const input of [null, undefined, 7, 'idle', []]) expect(isStopCall('info.setMode2', input)).toBe(false);
});

const PLAYERS: readonly ModeStopCall[] = ['hsp.stop', 'hssp.stop', 'stream.stop'];

test('a state confirms a stop if it reports no motion, and no other answer does', () => {
  for (const play_state of Object.values(HampPlayState))
    expect(confirmsStop('hamp.stop', { play_state })).toBe(play_state === HampPlayState.STOPPED);
  for (const name of PLAYERS)
    for (const play_state of Object.values(HspPlayState))
      expect(confirmsStop(name, { play_state })).toBe(
        play_state !== HspPlayState.PLAYING && play_state !== HspPlayState.STARVING,
      );
  expect(confirmsStop('hvp.stop', { enabled: false })).toBe(true);
  expect(confirmsStop('hvp.stop', { enabled: true })).toBe(false);
  for (const name of [...PLAYERS, 'hamp.stop', 'hvp.stop'] as const)
    for (const state of [undefined, null, 'ok', {}, { play_state: 99 }]) expect(confirmsStop(name, state)).toBe(false);
});
