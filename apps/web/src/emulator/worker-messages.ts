import type { LinkState } from '@tactus/link';
import type { DeviceMode } from '@tactus/protocol';
import type { HardwareInputs, ModelName } from '@tactus/virtual-device';

/** The identity of a device: its key, the secret that proves its link, and its model. */
export interface EmulatorIdentity {
  readonly connectionKey: string;
  readonly secret: string;
  readonly model: ModelName;
  /** The firmware at the start; if absent, the newest. */
  readonly firmware?: string | undefined;
}

/** Something that happens to the device physically: a button pressed, the slider blocked, the charger plugged in. */
export type PhysicalAction = {
  [K in keyof HardwareInputs]: { readonly type: 'do'; readonly what: K; readonly args: Parameters<HardwareInputs[K]> };
}[keyof HardwareInputs];

/** A command of the page to the worker that runs the virtual device. */
export type EmulatorCommand =
  | { readonly type: 'start'; readonly identity: EmulatorIdentity; readonly linkUrl: string }
  /** Whether the page watches the position. */
  | { readonly type: 'watch'; readonly on: boolean }
  /** Whether it has a network. Without one the device goes on, and tries to reach its cloud. */
  | { readonly type: 'network'; readonly up: boolean }
  | PhysicalAction
  | { readonly type: 'close' };

/** What the worker reports of the virtual device: its link to the cloud and its state. */
export interface EmulatedDeviceReport {
  readonly link: LinkState;
  /** The reason of the cloud's last refusal (docs/device-link.md). */
  readonly refusal: string | undefined;
  /** Whether the device itself is on and on its network. */
  readonly online: boolean;
  readonly mode: DeviceMode | undefined;
  /** A share 0..1; undefined on a model without a battery, and before its first report. */
  readonly battery01: number | undefined;
  /** Whether its charger is plugged in; undefined as above. */
  readonly charging: boolean | undefined;
  /** The strength of vibration, a share 0..1; undefined on a model without vibration, and while it is off. */
  readonly vibration01: number | undefined;
  /** Degrees Celsius. */
  readonly motorCelsius: number | undefined;
  /** The firmware it runs; undefined while it is off. */
  readonly firmware: string | undefined;
}

/** The slider's position at a moment: ms since the epoch by this machine's clock, share 0..1 of the travel. */
export interface EmulatedPositionSample {
  readonly atMs: number;
  readonly position01: number;
  readonly moving: boolean;
}

/** A message of that worker to the page. */
export type EmulatorMessage =
  | { readonly type: 'report'; readonly report: EmulatedDeviceReport }
  | { readonly type: 'sample'; readonly sample: EmulatedPositionSample };
