import type { LinkState } from '@tactus/link';
import type { DeviceMode } from '@tactus/protocol';
import type { Hardware, ModelName } from '@tactus/virtual-device';

/** Which device it is: its key, the secret that makes a link its own, and what it is a model of. */
export interface EmulatorIdentity {
  readonly connectionKey: string;
  readonly secret: string;
  readonly model: ModelName;
  /** The firmware it begins with; absent: the newest. */
  readonly firmware?: string | undefined;
}

/** What a hand, a cable or the world does to the device. */
export type HardwareOrder = {
  [What in keyof Hardware]: { readonly type: 'do'; readonly what: What; readonly args: Parameters<Hardware[What]> };
}[keyof Hardware];

/** The orders of the page to the worker. */
export type EmulatorOrder =
  | { readonly type: 'start'; readonly identity: EmulatorIdentity; readonly linkUrl: string }
  /** Whether somebody watches the position. */
  | { readonly type: 'watch'; readonly on: boolean }
  /** Whether its network is there. Without it the device goes on and looks for its cloud. */
  | { readonly type: 'network'; readonly up: boolean }
  | HardwareOrder
  | { readonly type: 'close' };

/** How the device is. */
export interface EmulatorReport {
  readonly link: LinkState;
  /** Why the cloud refused it last (docs/device-link.md). */
  readonly refusal: string | undefined;
  /** Whether the device itself is on and on its network. */
  readonly online: boolean;
  readonly mode: DeviceMode | undefined;
  /** A share 0..1; undefined on a model without a battery, and before its first report. */
  readonly battery01: number | undefined;
  /** Whether its charger is plugged in; undefined as above. */
  readonly charging: boolean | undefined;
  /** How strongly it vibrates, a share 0..1; undefined on a model without vibration, and while it is off. */
  readonly vibration01: number | undefined;
  /** Degrees Celsius. */
  readonly motorCelsius: number | undefined;
  /** The firmware it runs; undefined while it is off. */
  readonly firmware: string | undefined;
}

/** Where its slider was at a moment: ms since the epoch by this machine's clock, share 0..1 of the travel. */
export interface EmulatorSample {
  readonly atMs: number;
  readonly position01: number;
  readonly moving: boolean;
}

/** The messages of the worker to the page. */
export type EmulatorNews =
  | { readonly type: 'report'; readonly report: EmulatorReport }
  | { readonly type: 'sample'; readonly sample: EmulatorSample };
