import { createFakeTime } from '@tactus/time/testing';
import { createSpeedControl, type MotionEndCause, type SpeedAbandonReason } from '../speed-control.ts';

/** A device that executes and reports each command at once, while there is a network. */
export function buildSpeedControl(
  initial: { playing?: boolean; velocity?: number; limited?: boolean; ceilingPercent?: number; isOurs?: boolean } = {},
) {
  const time = createFakeTime();
  let reported = {
    playing: false,
    velocity: 0,
    limited: false,
    ceilingPercent: 100,
    ready: true,
    isOurs: true,
    ...initial,
  };
  let notifyReport: () => void = () => undefined;
  let notifyStop: (cause: MotionEndCause) => void = () => undefined;
  const sent: number[] = [];
  const givenUp: SpeedAbandonReason[] = [];
  let isCut = false;
  let waiting: ((isSoon: boolean) => void) | undefined;
  const report = (changes: Partial<typeof reported>) => {
    reported = { ...reported, ...changes };
    notifyReport();
  };
  const control = createSpeedControl({
    time,
    async start() {
      await Promise.resolve(); // the transmission
      report({ playing: true, velocity: 0 });
    },
    send(velocity) {
      sent.push(Math.round(velocity * 100));
      if (isCut) control.undelivered();
      else report({ velocity });
    },
    cancelSend: () => undefined,
    reported: () => reported,
    onReport(listener) {
      notifyReport = listener;
      return () => undefined;
    },
    onStop(listener) {
      notifyStop = listener;
      return () => undefined;
    },
    redelivery(onReached) {
      return {
        missed() {
          waiting = onReached;
        },
        isWaiting: () => waiting !== undefined,
        end() {
          waiting = undefined;
        },
      };
    },
    onAbandoned: (how) => givenUp.push(how),
  });
  const close = control.open();
  const cut = () => {
    isCut = true;
  };
  /** The network is back, and the device has reported its present state. */
  const restore = (now: Partial<typeof reported> = {}, isSoon = true) => {
    isCut = false;
    const onReached = waiting;
    report(now);
    if (!waiting) return;
    waiting = undefined;
    onReached?.(isSoon);
  };
  const stop = (cause: MotionEndCause = 'stop') => notifyStop(cause);
  const state = () => control.state.getState();
  return { time, control, close, sent, givenUp, report, cut, restore, stop, state };
}
