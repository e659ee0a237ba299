import { connectionStatus, createLatestValueSender, type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import {
  createReachabilityWait,
  isBetweenOldAndWanted,
  isDeliveryError,
} from '../../device/session/reachability-wait.ts';
import { hzOfPercent, percentOfHz } from './frequency-scale.ts';
import { canChoosePosition } from './vibration-abilities.ts';
import { createVibrationControl, type ReportedVibration, type VibrationControl } from './vibration-control.ts';

const SEEDS = 2 ** 32 - 1;

/** A vibration on a device, and the function that subscribes to the device and returns its undo. */
export interface DeviceVibrationControl {
  readonly control: VibrationControl;
  open(): Undo;
}

/** Connects the control with the device. Positions are shares of the person's own stroke window. */
export function buildDeviceVibrationControl(parts: {
  device: Device;
  time: Time;
  /** Beats also while the page is hidden. */
  heartbeat: Time['every'];
  random: Random;
  onError: (error: unknown) => void;
}): DeviceVibrationControl {
  const { device, time, heartbeat, random, onError } = parts;
  const state = () => device.store.getState();
  /** The strength sent last, and the one that the device reported when a command did not arrive, per cent. */
  let sentPercent = 0;
  let missedAtPercent = 0;

  /** Both lanes send the wanted value at the moment of sending: an older value never overtakes a newer one. */
  async function send() {
    const target = control.target();
    if (target === undefined) return;
    sentPercent = Math.round(target.amplitudePercent);
    await device.hvp.setState({
      amplitude: Math.round(target.amplitudePercent * 10) / 1000,
      frequency: hzOfPercent(target.pitchPercent),
      ...(canChoosePosition(state()) && { position: mmAt(state(), target.positionPercent) }),
    });
  }
  /** A step of a wave starts the device again, so it is sent only while a stop of the device would have been reported. */
  async function sendStep() {
    if (connectionStatus(state()) !== 'ready') miss();
    if (!redelivery.isWaiting()) await send();
  }

  function miss(): void {
    if (!redelivery.isWaiting()) missedAtPercent = reportedOf(state()).amplitudePercent;
    redelivery.missed();
  }

  function slept(): void {
    if (!redelivery.isWaiting()) missedAtPercent = reportedOf(state()).amplitudePercent;
    redelivery.readNow();
  }

  /** Sends the wanted strength once the device can be reached again, unless it was released or changed elsewhere by then. */
  function reached(isSoon: boolean): void {
    const { enabled, amplitudePercent } = reportedOf(state());
    const wantedPercent = Math.round(control.target()?.amplitudePercent ?? 0);
    const speeds = [missedAtPercent, sentPercent, wantedPercent];
    if (!enabled) control.stopped();
    // A finger on the hold button must be served at once.
    else if (control.state.getState().held || (isSoon && isBetweenOldAndWanted(amplitudePercent, speeds)))
      void asHand();
    else control.adoptReported();
  }
  const redelivery = createReachabilityWait({ device, time, read: 'hvp.state', onReached: reached });

  /** Until the device can be reached again, one message stands for all commands that fail. */
  function failed(error: unknown): void {
    if (!redelivery.isWaiting()) onError(error);
    if (!isDeliveryError(error)) return;
    // A value chosen while that request was in flight must not start a vibration so much later.
    asHand.cancel();
    miss();
  }

  /** How many values the hand has requested, and up to which of them were answered or dropped. */
  let requested = 0;
  let answered = 0;
  const isAnswered = () => answered === requested;
  async function sendOfHand() {
    const newest = requested;
    try {
      await send();
    } finally {
      answered = Math.max(answered, newest);
    }
    // An end that was reported before the answer is older than the value, or a later one of which no more is reported.
    if (!isAnswered() || control.target() === undefined || reportedOf(state()).enabled) return;
    await device.hvp.readState();
    if (isAnswered()) control.onReported();
  }
  const asHand = device.drag<void>(sendOfHand, failed);
  const asWave = createLatestValueSender<void>(sendStep, failed);

  const control = createVibrationControl({
    ...{ time, heartbeat },
    newSeed: () => random.integer(0, SEEDS),
    sendAsHand() {
      requested += 1;
      void asHand();
    },
    sendAsWave: () => void asWave(),
    onSlept: slept,
    cancelSend() {
      answered = requested;
      asHand.cancel();
      asWave.cancel();
    },
    stop: () => void device.stop(),
    reported: () => reportedOf(state()),
  });

  return {
    control,
    open() {
      const unfollow = device.store.subscribe((now, before) => {
        const lost = before.connected && !now.connected;
        // What is reported before the answer to a value may be older than that value.
        const isCurrent = isAnswered() && !redelivery.isWaiting();
        if (now.connected && !before.connected) control.reconnected();
        if (lost || isStopBegun(now, before)) {
          redelivery.end();
          control.stopped();
        } else if (now.hvp !== before.hvp && isCurrent) control.onReported();
      });
      return () => {
        unfollow();
        redelivery.end();
        control.close();
      };
    },
  };
}

function reportedOf(state: DeviceState): ReportedVibration {
  const { enabled, amplitude, frequency, position } = state.hvp;
  const { min_absolute: minMm, max_absolute: maxMm } = state.slider;
  const share = maxMm > minMm ? (position - minMm) / (maxMm - minMm) : 0;
  return {
    enabled,
    amplitudePercent: Math.round(amplitude * 100),
    pitchPercent: percentOfHz(frequency),
    positionPercent: Math.round(Math.min(1, Math.max(0, share)) * 100),
  };
}

/** The place in mm of a share of the stroke window. */
function mmAt({ slider }: DeviceState, percent: number): number {
  return slider.min_absolute + (percent / 100) * (slider.max_absolute - slider.min_absolute);
}
