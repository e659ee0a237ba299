import { FULL_WINDOW, type StrokeWindow, seedOfText } from '@tactus/motion';
import { DeviceMode } from '@tactus/protocol';
import { type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createReachabilityWait, isDeliveryError } from '../../device/session/reachability-wait.ts';
import type { RunRules } from './rules.ts';
import { createRunControl, type RunControl } from './run-control.ts';
import { canMoveInOwnWindow, createStrokeMotion, createVibrationMotion } from './run-motion.ts';

/** How long after the page was left a run's window is still reset once the device rests, ms. */
const TAKE_BACK_MS = 10_000;

/** How long after a run that another app ended its window is reset, ms: by then that app's mode has been reported. */
const SETTLED_MS = 500;

/** A run on a device, and the function that subscribes to the device and returns its undo. */
export interface ConnectedRun {
  readonly control: RunControl;
  open(): Undo;
}

/** Connects a run with the device. The window of the run is reset when the device rests after it. */
export function connectRunToDevice(parts: {
  device: Device;
  time: Time;
  heartbeat: Time['every'];
  rules: () => RunRules;
  /** The device has no slider: its strength varies in place of the speed and the stroke. */
  vibrates: boolean;
  onError: (error: unknown) => void;
  /** Called when a run with a session timer is stopped because its page is left. */
  onLeft: () => void;
  /** Called when a run is stopped because the machine has slept. */
  onSlept: () => void;
}): ConnectedRun {
  const { device, time, heartbeat, rules, onError, onLeft, onSlept } = parts;
  const state = () => device.store.getState();
  const motion = parts.vibrates ? createVibrationMotion(device) : createStrokeMotion(device);
  let narrowed = false;
  /** Whether the device has reported its play state since it was connected. */
  let hasReported = true;
  let isSettling = false;

  async function setWindow(window: StrokeWindow) {
    if (!motion.setWindow || !canMoveInOwnWindow(state())) return;
    narrowed = true;
    await motion.setWindow(window);
  }

  const redelivery = createReachabilityWait({ device, time, read: motion.read, onReached: () => control.reached() });

  /** Until the device can be reached again, one message stands for all commands that fail. */
  function failed(error: unknown): void {
    if (!redelivery.isWaiting()) onError(error);
    if (isDeliveryError(error)) redelivery.missed();
  }

  const dragVelocity = device.drag(motion.setSpeed, failed);
  const dragWindow = device.drag(setWindow, failed);

  const control = createRunControl({
    ...{ time, heartbeat, rules },
    seedOf: seedOfText,
    start: motion.start,
    pause: motion.pause,
    stop: () => void device.stop(),
    setWindow,
    sendWindow: (window) => void dragWindow(window),
    sendVelocity: (velocity) => void dragVelocity(velocity),
    cancelSend() {
      dragVelocity.cancel();
      dragWindow.cancel();
    },
    isPlaying: () => motion.isPlaying(state()),
    velocity: () => motion.speed01(state()),
    isCutOff: redelivery.isWaiting,
    onError,
    onSlept,
  });

  function stopped(): void {
    redelivery.end();
    control.stopped();
  }

  function isOver(now: DeviceState): boolean {
    const over = control.state.getState().phase === 'idle' && !motion.isPlaying(now) && now.stopPhase !== 'stopping';
    return narrowed && over && now.connected && hasReported && now.mode === DeviceMode.HAMP;
  }

  /** Resets the window to the whole stroke for the next motion, unless another mode is at work by then. */
  function takeBack(): void {
    isSettling = false;
    if (!isOver(state())) return;
    narrowed = false;
    void device.hamp.setStroke(FULL_WINDOW).catch(onError);
  }

  function takeBackSoon(): void {
    if (isSettling || !isOver(state())) return;
    if (state().stopPhase === 'stopped') takeBack();
    else {
      isSettling = true;
      time.after(SETTLED_MS, takeBack);
    }
  }

  return {
    control,
    open() {
      const unfollow = device.store.subscribe((now, before) => {
        const lost = before.connected && !now.connected;
        if (lost) hasReported = false;
        else if (now.session_id === before.session_id && motion.reportOf(now) !== motion.reportOf(before))
          hasReported = true;
        if (lost || isStopBegun(now, before)) stopped();
        if (motion.reportOf(now) !== motion.reportOf(before)) control.reported();
        takeBackSoon();
      });
      return () => {
        // Once the page is left, its timer cannot end the run.
        if (control.state.getState().phase !== 'idle' && rules().sessionMs > 0) {
          void device.stop();
          onLeft();
        }
        stopped();
        if (narrowed) time.after(TAKE_BACK_MS, unfollow);
        else unfollow();
      };
    },
  };
}
