import {
  type CloudFrame,
  DEVICE_TIMEOUT_MAX_MS,
  DEVICE_TIMEOUT_MIN_MS,
  DeviceRefusal,
  type ErrorKind,
  encodeLinkFrame,
  errorKinds,
  LINK_COMMANDS_MAX,
  type LinkAnswer,
  type LinkCommand,
} from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

/** What is asked of a device, before it has a number. */
export type DeviceCommand = LinkCommand extends infer C ? (C extends LinkCommand ? Omit<C, 'id'> : never) : never;

/** What a device that comes back is told. */
export interface Resumption {
  /** Commands that arrived there and whose answers are missing here. */
  readonly waiting: number[];
  /** Commands that never arrived there and are still worth sending, encoded, in order. */
  readonly unsent: readonly string[];
}

/** The commands of one session that a device has not answered yet. */
export interface PendingCommands {
  /**
   * Numbers a command, hands it to `send`, which gives whether it left, and waits for its answer. Rejects with `DeviceRefusal`: the device's own,
   * 1002 when no answer comes within a minute, 100014 when too many wait, 100010 when it is too large.
   */
  enqueue(
    deviceCommand: DeviceCommand,
    options: { readonly isUrgent: boolean; readonly send: (text: string) => boolean },
  ): Promise<unknown>;
  /** Settles what an answer belongs to; one that nobody waits for changes nothing. */
  settle(answer: LinkAnswer): void;
  /** The device comes back and has seen every command up to a number. What is too old to be sent now is refused. */
  resume(seen: number): Resumption;
  /** The highest number given. */
  newest(): number;
  /**
   * Refuses all that wait, and numbers from 1 again: with 1001 what never left, with 1002 what may have been carried out.
   */
  restart(): void;
}

interface Pending {
  readonly text: string;
  readonly queuedAtMs: number;
  /** Whether it left: the device may have carried it out. */
  wasSent: boolean;
  readonly resolve: (result: unknown) => void;
  readonly refuse: (kind: ErrorKind) => void;
}

/** What ends motion may wait beyond the limit for other commands, so that a stop is not refused for its number. */
const URGENT_COMMANDS_MAX = 8 * LINK_COMMANDS_MAX;

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
      // Whoever asked has given up long before; this is for devices that never answer.
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
      if (pending.size >= (isUrgent ? URGENT_COMMANDS_MAX : LINK_COMMANDS_MAX))
        throw new DeviceRefusal(errorKinds.queueFull);
      // The kind of a command stays with its fields, which spreading it loses.
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
        // Its caller may have given it up: carried out now, it would move a device that nobody expects to move.
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
