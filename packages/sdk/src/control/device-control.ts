import { endpointOf } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransientError } from '../client/retry-with-backoff.ts';
import type { PageVisibilityPort } from '../clock/schedule-clock-resync.ts';
import { canStartMotion, isModeStopCall } from '../commands/motion-calls.ts';
import { isModeMoving } from '../commands/stop-calls.ts';
import { anonymousIdOfKey } from '../connection/anonymous-id.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import type { ControlHoldState } from '../state/control-hold-table.ts';
import type { DeviceState } from '../state/device-state.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { createLeaseApi } from './lease-api.ts';
import { type ControlPorts, createTimerHeartbeat } from './lease-ports.ts';
import { createPlayLease, PLAY_LEASE_DURATION_MS, type PlayLease } from './play-lease.ts';
import { createUnconfirmedStops, type PageLeaveStopParts, sendStopOnPageLeave } from './stop-on-page-leave.ts';
import type { StopResult } from './stop-sender.ts';
import { createTabControl, heldElsewhereError, type TabControl } from './tab-control.ts';

/** Control of the device: the lock between tabs, and the lease of the motion. */
export interface DeviceControl {
  /** Another device, or the first one. */
  begin(connectionKey: string): void;
  /**
   * Await it before a call; undefined where there is nothing to wait for. Rejects with `held-elsewhere`, also while the
   * stop of another tab's motion is not confirmed.
   */
  before(call: ClientCallName): Promise<void> | undefined;
  /** Registers a pending call; `sent` settles with its answer. */
  sent(call: ClientCallName, sent: Promise<unknown>): void;
  /** Call it at every change of the state. */
  watch(next: DeviceState): void;
  /** Checks whether another tab has taken control. */
  refresh(): void;
  /**
   * Takes control from another tab, and stops the device before it resolves. Rejects where the stop was not confirmed,
   * and with 'aborted' where Stop was pressed meanwhile: nothing may start then.
   */
  takeOver(): Promise<void>;
  /**
   * Whether the Stop that is being sent now was pressed. The one of a takeover is not announced to other tabs: one that learned
   * of it late would end a newer motion.
   */
  isStopPressed(): boolean;
  /** Limits how long motion goes on while this program is silent, ms, until undone. */
  limitSilence(silentMs: number): Undo;
  /** The device is disconnected; motion under a lease stops. `starts` without an answer may undo a Stop that came after them. */
  end(starts: readonly Promise<unknown>[]): void;
}

/** The parts of control. */
export interface DeviceControlParts extends PageLeaveStopParts {
  /** Undefined: there are no other tabs, and no control is taken. */
  readonly ports: ControlPorts | undefined;
  /** Whether the cloud has leases (`features.leases`). */
  readonly leases: boolean;
  readonly store: DeviceStore;
  readonly visibility?: PageVisibilityPort | undefined;
  /** Stops the device; never rejects. */
  readonly stop: () => Promise<StopResult>;
  /** Ends everything that was about to start, and cancels the pending commands. */
  readonly abandon: () => void;
  /** Reads whether and how the device moves. */
  readonly readMotion: () => void;
  readonly onError: (thrown: unknown) => void;
}

/**
 * An executed start shows in the state within this time, or never. An event of the time before the start may come in
 * meanwhile, also once the state shows the motion.
 */
const SUSPECT_MS = 3_000;

/** The cloud takes no longer name of a holder. */
const HOLDER_LENGTH_MAX = 64;

/** Whether a Stop was pressed that the device has not confirmed. */
const isStopPending = ({ stopPhase }: DeviceState) => stopPhase === 'stopping' || stopPhase === 'could-not-send';

/** A direct move ends by itself. */
const needsLease = (call: ClientCallName) => canStartMotion(call) && !call.startsWith('hdsp.');

/** Whether a call commands the device to do anything other than stop. */
const isCommand = (call: ClientCallName) => endpointOf(call).method !== 'GET' && !isModeStopCall(call);

/** Returns the control of a device; without `ports` it takes no lock and no lease. Throws 'bad-input' for an invalid holder. */
export function createDeviceControl(parts: DeviceControlParts): DeviceControl {
  const { ports, store, time } = parts;
  if (ports && (ports.holder.trim() === '' || ports.holder.length > HOLDER_LENGTH_MAX))
    throw new DeviceError('bad-input', `holder must have 1 to ${HOLDER_LENGTH_MAX} characters`);
  let lease: PlayLease | undefined;
  let control: TabControl | undefined;
  let unsubscribe: Undo = () => undefined;
  /** Starts without an answer yet. */
  let starting = 0;
  /** Control was taken from another tab, and the stop of its motion is not confirmed: to callers control is still elsewhere. */
  let owesStop = false;
  let taking: Promise<void> | undefined;
  /** The last state of the lock between tabs; the store has 'elsewhere' while a stop is still owed. */
  let lockIs: ControlHoldState = 'none';
  /** The Stop that is being sent now ends the motion of another tab; nobody pressed it. */
  let stopsForTakeover = false;
  /** Whether motion that this program started goes on. */
  let moves = false;
  /** A start failed that may still be executed, or was: it counts as moving until a Stop is confirmed. */
  let isUnsure = false;
  const unconfirmed = createUnconfirmedStops(parts);
  /** The page was left and has not been restored. */
  let hasLeft = false;
  /** Ends the time after a start in which a state at rest is not trusted. */
  let cancelSuspicion: Undo | undefined;
  const silences = new Set<{ readonly ms: number }>();

  const limitLease = () =>
    lease?.limitSilence([...silences].reduce((least, { ms }) => Math.min(least, ms), PLAY_LEASE_DURATION_MS));

  function letGoAtRest(state: DeviceState): void {
    const isTrusted = cancelSuspicion === undefined || state.control === 'elsewhere';
    const seemsAtRest = state.connected && !isModeMoving(state) && isTrusted;
    if (starting > 0 || !(seemsAtRest || state.stopPhase === 'stopped')) return;
    endSuspicion();
    if (state.stopPhase === 'stopped') isUnsure = false;
    moves = isUnsure;
    lease?.dispatch('letGo');
  }

  /** Reports of rest are not trusted for a while: an event may have overtaken the answer to a start, or be from before it. */
  function suspect(): void {
    endSuspicion();
    cancelSuspicion = time.after(SUSPECT_MS, () => {
      cancelSuspicion = undefined;
      letGoAtRest(store.get());
    });
  }

  function endSuspicion(): void {
    cancelSuspicion?.();
    cancelSuspicion = undefined;
  }

  /** The page is left, and the motion that it started must not go on. */
  function leave(): void {
    hasLeft = true;
    const state = store.get();
    const isStarting = starting > 0;
    // A program that has taken control has stopped the motion first, but a start may still arrive.
    const isOurs = state.control !== 'elsewhere' && state.hold !== 'elsewhere';
    parts.abandon();
    // Whatever drives the device ends its motion, as for a Stop.
    store.patch({ stopsElsewhere: state.stopsElsewhere + 1 });
    const mustStop = isStarting || isStopPending(state) || (moves && isOurs);
    // Where no lease would end it: the cloud has none, or ours is still requested, or ended. Nobody is left to hear that it failed.
    if (mustStop && state.hold !== 'held') sendStopOnPageLeave(parts, state, isStarting).then(undefined, toDeviceError);
    lease?.dispatch('leave');
  }

  function end(starts: readonly Promise<unknown>[] = []): void {
    const state = store.get();
    if ((isStopPending(state) || starts.length > 0) && !state.keyUnknown) unconfirmed.retry(state, starts);
    lease?.dispatch('leave');
    control?.end();
    unsubscribe();
    endSuspicion();
    unsubscribe = () => undefined;
    lease = undefined;
    control = undefined;
    moves = false;
    isUnsure = false;
    owesStop = false;
    lockIs = 'none';
  }

  function controlIs(state: ControlHoldState): void {
    if (state === 'none' || state === 'elsewhere') owesStop = false;
    const before = store.get();
    const control = owesStop ? 'elsewhere' : state;
    const isLost = lockIs === 'held' && state === 'elsewhere';
    lockIs = state;
    // What drives the device here ends now, as for a Stop, and not when a message of the other tab comes.
    if (isLost) parts.abandon();
    store.patch({ control, ...(isLost && { stopsElsewhere: before.stopsElsewhere + 1 }) });
  }

  function holdIs(hold: ControlHoldState): void {
    const before = store.get();
    // Whatever drives the device ends its motion, which the cloud has stopped. No event may have come of that.
    store.patch({ hold, ...(hold === 'lost' && { stopsElsewhere: before.stopsElsewhere + 1 }) });
    if (before.hold === 'held' && hold !== 'none') parts.readMotion();
  }

  function stopBeforeTakeover(): Promise<StopResult> {
    stopsForTakeover = true;
    try {
      return parts.stop();
    } finally {
      stopsForTakeover = false;
    }
  }

  async function stopFirst(): Promise<void> {
    const before = store.get();
    owesStop = before.control === 'elsewhere';
    await control?.takeOver();
    // Another tab's recent start may not show yet: a device that was not ours is stopped, whatever it reports.
    const mustStop = (before.control !== 'held' && before.connected) || isModeMoving(store.get());
    const stopped = mustStop ? await stopBeforeTakeover() : undefined;
    if (stopped?.outcome === 'could-not-send') throw stopped.cause;
    if (owesStop) {
      owesStop = false;
      store.patch({ control: 'held' });
    }
    const { stopPresses, stopsElsewhere } = store.get();
    const isStopped = stopPresses !== before.stopPresses + 1 || stopsElsewhere !== before.stopsElsewhere;
    if (stopped && isStopped) throw abortedError();
  }

  return {
    begin(connectionKey) {
      end();
      if (!ports) return;
      const { holder, rank, locks, heartbeat = createTimerHeartbeat(time) } = ports;
      if (locks) {
        const mine = createTabControl({
          locks,
          name: `tactus.control.${anonymousIdOfKey(`${parts.apiBase} ${connectionKey}`)}`,
          onChange: (state) => mine === control && controlIs(state),
        });
        control = mine;
        control.refresh().catch(parts.onError);
      }
      unsubscribe =
        ports.onLeave?.(leave, () => {
          hasLeft = false;
        }) ?? unsubscribe;
      if (!parts.leases) return;
      const play = createPlayLease({
        ...{ holder, rank, heartbeat, time },
        api: createLeaseApi({ ...parts, connectionKey }),
        stopMotion: () => void parts.stop(),
        onError: parts.onError,
        onChange: (state) => play === lease && holdIs(state),
      });
      lease = play;
      limitLease();
    },
    before(call) {
      if (!isCommand(call)) return undefined;
      if (hasLeft) return Promise.reject(abortedError());
      return owesStop ? Promise.reject(heldElsewhereError()) : control?.require();
    },
    sent(call, sent) {
      if (canStartMotion(call)) unconfirmed.end(store.get());
      if (!ports || !needsLease(call)) return;
      starting += 1;
      moves = true;
      lease?.dispatch('wanted');
      const settled = () => {
        starting -= 1;
        if (starting === 0 && !isUnsure) lease?.answered();
        letGoAtRest(store.get());
      };
      sent.then(
        () => {
          suspect();
          settled();
        },
        (thrown: unknown) => {
          const error = toDeviceError(thrown);
          isUnsure ||= error.code === 'aborted' || isTransientError(error);
          settled();
        },
      );
    },
    watch: letGoAtRest,
    refresh: () => void control?.refresh().catch(parts.onError),
    takeOver() {
      taking ??= stopFirst().finally(() => {
        taking = undefined;
      });
      return taking;
    },
    isStopPressed: () => !stopsForTakeover,
    limitSilence(ms) {
      const silence = { ms };
      silences.add(silence);
      limitLease();
      return () => {
        if (silences.delete(silence)) limitLease();
      };
    },
    end,
  };
}
