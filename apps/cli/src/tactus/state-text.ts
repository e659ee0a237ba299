import { DeviceMode, HardwareModel } from '@tactus/protocol';
import type { DeviceState, PositionEstimate } from '@tactus/sdk';

const modeNames: ReadonlyMap<number, string> = new Map(
  Object.entries(DeviceMode).map(([name, number]) => [number, name]),
);

/** The name of a mode, or its number where it has no name here. */
export const modeText = (mode: number | undefined): string =>
  mode === undefined ? 'unknown' : (modeNames.get(mode) ?? `mode ${mode}`);

const modelNames: ReadonlyMap<number, string> = new Map([
  [HardwareModel.HANDY_1, 'The Handy'],
  [HardwareModel.OH, 'Oh'],
  [HardwareModel.HANDY_1_2, 'The Handy 1.2'],
  [HardwareModel.HANDY_2, 'The Handy 2'],
  [HardwareModel.HANDY_2_PRO, 'The Handy 2 Pro'],
]);

/** The name of a model. */
export const modelText = (model: number | undefined): string =>
  model === undefined ? 'unknown' : (modelNames.get(model) ?? `model ${model}`);

/** The state of a device in one line: connection, mode, motion, and the estimated position of the slider. */
export function formatStateText(state: DeviceState, position: PositionEstimate | undefined): string {
  const parts = [state.connected ? 'on ' : 'off', modeText(state.mode).padEnd(8), motionOf(state).padEnd(18)];
  if (position) parts.push(`${position.positionMm.toFixed(0).padStart(3)} mm (estimated)`);
  return parts.join('  ').trimEnd();
}

function motionOf({ mode, hamp, hsp, hvp, trouble }: DeviceState): string {
  if (trouble.sliderBlocked) return 'slider blocked';
  if (mode === DeviceMode.HAMP)
    return hamp.play_state === 1 ? `velocity ${Math.round(hamp.velocity * 100)} %` : 'stopped';
  if (mode === DeviceMode.HSP || mode === DeviceMode.HSSP)
    return `player ${['idle', 'playing', 'stopped', 'paused', 'starving'][hsp.play_state] ?? ''}`;
  if (mode === DeviceMode.VIBRATE) return hvp.enabled ? `amplitude ${Math.round(hvp.amplitude * 100)} %` : 'stopped';
  return '';
}
