import { movementOrDefault } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import { connectionStatus, type Device, isStopBegun } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createReachabilityWait, isDeliveryError } from '../../device/session/reachability-wait.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { createSpeedControl, type SpeedAbandonReason, type SpeedControl } from './speed-control.ts';

/** The messages about a speed that is not resumed: texts of the part `control`. */
export const SPEED_ABANDONED_TEXTS: Readonly<Record<SpeedAbandonReason, MessageKey>> = {
  stopped: 'control.network.stopped',
  otherSpeed: 'control.network.otherSpeed',
};

/** Whether the alternating motion runs, as last reported: a lost device may still move. */
export function isAlternatingMotionRunning(state: { hamp: { play_state: number } }): boolean {
  return state.hamp.play_state === HampPlayState.PLAYING;
}

/** The highest speed that the person's limits allow, whole per cent of the top speed of the device. */
export function speedLimitPercent(device: Device): number {
  const { speed } = movementOrDefault(device.store.getState().info?.hw_model_no);
  return Math.min(100, Math.round((device.limits.current().maxSpeedMmS / speed.maxMmS) * 100));
}

/** A control of the speed of a device, and the handler of a failed start. */
export interface DeviceSpeedControl {
  readonly control: SpeedControl;
  failed(error: unknown): void;
}

/** Connects the control with the device. */
export function buildDeviceSpeedControl(parts: {
  device: Device;
  time: Time;
  onError: (error: unknown) => void;
  onAbandoned: (how: SpeedAbandonReason) => void;
}): DeviceSpeedControl {
  const { device, time, onError, onAbandoned } = parts;
  const drag = device.drag((velocity: number) => device.hamp.setVelocity(velocity), failed);
  let isWaiting = () => false;

  /** Until the device can be reached again, one message stands for all commands that fail. */
  function failed(error: unknown): void {
    if (!isWaiting()) onError(error);
    const { stopPhase } = device.store.getState();
    const isStopInFlight = stopPhase === 'stopping' || stopPhase === 'could-not-send';
    if (isDeliveryError(error) && !isStopInFlight) control.undelivered();
  }

  const control = createSpeedControl({
    time,
    start: () => device.hamp.start(),
    send: (velocity) => void drag(velocity),
    cancelSend: drag.cancel,
    reported() {
      const state = device.store.getState();
      const { maxSpeedMmS, rampMs } = device.limits.current();
      const limited = maxSpeedMmS !== Infinity || rampMs > 0;
      const ready = connectionStatus(state) === 'ready';
      return {
        playing: isAlternatingMotionRunning(state),
        velocity: state.hamp.velocity,
        limited,
        ceilingPercent: speedLimitPercent(device),
        ready,
        isOurs: state.control !== 'elsewhere',
      };
    },
    onReport: (listener) =>
      device.store.subscribe((now, before) => {
        if (now.hamp !== before.hamp || now.control !== before.control) listener();
      }),
    onStop: (listener) =>
      device.store.subscribe((now, before) => {
        // A motion that a hand began on a lost device is not resumed once the device is back.
        if (before.connected && !now.connected) listener('lost');
        else if (isStopBegun(now, before)) listener(now.hold === 'lost' ? 'lease' : 'stop');
      }),
    redelivery(onReached) {
      const redelivery = createReachabilityWait({ device, time, read: 'hamp.state', onReached });
      isWaiting = redelivery.isWaiting;
      return redelivery;
    },
    onAbandoned,
  });
  return { control, failed };
}
