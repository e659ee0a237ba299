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
  /** Commands that never reached the device and are still worth sending, encoded, in order. */
  readonly unsent: readonly string[];
}

/** The commands of one session that a device has not answered yet. */
export interface PendingCommands {
  /**
   * Numbers a command, passes it to `send`, which returns whether it left, and waits for its answer. Rejects with
   * `DeviceRefusal`: the device's own, 1002 when no answer comes within a minute, 100014 when too many wait, 100010 when it is too large.
   */
  enqueue(
    deviceCommand: DeviceCommand,
    options: { readonly isUrgent: boolean; readonly send: (text: string) => boolean },
  ): Promise<unknown>;
  /** Settles the command of an answer; an answer without a pending command changes nothing. */
  settle(answer: LinkAnswer): void;
  /** The device has reconnected and seen every command up to a number. Commands that are too old to be sent now are refused. */
  resume(seen: number): ResumedCommands;
  /** The highest number used so far. */
  newest(): number;
  /** Refuses all pending commands, and numbers from 1 again: 1001 for those that never left, 1002 for those that may have been executed. */
  restart(): void;
}

interface Pending {
  readonly text: string;
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
  const pending = new Map<number, Pending>();
  let newest = 0;

  function wait(id: number, text: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settled = () => {
        pending.delete(id);
        cancelTimer();
      };
      const refuse = (kind: ErrorKind) => {
        settled();
        reject(new DeviceRefusal(kind));
      };
      // The caller has given up long before; this timer is for devices that never answer.
      const cancelTimer: Undo = time.after(DEVICE_TIMEOUT_MAX_MS, () => refuse(errorKinds.deviceTimeout));
      pending.set(id, {
        text,
        queuedAtMs: time.monotonic(),
        wasSent: false,
        refuse,
        resolve: (result) => {
          settled();
          resolve(result);
        },
      });
    });
  }

  return {
    newest: () => newest,
    async enqueue(deviceCommand, { isUrgent, send }) {
      if (pending.size >= (isUrgent ? URGENT_COMMANDS_MAX : LINK_WAITING_COMMANDS_MAX))
        throw new DeviceRefusal(errorKinds.queueFull);
      // The spread loses that a command's kind belongs to its fields.
      const text = encodeLinkFrame({ ...deviceCommand, id: newest + 1 } as CloudFrame);
      if (text === undefined) throw new DeviceRefusal(errorKinds.messageTooBig);
      newest += 1;
      const id = newest;
      const answered = wait(id, text);
      const wasSent = send(text);
      const command = pending.get(id);
      if (command) command.wasSent = wasSent;
      return answered;
    },
    settle({ id, result, error }) {
      const found = pending.get(id);
      if (error) found?.refuse(error);
      else found?.resolve(result);
    },
    resume(seen) {
      const waiting: number[] = [];
      const unsent: string[] = [];
      for (const [id, command] of pending) {
        const ageMs = time.monotonic() - command.queuedAtMs;
        if (id <= seen) waiting.push(id);
        else if (ageMs < DEVICE_TIMEOUT_MIN_MS) {
          unsent.push(command.text);
          command.wasSent = true;
        }
        // The caller may have given up; executed now, the command would move a device unexpectedly.
        else command.refuse(errorKinds.deviceTimeout);
      }
      return { waiting, unsent };
    },
    restart() {
      for (const { refuse, wasSent } of [...pending.values()])
        refuse(wasSent ? errorKinds.deviceTimeout : errorKinds.deviceNotConnected);
      newest = 0;
    },
  };
}
