import type { LinkState } from '@tactus/link';
import { DeviceMode, DeviceRefusal } from '@tactus/protocol';
import type { VirtualDevice } from '@tactus/virtual-device';

/** The facts in the line. */
export interface DeviceFacts {
  readonly link: LinkState;
  /** Whether the device itself is on and reachable. */
  readonly connected: boolean;
  readonly mode: DeviceMode | undefined;
  /** Undefined for a device without a slider. */
  readonly slider: { readonly positionMm: number; readonly speedMmPerS: number } | undefined;
}

/** Reads a device directly, not through its link. */
export async function readVirtualDevice(device: VirtualDevice, link: LinkState): Promise<DeviceFacts> {
  const mode = await unlessRefused(device.call('info.mode', {}));
  const state = await unlessRefused(device.call('slider.state', {}));
  return {
    link,
    connected: device.info() !== undefined,
    mode: mode?.mode,
    slider: state && { positionMm: state.position_absolute, speedMmPerS: state.speed_absolute },
  };
}

/** The facts in one line of a terminal. */
export function formatStateLine({ link, connected, mode, slider }: DeviceFacts): string {
  const parts = [link.padEnd(10), connected ? 'on ' : 'off', nameOf(mode).padEnd(11)];
  if (slider)
    parts.push(`${slider.positionMm.toFixed(1).padStart(5)} mm`, `${slider.speedMmPerS.toFixed(0).padStart(4)} mm/s`);
  return parts.join('  ').trimEnd();
}

const modeNames: ReadonlyMap<number, string> = new Map(
  Object.entries(DeviceMode).map(([name, number]) => [number, name]),
);

const nameOf = (mode: DeviceMode | undefined) => (mode === undefined ? '-' : (modeNames.get(mode) ?? String(mode)));

/** Undefined for a device that is off or lacks the part. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DeviceRefusal) return undefined;
    throw error;
  }
}
