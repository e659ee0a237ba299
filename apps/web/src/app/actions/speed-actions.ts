import { type Device, hasLegacyFirmware, hasSlider } from '@tactus/sdk';
import { isInMotion } from '../../device/session/motion.ts';
import {
  type DeviceSpeedControl,
  isAlternatingMotionRunning,
  speedLimitPercent,
} from '../../device-view/controls/device-speed-control.ts';
import { SHOWN_SPEED_CONTROL_REGISTRY } from '../../device-view/controls/shown-speed.ts';
import type { DeviceVibrationControl } from '../../device-view/vibration/device-vibration-control.ts';
import { SHOWN_VIBRATION_CONTROL_REGISTRY } from '../../device-view/vibration/shown-vibration.ts';

/** What one press changes, per cent. */
const STEP_PERCENT = 5;
/** How long a press takes to reach its speed, ms: as long as the buttons of the page of alternating motion. */
const RAMP_MS = 1000;
const WHOLE_PERCENT = 100;

/** The speed that an action has sent to the device, for the notice about it. */
export interface SentSpeed {
  readonly what: 'speed' | 'strength';
  readonly percent: number;
  /** The person's limits allow no more. */
  readonly isMost: boolean;
}

/** Starts the device and sets how fast it is, from any page. */
export interface SpeedActions {
  /** Starts the motion of the page or the device; where something moves, stops it instead. */
  startOrStop(): void;
  /** One step faster (1) or slower (-1); before a start it changes the speed to start with. Slower never stops. */
  step(direction: 1 | -1): void;
}

/**
 * Acts through the control that the page shows, so that the page shows the same, else through a control of its own. It leaves
 * a script, moves to positions, and a device that another tab controls alone: it can only stop these.
 */
export function createSpeedActions(parts: {
  readonly device: Device;
  readonly own: { readonly speed: DeviceSpeedControl; readonly vibration: DeviceVibrationControl };
  readonly isMoving: () => boolean;
  readonly stop: () => void;
  readonly onSet: (set: SentSpeed) => void;
}): SpeedActions {
  const { device, own } = parts;
  const state = () => device.store.getState();
  const speed = () => SHOWN_SPEED_CONTROL_REGISTRY.of(device) ?? own.speed;
  const vibration = () => SHOWN_VIBRATION_CONTROL_REGISTRY.of(device) ?? own.vibration;

  /** The mode that runs, else the one that the page shows, else one that the device has. */
  function isOfVibration(): boolean {
    const now = state();
    if (now.hvp.enabled || isAlternatingMotionRunning(now)) return now.hvp.enabled;
    if (SHOWN_SPEED_CONTROL_REGISTRY.of(device)) return false;
    return SHOWN_VIBRATION_CONTROL_REGISTRY.of(device) !== undefined || !hasSlider(now);
  }

  function mayAct(): boolean {
    const now = state();
    return now.control !== 'elsewhere' && !hasLegacyFirmware(now);
  }

  /** Whether nothing else moves the device: a speed of alternating motion means nothing to a script. */
  function isFree(): boolean {
    const now = state();
    return now.hvp.enabled || isAlternatingMotionRunning(now) || !isInMotion(now);
  }

  function start(): void {
    if (isOfVibration()) {
      vibration().control.start();
      return;
    }
    const { control, failed } = speed();
    control.start(RAMP_MS).catch(failed);
  }

  return {
    startOrStop() {
      if (parts.isMoving() || speed().control.state.getState().starting) parts.stop();
      else if (mayAct()) start();
    },
    step(direction) {
      if (!mayAct() || !isFree()) return;
      const by = direction * STEP_PERCENT;
      if (isOfVibration()) {
        const { control } = vibration();
        const most = Math.round(device.limits.current().maxAmplitude * WHOLE_PERCENT);
        const percent = stepped(control.state.getState().amplitudePercent, by, most);
        control.set({ amplitudePercent: percent });
        parts.onSet({ what: 'strength', percent, isMost: isLimitOf(most, percent) });
        return;
      }
      const { control } = speed();
      const most = speedLimitPercent(device);
      const percent = stepped(control.stepBase(by), by, most);
      control.set(percent, RAMP_MS);
      parts.onSet({ what: 'speed', percent, isMost: isLimitOf(most, percent) });
    },
  };
}

const stepped = (from: number, by: number, most: number): number =>
  Math.min(most, Math.max(Math.min(STEP_PERCENT, from), from + by));
const isLimitOf = (most: number, percent: number): boolean => most < WHOLE_PERCENT && percent === most;
