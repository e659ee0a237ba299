import { DeviceMode, HampPlayState, HspPlayState } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { stopConfirmationCheckFor } from './stop-confirmation-check.ts';

test.each([
  ['hamp.stop', {}, { play_state: HampPlayState.STOPPED }, 'hamp', true],
  ['hamp.stop', {}, { play_state: HampPlayState.PLAYING }, 'hamp', false],
  ['hamp.stop', {}, { play_state: HampPlayState.STOPPED }, 'hsp', false],
  ['hvp.stop', {}, { enabled: false }, 'hvp', true],
  ['hvp.stop', {}, { enabled: true }, 'hvp', false],
  ['hvp.stop', {}, { enabled: false }, 'hamp', false],
  ['hsp.stop', {}, { play_state: HspPlayState.STOPPED }, 'hsp', true],
  ['hssp.stop', {}, { play_state: HspPlayState.STARVING }, 'hsp', false],
  ['hssp.stop', {}, { play_state: HspPlayState.PAUSED }, 'hsp', true],
  ['stream.stop', {}, { play_state: HspPlayState.STOPPED }, 'hsp', true],
  ['stream.stop', {}, undefined, 'hsp', false],
  ['info.setMode', { mode: DeviceMode.IDLE }, 'ok', 'hamp', true],
  ['info.setMode2', { mode: DeviceMode.IDLE }, { mode: DeviceMode.IDLE }, 'hdsp', true],
  ['info.setMode2', { mode: DeviceMode.IDLE }, { mode: DeviceMode.HDSP }, 'hdsp', false],
  ['hdsp.xpt', { t: 0, stop_on_target: true }, 'ok', 'hdsp', true],
  ['hdsp.xpt', { t: 0, stop_on_target: true, immediate_rsp: true }, 'ok', 'hdsp', false],
  ['hdsp.xpt', { t: 0, stop_on_target: true }, 'ok', 'hamp', false],
] as const)('%s %j that is answered with %j while %s moves proves rest: %s', (name, input, result, mode, proves) => {
  expect(stopConfirmationCheckFor(name, input)(result, mode)).toBe(proves);
});
