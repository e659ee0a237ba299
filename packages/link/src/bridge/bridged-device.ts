import { areLimitsNarrower, type GuestLimits, guestCallKind } from '@tactus/motion';
import {
  type DeviceCallName,
  type DeviceEvent,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  eventNames,
  type GuestMode,
  type SelfStoppingDevice,
} from '@tactus/protocol';
import { createListeners, type Time } from '@tactus/time';
import { createBridgeClock } from './bridge-clock.ts';
import { createBridgeGuestController } from './bridge-guest-controller.ts';
import { type BridgeReadCache, createBridgeReadCache } from './bridge-read-cache.ts';
import { toBridgeRefusal } from './bridge-refusal.ts';
import type { BridgeTarget, BridgeTargetFacts } from './bridge-target.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A device in another cloud, as the bridge presents it to the home: under an alias, and for guests only. */
export interface BridgedDevice extends SelfStoppingDevice {
  /** Whether anything that guests set in motion may still move. */
  moves(): boolean;
  /** Stops what guests set in motion, if anything. */
  halt(): void;
  /** The owner's limits have changed. */
  limitsChanged(): void;
  close(): void;
}

/** The parts of a bridged device. */
export interface BridgedDeviceParts {
  /** The key of the device at the home. */
  readonly alias: string;
  /** The key of the device at its own cloud; it never leaves the bridge. */
  readonly connectionKey: string;
  readonly target: BridgeTarget;
  readonly time: Time;
  /** The loosest limits that the owner allows to any guest; undefined where nothing is shared. */
  readonly limits: () => GuestLimits | undefined;
  readonly onOwner: () => void;
}

/** Events that the link sends itself, and those that concern the other cloud only. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'device_status',
  'device_connected',
  'device_disconnected',
  'device_clock_synchronized',
]);

/** Listens to its target until it is closed. */
export function createBridgedDevice(parts: BridgedDeviceParts): BridgedDevice {
  const { target, time, alias } = parts;
  const { on: onEvent, emit } = createListeners<[DeviceEvent]>();
  const clock = createBridgeClock({
    time,
    serverAt: (monotonicMs) => target.clock.serverAt(monotonicMs),
    roundTripMs() {
      const { rtd, deviceRtd } = target.store.getState().clockSync;
      return rtd + deviceRtd;
    },
  });
  const isOurs = (facts: BridgeTargetFacts = target.store.getState()) => facts.connectionKey === parts.connectionKey;
  const isThere = (facts: BridgeTargetFacts) =>
    isOurs(facts) && facts.connected && facts.sseConnected && !facts.connecting && facts.info !== undefined;
  const motion = createBridgeGuestController({ ...parts, clock, isOurs, reads: () => reads });
  const reads: BridgeReadCache = createBridgeReadCache({ target, time, send: motion.send });
  let limits = parts.limits();

  function watchConnection(now: BridgeTargetFacts, before: BridgeTargetFacts): void {
    const [is, was] = [isThere(now), isThere(before)];
    if (is && now.info && (!was || now.info.session_id !== before.info?.session_id))
      emit({ name: 'device_connected', data: { connected: true, info: now.info } });
    if (is || !was) return;
    // Without events from the device, guests' motion cannot be supervised: it stops.
    motion.halt();
    const timestamp = new Date(time.now()).toISOString();
    emit({
      name: 'device_disconnected',
      data: { session_id: before.info?.session_id ?? '', reason: 'lost', timestamp },
    });
  }

  const undos = [
    target.store.subscribe(watchConnection),
    ...eventNames
      .filter((name) => !NOT_FORWARDED.has(name))
      .map((name) =>
        target.on(name, (data) => {
          if (!isOurs()) return;
          emit({ name, data } as DeviceEvent); // the data of a name has that name's shape
          if (name === 'stroke_changed') motion.renew();
        }),
      ),
  ];

  async function answer(name: DeviceCallName, input: Fields): Promise<unknown> {
    const kind = guestCallKind(name, input);
    if (kind === 'stop') return stop(name);
    if (!isThere(target.store.getState())) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    if (kind === 'never' || kind === 'stream') throw new DeviceRefusal(errorKinds.notAllowedInPublic);
    if (name === 'hstp.info') return clock.info();
    return kind === 'read' ? reads.read(name, input) : motion.execute(name, input, kind satisfies GuestMode);
  }

  async function stop(name: DeviceCallName): Promise<unknown> {
    if (!isOurs()) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    await motion.stop();
    const { hamp, hvp, hsp, mode, sids } = target.store.getState();
    if (name === 'hamp.stop') return hamp;
    if (name === 'hvp.stop') return hvp;
    if (name === 'hsp.stop') return hsp;
    if (name !== 'info.setMode2') return 'ok';
    // The device rests, which is the purpose of the idle mode; the mode itself follows, and is reported like any change.
    if (mode !== DeviceMode.IDLE) motion.send(name, { mode: DeviceMode.IDLE }).catch(() => undefined);
    return { mode: DeviceMode.IDLE, mode_session_id: sids?.mode_session_id ?? 0 };
  }

  return {
    connectionKey: alias,
    moves: motion.moves,
    halt: motion.halt,
    motion: () => (motion.moves() ? 'endless' : 'none'),
    rest: motion.halt,
    info() {
      const facts = target.store.getState();
      return isThere(facts) ? facts.info : undefined;
    },
    // The answer is that of the call of this very name, as the device of the other cloud gave it; the home validates it.
    call: (name, input) =>
      answer(name, input as Fields).catch((thrown: unknown) => {
        throw toBridgeRefusal(thrown);
      }) as never,
    async setClock(measured) {
      clock.set(measured);
      const info = clock.info();
      emit({ name: 'device_clock_synchronized', data: info });
      return info;
    },
    install: () => Promise.reject(new DeviceRefusal(errorKinds.notAllowedInPublic)),
    onEvent,
    limitsChanged() {
      const before = limits;
      limits = parts.limits();
      if (areLimitsNarrower(limits, before)) motion.renew();
    },
    close() {
      for (const undo of undos) undo();
      motion.close();
      reads.close();
    },
  };
}
