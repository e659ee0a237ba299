import {
  applyNarrowerLimits,
  brakeToStandstill,
  type DeviceAtGuestCall,
  FULL_WINDOW,
  GUEST_BUFFER_POINTS,
  limitGuestCall,
  movementOrDefault,
  mustRestBeforeCall,
  neededReadings,
  type StrokeWindow,
} from '@tactus/motion';
import {
  type DeviceBackend,
  type DeviceCallName,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type GuestMode,
  HampPlayState,
  type ParsedInputOf,
} from '@tactus/protocol';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { callDevice, type DeviceCallContext, type DeviceCallParts } from '../playback/call-device.ts';
import { guestForbiddenRefusal, guestMotionNotLimitableRefusal, guestNotInControlRefusal } from './guest-refusals.ts';
import type { GuestSession } from './guest-session.ts';
import type { SharedControl } from './shared-control.ts';

/** A command of a guest to a device. */
export interface GuestCommand {
  readonly name: DeviceCallName;
  readonly input: Readonly<Record<string, unknown>>;
  /** The mode of the command. */
  readonly mode: GuestMode;
}

/** Executes the commands of guests, within the limits of their share. */
export interface GuestExecutor {
  /** Resolves with the device's answer. Rejects with `HttpRefusal` and `DeviceRefusal`. */
  execute(
    sharedControl: SharedControl,
    session: GuestSession,
    command: GuestCommand,
    context: DeviceCallContext,
  ): Promise<unknown>;
  /**
   * Adapts a guest's present motion to changed limits or a changed stroke window. The motion is over where it began in an
   * earlier session of the device, and where a device that `isBack` rests.
   */
  renew(sharedControl: SharedControl, session: GuestSession, isBack: boolean): void;
  /** The owner's stroke window has changed. */
  strokeIs(connectionKey: string, stroke: StrokeWindow): void;
  /** What was read from the device may be wrong by now: it has restarted, or its events were lost. */
  forget(connectionKey: string): void;
}

type Parts = Omit<DeviceCallParts, 'playbacks'> & {
  readonly devices: DeviceRegistry;
  readonly onError: (error: unknown) => void;
};

/** A guest's motion is within new limits after this time, or stopped; a slow device gets as many round trips more. */
const NARROWED_WITHIN_MS = 500;
const NARROWED_ROUND_TRIPS = 4;
const NARROWED_AT_MOST_MS = 2_500;

/** Returns an executor for all shared devices; failures of its own calls go to `onError`. */
export function createGuestExecutor(parts: Parts): GuestExecutor {
  const { caller, time } = parts;
  /** Finished and pending readings: one that an event has overtaken is not among them any more. */
  const strokes = new Map<string, Promise<StrokeWindow>>();
  const tripsMs = new Map<string, number>();
  /** The device's session in which a guest drove last. */
  const drivenIn = new WeakMap<SharedControl, string | undefined>();

  /** Measured here: a guest's own report of its latency must not gain it time. */
  const narrowedWithinMs = ({ share: { connectionKey } }: GuestSession): number =>
    Math.min(NARROWED_AT_MOST_MS, NARROWED_WITHIN_MS + NARROWED_ROUND_TRIPS * (tripsMs.get(connectionKey) ?? 0));

  /** Reads a state; a refusal means that the device lacks the part (a slider, for instance). */
  async function readFromDevice<N extends DeviceCallName>(device: DeviceBackend, name: N, input: ParsedInputOf<N>) {
    try {
      return await caller.call({ device, name, input, timeoutMs: READ_WITHIN_MS });
    } catch (error) {
      if (error instanceof DeviceRefusal && error.kind.code === errorKinds.notSupported.code) return undefined;
      throw error;
    }
  }

  async function readStroke(device: DeviceBackend): Promise<StrokeWindow> {
    const read = await readFromDevice(device, 'slider.stroke', {});
    return read ? { min: read.min, max: read.max } : FULL_WINDOW;
  }

  async function strokeOf(device: DeviceBackend): Promise<StrokeWindow> {
    const { connectionKey } = device;
    const reading = strokes.get(connectionKey) ?? readStroke(device);
    strokes.set(connectionKey, reading);
    const isCurrent = () => strokes.get(connectionKey) === reading;
    reading.catch(() => isCurrent() && strokes.delete(connectionKey));
    const stroke = await reading;
    return isCurrent() ? stroke : strokeOf(parts.devices.get(connectionKey) ?? device);
  }

  async function placeOf(device: DeviceBackend) {
    const sentMs = time.monotonic();
    const state = await readFromDevice(device, 'slider.state', {});
    tripsMs.set(device.connectionKey, time.monotonic() - sentMs);
    if (!state) return undefined;
    return { positionMm: state.position_absolute, speedMmS: state.dir ? state.speed_absolute : -state.speed_absolute };
  }

  async function readDevice(
    device: DeviceBackend,
    needs: { place: boolean; offset: boolean },
  ): Promise<DeviceAtGuestCall> {
    const info = device.info();
    const [stroke, place, clock] = await Promise.all([
      strokeOf(device),
      needs.place ? placeOf(device) : undefined,
      needs.offset ? readFromDevice(device, 'hstp.offset', {}) : undefined,
    ]);
    const movement = movementOrDefault(info?.hw_model_no);
    return {
      movement,
      stroke,
      positionMm: place?.positionMm ?? movement.travel.offsetMm,
      speedMmS: place?.speedMmS ?? 0,
      nowMs: Math.ceil(time.now()),
      leadMs: Math.ceil(tripsMs.get(device.connectionKey) ?? 0),
      offsetMs: clock?.offset ?? 0,
      maxPoints: GUEST_BUFFER_POINTS,
    };
  }

  const atRest = (device: DeviceBackend, facts: DeviceAtGuestCall, requireWord: () => void) =>
    brakeToStandstill({
      brake: () =>
        caller.call({ device, name: 'info.setMode2', input: { mode: DeviceMode.IDLE }, timeoutMs: READ_WITHIN_MS }),
      async readDevice() {
        const place = await placeOf(device);
        requireWord();
        return { ...facts, ...place, nowMs: Math.ceil(time.now()) };
      },
      waitMs: time.sleep,
    });

  /** Whether a device moves in a mode whose commands would start it anew; the other modes' motion is stopped anyway. */
  async function movesIn(device: DeviceBackend, mode: GuestMode | undefined): Promise<boolean> {
    if (mode === 'hamp') return (await readFromDevice(device, 'hamp.state', {}))?.play_state === HampPlayState.PLAYING;
    return mode !== 'hvp' || (await readFromDevice(device, 'hvp.state', {}))?.enabled === true;
  }

  /** Applies new limits to the present motion, or stops it. */
  async function applyLimits({ motion }: SharedControl, session: GuestSession, isBack: boolean): Promise<void> {
    const device = parts.devices.get(session.share.connectionKey);
    if (!device || motion.currentDriver() !== session) return;
    const [facts, isMoving] = await Promise.all([
      readDevice(device, { place: false, offset: false }),
      isBack ? movesIn(device, motion.plan().mode) : true,
    ]);
    if (motion.currentDriver() !== session) return;
    const narrowing = applyNarrowerLimits(motion.plan(), session.share.terms.limits, facts);
    if (narrowing === 'stop' || !isMoving) return void motion.halt();
    motion.setPlan(narrowing.plan);
    const { span } = motion;
    const of = span();
    for (const { name, input } of narrowing.calls) {
      if (span() !== of) return;
      // The pure function returns input that the contract accepts; its general type does not say so.
      await caller.call({ device, name, input: input as never, timeoutMs: narrowedWithinMs(session) });
    }
  }

  return {
    execute(sharedControl, session, { name, input, mode }, context) {
      const { motion } = sharedControl;
      const span = motion.span();
      const requireWord = () => {
        if (session.over !== undefined || !sharedControl.isHeldBy(session)) throw guestNotInControlRefusal('no-hold');
        if (motion.span() !== span) throw guestNotInControlRefusal('stopped');
      };
      const run = async () => {
        requireWord();
        const { limits } = session.share.terms;
        const needs = neededReadings({ name, input, limits, plan: motion.plan() });
        const facts = await readDevice(context.requireDevice(), needs);
        requireWord();
        drivenIn.set(sharedControl, context.requireDevice().info()?.session_id);
        // The owner may have changed the terms while this command waited.
        if (!session.share.terms.limits.allow.includes(mode)) throw guestForbiddenRefusal('mode-not-allowed');
        const request = { name, input, plan: motion.plan(), limits: session.share.terms.limits, device: facts };
        const answer = limitGuestCall(
          mustRestBeforeCall(request)
            ? { ...request, device: await atRest(context.requireDevice(), facts, requireWord) }
            : request,
        );
        if ('refused' in answer) throw guestMotionNotLimitableRefusal(answer.refused);
        motion.setPlan(answer.plan);
        motion.setDriver(session);
        let result: unknown;
        for (const [place, call] of answer.calls.entries()) {
          if (place > 0) requireWord();
          const sentMs = time.monotonic();
          const callResult = await callDevice(call.name, call.input, context);
          tripsMs.set(session.share.connectionKey, time.monotonic() - sentMs);
          if (place === answer.answer) result = callResult;
        }
        return result;
      };
      // Commands in transit when control was lost may have arrived after the stop.
      const stopAgain = () => {
        if (motion.span() !== span && motion.currentDriver() === session) void motion.halt();
      };
      return motion.inTurn(() => run().finally(stopAgain));
    },
    renew(sharedControl, session, isBack) {
      const { motion } = sharedControl;
      motion.setPlan({ ...motion.plan(), stream: undefined });
      if (motion.currentDriver() !== session || !motion.plan().moves) return;
      const device = parts.devices.get(session.share.connectionKey);
      if (device?.info()?.session_id !== drivenIn.get(sharedControl)) return void motion.halt();
      const cancelTimeout = time.after(narrowedWithinMs(session), () => void motion.halt());
      const stop = (error: unknown) => {
        void motion.halt();
        if (!(error instanceof DeviceRefusal)) parts.onError(error);
      };
      motion
        .inTurn(() => applyLimits(sharedControl, session, isBack))
        .catch(stop)
        .finally(cancelTimeout);
    },
    strokeIs(connectionKey, { min, max }) {
      if (strokes.has(connectionKey)) strokes.set(connectionKey, Promise.resolve({ min, max }));
    },
    forget(connectionKey) {
      strokes.delete(connectionKey);
      tripsMs.delete(connectionKey);
    },
  };
}

const READ_WITHIN_MS = 2_000;
