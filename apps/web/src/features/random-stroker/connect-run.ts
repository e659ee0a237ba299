import { FULL_WINDOW, type StrokeWindow, seedOfText } from '@tactus/motion';
import { DeviceMode, HampPlayState } from '@tactus/protocol';
import { type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createReachabilityWait, isDeliveryError } from '../../device/session/reachability-wait.ts';
import type { RunRules } from './rules.ts';
import { createRunControl, type RunControl } from './run-control.ts';

/** How long after the page was left a run's window is still reset once the device rests, ms. */
const TAKE_BACK_MS = 10_000;

/** How long after a run that another app ended its window is reset, ms: by then that app's mode has been reported. */
const SETTLED_MS = 500;

/** A run on a device, and the function that subscribes to the device and returns its undo. */
export interface ConnectedRun {
  readonly control: RunControl;
  open(): Undo;
}

/** Whether the device reports alternating motion. */
const isPlaying = (state: DeviceState): boolean => state.hamp.play_state === HampPlayState.PLAYING;

/**
 * Whether the device can move inside a window of its own, beside the person's (from firmware 4.0.15). A device
 * that cannot gets random speeds over the whole stroke, for a run must not change the person's own window.
 */
export function canMoveInOwnWindow({ info }: Pick<DeviceState, 'info'>): boolean {
  const [major = 0, minor = 0, patch = 0] = (info?.fw_version ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return major !== 4 || minor > 0 || patch >= 15;
}

/** Connects a run with the device. The window of the run is reset when the device rests after it. */
export function connectRunToDevice(parts: {
  device: Device;
  time: Time;
  rules: () => RunRules;
  onError: (error: unknown) => void;
  /** Called when a run with a session timer is stopped because its page is left. */
  onLeft: () => void;
}): ConnectedRun {
  const { device, time, rules, onError, onLeft } = parts;
  const state = () => device.store.getState();
  let narrowed = false;
  /** Whether the device has reported its play state since it was connected. */
  let hasReported = true;
  let isSettling = false;

  async function setWindow(window: StrokeWindow) {
    if (!canMoveInOwnWindow(state())) return;
    narrowed = true;
    await device.hamp.setStroke(window);
  }

  const redelivery = createReachabilityWait({ device, time, read: 'hamp.state', onReached: () => control.reached() });

  /** Until the device can be reached again, one message stands for all commands that fail. */
  function failed(error: unknown): void {
    if (!redelivery.isWaiting()) onError(error);
    if (isDeliveryError(error)) redelivery.missed();
  }

  const dragVelocity = device.drag((velocity: number) => device.hamp.setVelocity(velocity), failed);
  const dragWindow = device.drag(setWindow, failed);

  const control = createRunControl({
    time,
    rules,
    seedOf: seedOfText,
    start: () => device.hamp.start(),
    pause: () => device.hamp.stop(),
    stop: () => void device.stop(),
    setWindow,
    sendWindow: (window) => void dragWindow(window),
    sendVelocity: (velocity) => void dragVelocity(velocity),
    cancelSend() {
      dragVelocity.cancel();
      dragWindow.cancel();
    },
    isPlaying: () => isPlaying(state()),
    velocity: () => state().hamp.velocity,
    isCutOff: redelivery.isWaiting,
    onError,
  });

  function stopped(): void {
    redelivery.end();
    control.stopped();
  }

  function isOver(now: DeviceState): boolean {
    const over = control.state.getState().phase === 'idle' && !isPlaying(now) && now.stopPhase !== 'stopping';
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
        else if (now.session_id === before.session_id && now.hamp !== before.hamp) hasReported = true;
        if (lost || isStopBegun(now, before)) stopped();
        if (now.hamp !== before.hamp) control.reported();
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
