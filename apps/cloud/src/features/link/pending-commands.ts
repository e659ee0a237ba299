import {
  type CloudFrame,
  DEVICE_TIMEOUT_MAX_MS,
  DEVICE_TIMEOUT_MIN_MS,
  DeviceRefusal,
  type ErrorKind,
  encodeLinkFrame,
  errorKinds,
  LINK_WAITING_COMMANDS_MAX,
  type LinkAnswer,
  type LinkCommand,
} from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

/** A command for a device, before it has a number. */
export type DeviceCommand = LinkCommand extends infer C ? (C extends LinkCommand ? Omit<C, 'id'> : never) : never;

/** Commands for a device that reconnects. */
export interface ResumedCommands {
  /** Numbers of commands that the device received and whose answers are missing here. */
  readonly waiting: number[];
  /** Commands that never reached the device and are still worth sending, in order. */
  readonly unsent: readonly UnsentCommand[];
}

/** A command that waits for its link. */
export interface UnsentCommand {
  readonly id: number;
  readonly command: DeviceCommand;
}

/** Sends a text; returns whether it left. */
export type LinkSender = (text: string) => boolean;

/** The commands of one session that a device has not answered yet. */
export interface PendingCommands {
  /**
   * Numbers a command, passes it to `send`, which returns whether it left, and waits for its answer. Rejects with
   * `DeviceRefusal`: the device's own, 1002 when no answer comes within a minute, 100014 when too many wait, 100010 when it is too large.
   */
  enqueue(command: DeviceCommand, options: { readonly isUrgent: boolean; readonly send: LinkSender }): Promise<unknown>;
  /** Settles the command of an answer; an answer without a pending command changes nothing. */
  settle(answer: LinkAnswer): void;
  /** The device has reconnected and seen every command up to a number. Commands that are too old to be sent now are refused. */
  resume(seen: number): ResumedCommands;
  /** Sends commands of `resume`, in order: under their numbers, or under new ones behind what was sent since. */
  sendAgain(
    unsent: readonly UnsentCommand[],
    options: { readonly isRenumbered: boolean; readonly send: LinkSender },
  ): void;
  /** The highest number used so far. */
  newest(): number;
  /** Refuses all pending commands, and numbers from 1 again: 1001 for those that never left, 1002 for those that may have been executed. */
  restart(): void;
}

interface Pending {
  id: number;
  readonly command: DeviceCommand;
  readonly queuedAtMs: number;
  /** Whether the command left: the device may have executed it. */
  wasSent: boolean;
  readonly resolve: (result: unknown) => void;
  readonly refuse: (kind: ErrorKind) => void;
}

/** Commands that end motion may wait beyond the limit for other commands, so that a full queue does not refuse a stop. */
const URGENT_COMMANDS_MAX = 8 * LINK_WAITING_COMMANDS_MAX;

/** Returns a list of unanswered commands, empty at first; a refused command rejects with `DeviceRefusal`. */
export function createPendingCommands(time: Time): PendingCommands {
  /** By number, in rising order. */
  const pending = new Map<number, Pending>();
  let newest = 0;

  function wait(id: number, command: DeviceCommand, send: () => boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settled = () => {
        pending.delete(entry.id);
        cancelTimer();
      };
      const refuse = (kind: ErrorKind) => {
        settled();
        reject(new DeviceRefusal(kind));
      };
      // The caller has given up long before; this timer is for devices that never answer.
      const cancelTimer: Undo = time.after(DEVICE_TIMEOUT_MAX_MS, () => refuse(errorKinds.deviceTimeout));
      const entry: Pending = {
        ...{ id, command, refuse, queuedAtMs: time.monotonic(), wasSent: false },
        resolve(result) {
          settled();
          resolve(result);
        },
      };
      pending.set(id, entry);
      entry.wasSent = send();
    });
  }

  function moveToEnd(entry: Pending): void {
    pending.delete(entry.id);
    newest += 1;
    entry.id = newest;
    pending.set(newest, entry);
  }

  return {
    newest: () => newest,
    async enqueue(command, { isUrgent, send }) {
      if (pending.size >= (isUrgent ? URGENT_COMMANDS_MAX : LINK_WAITING_COMMANDS_MAX))
        throw new DeviceRefusal(errorKinds.queueFull);
      const text = encode(command, newest + 1);
      if (text === undefined) throw new DeviceRefusal(errorKinds.messageTooBig);
      newest += 1;
      return wait(newest, command, () => send(text));
    },
    settle({ id, result, error }) {
      const found = pending.get(id);
      if (error) found?.refuse(error);
      else found?.resolve(result);
    },
    resume(seen) {
      const waiting: number[] = [];
      const unsent: UnsentCommand[] = [];
      for (const [id, { command, queuedAtMs, refuse }] of pending) {
        const ageMs = time.monotonic() - queuedAtMs;
        if (id <= seen) waiting.push(id);
        else if (ageMs < DEVICE_TIMEOUT_MIN_MS) unsent.push({ id, command });
        // The caller may have given up; executed now, the command would move a device unexpectedly.
        else refuse(errorKinds.deviceTimeout);
      }
      return { waiting, unsent };
    },
    sendAgain(unsent, { isRenumbered, send }) {
      for (const { id } of unsent) {
        const entry = pending.get(id);
        if (!entry) continue;
        if (isRenumbered) moveToEnd(entry);
        const text = encode(entry.command, entry.id);
        if (text === undefined) entry.refuse(errorKinds.messageTooBig);
        else entry.wasSent = send(text) || entry.wasSent;
      }
    },
    restart() {
      for (const { refuse, wasSent } of [...pending.values()])
        refuse(wasSent ? errorKinds.deviceTimeout : errorKinds.deviceNotConnected);
      newest = 0;
    },
  };
}

/** The text of a command under a number; undefined where it is too large. */
function encode(command: DeviceCommand, id: number): string | undefined {
  // The spread loses that a command's kind belongs to its fields.
  return encodeLinkFrame({ ...command, id } as CloudFrame);
}
