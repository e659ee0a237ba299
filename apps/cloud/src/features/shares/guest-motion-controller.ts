import { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from '@tactus/motion';
import { type DeviceBackend, DeviceMode, DeviceRefusal, type GuestMode } from '@tactus/protocol';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { LeaseService } from '../leases/create-lease-service.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import type { StopConfirmationCheck } from '../stopping/stop-confirmation-check.ts';
import { stopDevice } from '../stopping/stop-device.ts';
import type { GuestSession } from './guest-session.ts';
import { createOrphanedMotion } from './orphaned-motion.ts';

/** The parts that a guest motion controller needs. */
export type GuestMotionParts = DeviceCallParts & {
  readonly devices: DeviceRegistry;
  readonly leases: Pick<LeaseService, 'stop' | 'lift' | 'over' | 'leftBy'>;
  readonly onError: (error: unknown) => void;
};

/** Who set a device in motion last: a guest, or the owner, who has the connection key. */
export type LastDriver = GuestSession | 'owner';

/**
 * The motion of one shared device and its driver. Guests' commands run one after the other; a Stop overtakes them all, and
 * commands that waited before the Stop are not executed after it.
 */
export interface GuestMotionController {
  plan(): GuestMotionState;
  setPlan(plan: GuestMotionState): void;
  currentDriver(): LastDriver | undefined;
  /** The number of the present span: it rises with every Stop and with every change of the driver. */
  span(): number;
  /** Changes the driver; waiting commands are not executed. */
  passTo(driver: LastDriver | undefined): void;
  /** A guest's command is about to go out. */
  setDriver(session: GuestSession): void;
  /** A client stops the device: waiting commands are not executed, and a guest's motion becomes orphaned. */
  stopped(): void;
  /** Passes on the answer to that Stop; where it does not prove in time that a guest's motion is over, `halt` follows. */
  provenBy<R>(answer: Promise<R>, proves: StopConfirmationCheck): Promise<R>;
  /**
   * Runs a start of the owner's after the stops in progress; where it fails, orphaned motion is stopped, unless the
   * failure itself shows that the owner drives.
   */
  replacedBy<R>(start: () => Promise<R>, isDriven: (error: unknown) => boolean): Promise<R>;
  /** The guest's hold ended without any motion. */
  heldInVain(): void;
  /** Stops orphaned motion, where there is any. */
  haltOrphaned(): Promise<void>;
  /** Runs after every waiting command and after stops in progress; a failure rejects only this call. */
  inTurn<R>(run: () => Promise<R>): Promise<R>;
  /** Opens the zone of alternating motion that a guest left, before the owner starts HAMP. */
  resetZone(): void;
  /** Stops the device, and retries until the device confirms it. Resolves after the first attempt. */
  halt(): Promise<void>;
  /** Resolves when the stops in progress are over. */
  halted(): Promise<unknown>;
}

/** Returns the controller of one device, which nobody drives yet. */
export function createGuestMotionController(parts: GuestMotionParts, connectionKey: string): GuestMotionController {
  let plan = NEW_GUEST_MOTION;
  /** A guest of an earlier process has no session in this one. */
  let driver: LastDriver | undefined = parts.leases.leftBy(connectionKey) === 'guest' ? undefined : 'owner';
  let span = 0;
  let last: Promise<unknown> = Promise.resolve();
  let halting: Promise<unknown> = Promise.resolve();
  const orphaned = createOrphanedMotion(() => void halt());

  /** Restores the owner's ends of alternating motion, unless the driver has changed meanwhile. */
  async function tidyZone(device: DeviceBackend, of: number): Promise<void> {
    if (!plan.hasZone || span !== of || driver === 'owner') return;
    await openZone(device);
  }

  async function openZone(device: DeviceBackend): Promise<void> {
    plan = { ...plan, hasZone: false };
    const input = { min: 0, max: 1 };
    await parts.caller.call({ device, name: 'hamp.stroke', input, timeoutMs: ZONE_WITHIN_MS }).catch(ignoreRefusals);
  }

  /** Stops the guest's known mode at once, before the device has reported its mode. */
  function stopAtOnce(device: DeviceBackend, mode: GuestMode | undefined): void {
    if (mode === undefined) return;
    const stopping =
      mode === 'hdsp'
        ? parts.caller.call({
            device,
            name: 'info.setMode2',
            input: { mode: DeviceMode.IDLE },
            timeoutMs: STOP_WITHIN_MS,
          })
        : parts.caller.call({ device, name: `${mode}.stop`, input: {}, timeoutMs: STOP_WITHIN_MS });
    // The stop that follows finds out whether this one had an effect.
    stopping.catch(ignoreRefusals).catch(parts.onError);
  }

  async function haltNow(): Promise<void> {
    span += 1;
    const of = span;
    plan = stoppedGuestMotion(plan);
    orphaned.forget();
    const device = parts.devices.get(connectionKey);
    if (!device?.info()) return parts.leases.stop(connectionKey);
    if (driver !== undefined && driver !== 'owner') stopAtOnce(device, plan.mode);
    if (await stopDevice(parts, device)) {
      parts.leases.over(connectionKey);
      await tidyZone(device, of);
    } else parts.leases.stop(connectionKey);
  }

  function halt(): Promise<void> {
    const halted = haltNow().catch(parts.onError);
    halting = Promise.all([halting, halted]);
    return halted;
  }

  /** Sends the device the end of its hold if the guest's motion is over, and returns whether it is. */
  function isOver(is: boolean): boolean {
    if (is) parts.leases.over(connectionKey);
    return is;
  }

  function orphanMotion(): void {
    span += 1;
    if (plan.moves) orphaned.orphan(plan.mode);
  }

  return {
    halt,
    halted: () => halting,
    plan: () => plan,
    setPlan(next) {
      plan = next;
      if (plan.moves) orphaned.forget();
    },
    currentDriver: () => driver,
    span: () => span,
    passTo(next) {
      orphanMotion();
      driver = next;
      plan = { ...NEW_GUEST_MOTION, hasZone: plan.hasZone };
    },
    setDriver(session) {
      driver = session;
    },
    stopped() {
      orphanMotion();
      plan = stoppedGuestMotion(plan);
    },
    provenBy(answer, proves) {
      const mode = orphaned.current()?.mode;
      const inTime = parts.caller.within(PROVEN_WITHIN_MS, () => answer);
      orphaned.stopping(
        inTime.then(
          (result) => isOver(proves(result, mode)),
          () => false, // the caller gets the failure
        ),
      );
      return answer;
    },
    replacedBy(start, isDriven) {
      const answer = halting.then(() => {
        const started = start();
        // The end of the hold goes right behind the command: the guest's hold would otherwise end the owner's motion.
        parts.leases.lift(connectionKey);
        return started;
      });
      orphaned.replacing(answer.then(() => true, isDriven).then(isOver));
      return answer;
    },
    heldInVain: () => parts.leases.over(connectionKey),
    haltOrphaned: async () => (orphaned.current() ? halt() : undefined),
    inTurn(run) {
      const turn = last.then(() => halting).then(run);
      last = turn.catch(() => undefined); // the caller gets the failure
      return turn;
    },
    resetZone() {
      const device = plan.hasZone ? parts.devices.get(connectionKey) : undefined;
      if (device) openZone(device).catch(parts.onError);
    },
  };
}

const ZONE_WITHIN_MS = 500;
const STOP_WITHIN_MS = 500;
/** Time for the proof of a Stop: the caller may wait longer for the device than the device may go on moving. */
const PROVEN_WITHIN_MS = 1_000;

/** A device that does not know the call has no zone to restore. */
function ignoreRefusals(error: unknown): void {
  if (!(error instanceof DeviceRefusal)) throw error;
}
