import { movementLike } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import { connectionWord, type Device, isStopBegun } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useDevice, useDeviceState } from '../../device/device-context.tsx';
import { createRedelivery, isUndelivered } from '../../device/redelivery.ts';
import { useLatest } from '../../device/use-latest.ts';
import { useReportError } from '../../device/use-report-error.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { createSpeedControl, type GivenUp, type SpeedControl, type SpeedState } from './speed-control.ts';

const GIVEN_UP_TEXTS: Readonly<Record<GivenUp, MessageKey>> = {
  stopped: 'control.network.stopped',
  otherSpeed: 'control.network.otherSpeed',
};

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
  const { t } = useTexts();
  const notifications = useNotifications();
  const onGivenUp = useLatest((how: GivenUp) =>
    notifications.show({ tone: 'warning', message: t(GIVEN_UP_TEXTS[how]) }),
  );
  const [{ control, failed }] = useState(() =>
    buildControl({
      device,
      time,
      onError: (error) => report.current(error),
      onGivenUp: (how) => onGivenUp.current(how),
    }),
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
    start: (rampMs) => void control.start(rampMs).catch(failed),
  };
}

/** Whether the alternating motion runs, as last reported: a device that is lost may move on. */
export function isPlaying(state: { hamp: { play_state: number } }): boolean {
  return state.hamp.play_state === HampPlayState.PLAYING;
}

function buildControl(parts: {
  device: Device;
  time: Time;
  onError: (error: unknown) => void;
  onGivenUp: (how: GivenUp) => void;
}): { control: SpeedControl; failed: (error: unknown) => void } {
  const { device, time, onError, onGivenUp } = parts;
  const drag = device.drag((velocity: number) => device.hamp.setVelocity(velocity), failed);
  let isWaiting = () => false;

  /** One message is enough for all that does not arrive until the device can be reached again. */
  function failed(error: unknown): void {
    if (!isWaiting()) onError(error);
    const { stopPhase } = device.store.getState();
    const isStopOnItsWay = stopPhase === 'stopping' || stopPhase === 'could-not-send';
    if (isUndelivered(error) && !isStopOnItsWay) control.undelivered();
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
      const ceilingPercent = Math.min(
        100,
        Math.round((maxSpeedMmS / movementLike(state.info?.hw_model_no).speed.maxMmS) * 100),
      );
      const ready = connectionWord(state) === 'ready';
      return { playing: isPlaying(state), velocity: state.hamp.velocity, limited, ceilingPercent, ready };
    },
    onReport: (listener) =>
      device.store.subscribe((now, before) => {
        if (now.hamp !== before.hamp) listener();
      }),
    onStop: (listener) =>
      device.store.subscribe((now, before) => {
        // What a hand began on a device that is lost is not carried on once it is back.
        if (before.connected && !now.connected) listener('lost');
        else if (isStopBegun(now, before)) listener(now.hold === 'lost' ? 'lease' : 'stop');
      }),
    redelivery(onReached) {
      const redelivery = createRedelivery({ device, time, read: 'hamp.state', onReached });
      isWaiting = redelivery.isWaiting;
      return redelivery;
    },
    onGivenUp,
  });
  return { control, failed };
}
