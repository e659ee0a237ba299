import type { Undo } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';
import { unlinkedAttendance } from '../attendance.ts';
import { LEASES, type Message, type ModelDevice, type UnattendedRules } from './unattended-model.ts';

interface Parts {
  readonly time: FakeTime;
  readonly rules: UnattendedRules;
  /** A program from before holds existed. */
  readonly isOldProgram: boolean;
  /** Whether its session is resumed after a cut; a bridge begins a new one. */
  readonly resumes: boolean;
  /** The list to which an end of motion without a cause is added. */
  readonly violations: string[];
  /** Whether the cloud knows the session and the link has been open long enough for it to send lost commands again. */
  readonly isKnown: (session: number | undefined) => boolean;
  readonly confirmStop: () => void;
  readonly confirmTakeOver: () => void;
}

/** The program at the device's end: it handles frames, and stops by itself when unattended. */
export function createDeviceEnd(parts: Parts) {
  const { time, rules, isOldProgram, resumes, violations, isKnown, confirmStop, confirmTakeOver } = parts;
  const nowMs = () => time.monotonic();
  const device: ModelDevice = {
    attendance: unlinkedAttendance(0),
    session: undefined,
    motion: 'none',
    by: 'owner',
    renewedAtMs: Number.NEGATIVE_INFINITY,
    closedAtMs: Number.POSITIVE_INFINITY,
    lastFrameAtMs: 0,
    unknownSinceMs: Number.POSITIVE_INFINITY,
  };
  let stopWatch: Undo = () => undefined;

  function watch(): void {
    stopWatch();
    if (isOldProgram) return;
    const dueMs = rules.restAtMs(device.attendance, device.motion);
    if (dueMs <= nowMs() + 1e-6) {
      if (device.motion !== 'none') restByItself();
      device.attendance = rules.held(device.attendance, undefined, nowMs());
    } else if (Number.isFinite(dueMs)) stopWatch = time.after(dueMs - nowMs(), watch);
  }

  function restByItself(): void {
    if (device.by === 'owner' && isKnown(device.session))
      violations.push(`${nowMs()}: an owner's motion was ended although nobody was away`);
    device.motion = 'none';
  }

  function receive(message: Message): void {
    device.lastFrameAtMs = nowMs();
    if (message.type === 'welcome') {
      const isUnknown = !message.resumed && device.motion !== 'none' && (resumes || device.by !== 'owner');
      if (isUnknown || Number.isFinite(device.unknownSinceMs)) device.unknownSinceMs = nowMs();
      device.session = message.session;
      device.closedAtMs = Number.POSITIVE_INFINITY;
      device.attendance = rules.linked(device.attendance);
      // The cloud requests a lost answer again.
      if (message.resumed && device.by === 'owner' && device.motion !== 'none') confirmTakeOver();
    } else if (message.type === 'stop') {
      device.motion = 'none';
      device.unknownSinceMs = Number.POSITIVE_INFINITY;
      confirmStop();
    } else if (message.type === 'start') {
      if (Number.isFinite(device.unknownSinceMs))
        violations.push(`${nowMs()}: a command came before the stop of an unknown session`);
      device.motion = message.motion;
      device.by = message.by;
      if (message.by === 'owner') confirmTakeOver();
    } else if (message.type === 'hold' || (rules.pingRenews && device.attendance.hold)) {
      const hold = message.type === 'hold' ? message.hold : rules.linkHoldOfLease(LEASES.guest);
      device.attendance = rules.held(device.attendance, hold, nowMs());
      if (message.type === 'hold' && hold) device.renewedAtMs = nowMs();
    }
    watch();
  }

  return {
    device,
    receive,
    /** The link is closed. */
    close() {
      if (device.closedAtMs < Number.POSITIVE_INFINITY) return;
      device.closedAtMs = nowMs();
      if (!resumes) device.session = undefined;
      device.attendance = rules.cut(device.attendance, nowMs(), device.lastFrameAtMs);
      watch();
    },
  };
}
