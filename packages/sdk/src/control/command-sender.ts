import { NO_LIMITS } from '@tactus/motion';
import type { CallOptions, ClientCallName } from '../client/client.ts';
import { readCallInput } from '../client/prepare-call-input.ts';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { canStartMotion, isModeStopCall } from '../commands/motion-calls.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import type { DeviceControl } from './device-control.ts';
import type { MotionLimiter } from './motion-limiter.ts';
import type { StopSender } from './stop-sender.ts';
import type { StrokeAtRest } from './stroke-at-rest.ts';

/**
 * Sends a command of this program with control of the device and under the limits. Rejects with `DeviceError`. `isResent`: the call is sent
 * again by itself for a motion that goes on; it is no start, and its input is one that the limits were given before.
 */
export type CommandSender = (
  call: ClientCallName,
  input?: unknown,
  options?: CallOptions,
  isResent?: boolean,
) => Promise<unknown>;

/** Returns the sender of one device. */
export function createCommandSender(parts: {
  readonly dispatcher: CommandDispatcher;
  readonly hold: DeviceControl;
  readonly limits: MotionLimiter;
  readonly stopLane: StopSender;
  readonly strokes: StrokeAtRest;
  /** Rises with every Stop and every session: a command that waits is not sent after it. */
  readonly stops: () => number;
  /** Called for a command that was refused before it was sent. */
  readonly onUnsent: (call: ClientCallName, error: DeviceError) => void;
}): CommandSender {
  const { dispatcher, hold, limits, stopLane, strokes, stops, onUnsent } = parts;
  /** These rise with every stop of a mode, and with every start. */
  let [modeStops, starts] = [0, 0];

  /** Without its zone alternating motion starts only where no limit needs one. */
  function rethrowLimited(thrown: unknown): void {
    if (!limits.leavesStroke()) return;
    const error = toDeviceError(thrown);
    if (error.code !== 'refused') throw error;
    throw new DeviceError(error.code, `${error.message}: set the stroke inside its limit first`, error);
  }

  async function send(
    call: ClientCallName,
    input: unknown = {},
    options: CallOptions = {},
    isResent = false,
  ): Promise<unknown> {
    if (call === 'slider.setStroke' && strokes.isNeeded())
      return strokes.send(input, (stroke) => send(call, stroke, options));
    const [isStart, isModeStop] = [!isResent && canStartMotion(call), isModeStopCall(call)];
    if (isStart) starts += 1;
    if (isModeStop) modeStops += 1;
    /** A start that waits is not sent after a stop of a mode, and alternating motion, which waits longer, not after a newer start. */
    const order = () => stops() + (isStart ? modeStops : 0) + (call === 'hamp.start' ? starts : 0);
    const born = order();
    let isSent = false;
    const onSent = () => {
      isSent = true;
    };
    try {
      const control = hold.before(call);
      if (control !== undefined) await control;
      const zone = call === 'hamp.start' && limits.zoneBeforeStart();
      if (zone && born === order()) await send('hamp.stroke', zone).catch(rethrowLimited);
      if (born !== order()) throw abortedError();
      const lane = isModeStop ? 'stop' : 'command';
      // Another spelling of a field would pass the limits, and a value out of range become one within.
      const asRead = isResent || limits.current() === NO_LIMITS ? input : readCallInput(call, input);
      const limited = limits.apply(call, asRead);
      // Input and call come in together from a typed signature; `never` fits any of them.
      const answered = dispatcher.send(call, limited as never, { ...options, lane, onSent });
      // A command that was refused before it was sent starts nothing: a pending Stop continues.
      if (isSent && canStartMotion(call)) stopLane.motionStarts(answered, isResent);
      if (isSent && !isResent) hold.sent(call, answered);
      if (isSent) limits.sent(call, isResent ? {} : limited, answered);
      else limits.takeBack();
      const result = await answered;
      limits.answered(call);
      return result;
    } catch (thrown) {
      if (!isSent) onUnsent(call, toDeviceError(thrown));
      throw thrown;
    }
  }

  return send;
}
