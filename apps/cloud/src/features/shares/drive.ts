import { type GuestMode, type GuestPlan, NEW_GUEST_PLAN, stoppedPlan } from '@tactus/motion';
import { DeviceMode, DeviceRefusal, type LinkedDevice } from '@tactus/protocol';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Leases } from '../leases/create-leases.ts';
import { stopDevice } from '../leases/stop-device.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import type { GuestSession } from './guest-session.ts';
import { createRemains } from './remains.ts';
import type { StopProof } from './stop-proof.ts';

/** What the driving of one device is built on. */
export type DriveParts = DeviceCallParts & {
  readonly devices: DeviceRegistry;
  readonly leases: Pick<Leases, 'stop' | 'lift' | 'over' | 'leftBy'>;
  readonly onError: (error: unknown) => void;
};

/** Who set a device in motion last: a guest, or whoever has the key. */
export type Driver = GuestSession | 'owner';

/**
 * What moves on one device, and by whom. Commands of guests go one after the other; a Stop goes past them all, and what
 * waited in front of it is not carried out behind it.
 */
export interface Drive {
  plan(): GuestPlan;
  setPlan(plan: GuestPlan): void;
  driver(): Driver | undefined;
  /** The number of the present span: it rises with every Stop and whenever the word passes to somebody else. */
  span(): number;
  /** Somebody else has the word from now on; what waits is not carried out. */
  passTo(driver: Driver | undefined): void;
  /** A guest's command is about to go out. */
  drivenBy(session: GuestSession): void;
  /** Somebody stops: what waits is not carried out, and nobody answers for what a guest has in motion. */
  stopped(): void;
  /** The answer to that Stop; where it does not prove in time that a guest's motion is over, `halt` follows. */
  provenBy<R>(answer: Promise<R>, proves: StopProof): Promise<R>;
  /**
   * Has a motion of the owner's carried out behind the stops that are under way; where that fails, what a guest left moving is stopped, unless the failure itself
   * says that the owner drives.
   */
  replacedBy<R>(start: () => Promise<R>, isDriven: (error: unknown) => boolean): Promise<R>;
  /** The guest who held it has set nothing in motion. */
  heldInVain(): void;
  /** Stops what a guest left moving, where there is anything. */
  haltRemains(): Promise<void>;
  /** Runs after everything that waits and after a stop that is under way; its failures are its own. */
  inTurn<R>(run: () => Promise<R>): Promise<R>;
  /** The owner is about to alternate: not between the ends that a guest left. */
  giveZoneBack(): void;
  /** Stops what moves, and tries again until that is confirmed. Resolves after the first attempt. */
  halt(): Promise<void>;
  /** Resolves when the stops that are under way are over. */
  halted(): Promise<unknown>;
}

/** Builds it; nothing is known yet of what moves. */
export function createDrive(parts: DriveParts, connectionKey: string): Drive {
  let plan = NEW_GUEST_PLAN;
  /** A guest of an earlier process is nobody in this one. */
  let driver: Driver | undefined = parts.leases.leftBy(connectionKey) === 'guest' ? undefined : 'owner';
  let span = 0;
  let last: Promise<unknown> = Promise.resolve();
  let halting: Promise<unknown> = Promise.resolve();
  const remains = createRemains(() => void halt());

  /** The ends of alternating motion are the owner's again, unless somebody has the word by now. */
  async function tidyZone(device: LinkedDevice, of: number): Promise<void> {
    if (!plan.hasZone || span !== of || driver === 'owner') return;
    await openZone(device);
  }

  async function openZone(device: LinkedDevice): Promise<void> {
    plan = { ...plan, hasZone: false };
    const input = { min: 0, max: 1 };
    await parts.caller.call({ device, name: 'hamp.stroke', input, timeoutMs: ZONE_WITHIN_MS }).catch(ignoreRefusals);
  }

  /** What a guest has moving is known: its stop need not wait until the device has told its mode. */
  function stopAtOnce(device: LinkedDevice, mode: GuestMode | undefined): void {
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
    // Whether it did is found out by the stop that follows.
    stopping.catch(ignoreRefusals).catch(parts.onError);
  }

  async function haltNow(): Promise<void> {
    span += 1;
    const of = span;
    plan = stoppedPlan(plan);
    remains.forget();
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

  /** Where a guest's motion is over, the device is told that nobody holds it. */
  function isOver(is: boolean): boolean {
    if (is) parts.leases.over(connectionKey);
    return is;
  }

  function giveUp(): void {
    span += 1;
    if (plan.moves) remains.leave(plan.mode);
  }

  return {
    halt,
    halted: () => halting,
    plan: () => plan,
    setPlan(next) {
      plan = next;
      if (plan.moves) remains.forget();
    },
    driver: () => driver,
    span: () => span,
    passTo(next) {
      giveUp();
      driver = next;
      plan = { ...NEW_GUEST_PLAN, hasZone: plan.hasZone };
    },
    drivenBy(session) {
      driver = session;
    },
    stopped() {
      giveUp();
      plan = stoppedPlan(plan);
    },
    provenBy(answer, proves) {
      const mode = remains.left()?.mode;
      const inTime = parts.caller.within(PROVEN_WITHIN_MS, () => answer);
      remains.stopping(
        inTime.then(
          (result) => isOver(proves(result, mode)),
          () => false, // whoever asked hears of it
        ),
      );
      return answer;
    },
    replacedBy(start, isDriven) {
      const answer = halting.then(() => {
        const started = start();
        // The hold goes right behind the command: it is the guest's, and would end what is the owner's now.
        parts.leases.lift(connectionKey);
        return started;
      });
      remains.replacing(answer.then(() => true, isDriven).then(isOver));
      return answer;
    },
    heldInVain: () => parts.leases.over(connectionKey),
    haltRemains: async () => (remains.left() ? halt() : undefined),
    inTurn(run) {
      const turn = last.then(() => halting).then(run);
      last = turn.catch(() => undefined); // whoever asked hears of it
      return turn;
    },
    giveZoneBack() {
      const device = plan.hasZone ? parts.devices.get(connectionKey) : undefined;
      if (device) openZone(device).catch(parts.onError);
    },
  };
}

const ZONE_WITHIN_MS = 500;
const STOP_WITHIN_MS = 500;
/** Whoever pressed Stop may wait longer for the device than it may go on moving. */
const PROVEN_WITHIN_MS = 1_000;

/** A device that does not know the call has no ends to give back. */
function ignoreRefusals(error: unknown): void {
  if (!(error instanceof DeviceRefusal)) throw error;
}
