import { HampPlayState } from '@tactus/protocol';
import { type Device, isStopBegun } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useDevice, useDeviceState } from '../../device/device-context.tsx';
import { useLatest } from '../../device/use-latest.ts';
import { useReportError } from '../../device/use-report-error.ts';
import { useTime } from '../../ui/time-context.tsx';
import { createSpeedControl, type SpeedControl, type SpeedState } from './speed-control.ts';

/** The speed of the alternating motion as the page shows and asks it. */
export interface Speed extends SpeedState {
  readonly control: SpeedControl;
  readonly playing: boolean;
  /** What the fader shows: what is wanted while the hand leads or nothing moves, else (a boost included) what is reported. */
  readonly shownPercent: number;
  start(rampMs: number): void;
}

/** Builds the speed control for this visit to the page. */
export function useSpeed(): Speed {
  const device = useDevice();
  const time = useTime();
  const report = useLatest(useReportError());
  const [control] = useState<SpeedControl>(() =>
    buildControl({ device, time, onError: (error) => report.current(error) }),
  );
  useEffect(() => control.open(), [control]);
  const state = useStore(control.state);
  const playing = useDeviceState(isPlaying);
  const reportedPercent = useDeviceState((known) => Math.round(known.hamp.velocity * 100));
  return {
    ...state,
    control,
    playing,
    shownPercent: playing && (state.boosted || !state.leading) ? reportedPercent : state.wantedPercent,
    start: (rampMs) => void control.start(rampMs).catch((error: unknown) => report.current(error)),
  };
}

/** Whether the alternating motion runs, as last reported: a device that is lost may move on. */
export function isPlaying(state: { hamp: { play_state: number } }): boolean {
  return state.hamp.play_state === HampPlayState.PLAYING;
}

function buildControl({
  device,
  time,
  onError,
}: {
  device: Device;
  time: Time;
  onError: (error: unknown) => void;
}): SpeedControl {
  const drag = device.drag((velocity: number) => device.hamp.setVelocity(velocity), onError);
  return createSpeedControl({
    time,
    start: () => device.hamp.start(),
    send: (velocity) => void drag(velocity),
    cancelSend: drag.cancel,
    reported() {
      const state = device.store.getState();
      const { maxSpeedMmS, rampMs } = device.limits.current();
      const limited = maxSpeedMmS !== Infinity || rampMs > 0;
      return { playing: isPlaying(state), velocity: state.hamp.velocity, limited };
    },
    onReport: (listener) =>
      device.store.subscribe((now, before) => {
        if (now.hamp !== before.hamp) listener();
      }),
    onStop: (listener) =>
      device.store.subscribe((now, before) => {
        // What a hand began on a device that is lost is not carried on once it is back.
        const lost = before.connected && !now.connected;
        if (lost || isStopBegun(now, before)) listener();
      }),
  });
}
