/** The place of a command in the sequence of one client: the client's random id and a number that rises with each command. */
export interface SequenceNumber {
  readonly client: string;
  readonly number: number;
}

/** A command as it arrives for one device. */
export interface NumberedCommand {
  /** The numbers: one, or one for each client whose request was merged into this one; none where the client sends none. */
  readonly numbers: readonly SequenceNumber[];
  /** The same text for each attempt at this command; undefined where the client never repeats a command. */
  readonly id: string | undefined;
  /** The call and its input: two commands of one id must have the same. */
  readonly fingerprint: string;
  /** Whether the command ends motion. */
  readonly isStop: boolean;
}

/**
 * The decision on an arriving command: `run` it; `overtaken`: refuse it, because a newer Stop of its client arrived first;
 * `repeat` the answer of its first attempt; `conflict`: refuse it, because its id belongs to another command.
 */
export type CommandAdmission = 'run' | 'overtaken' | 'repeat' | 'conflict';

/** How long the answer of a command is repeated, in ms after the answer. */
export const REPEATED_ANSWER_LIFETIME_MS = 60_000;
/** How long a Stop bars older commands, in ms: longer than a stalled connection delays a request. */
const STOP_BARS_MS = 600_000;
/** Stops of so many clients are remembered for one device; the oldest is dropped. */
const CLIENTS_MAX = 1_000;
/** Commands of so many ids are remembered for one device; the oldest answered one is dropped. */
const IDS_MAX = 1_000;

interface Attempted {
  readonly fingerprint: string;
  readonly numbers: readonly SequenceNumber[];
  /** Undefined while the command is being executed. */
  answeredAtMs: number | undefined;
}

/** Commands of one client whose numbers are below `below` are refused. */
interface Barrier {
  readonly below: number;
  readonly atMs: number;
}

/**
 * The order of the commands for one device, in the process that owns the device: a Stop bars every older command of its
 * client from its arrival on, and a command that is sent twice is executed once. All times in ms of one monotonic clock.
 */
export interface DeviceCommandOrder {
  /** A command arrives. A Stop takes effect here, before its execution. */
  admit(command: NumberedCommand, nowMs: number): CommandAdmission;
  /** Whether an admitted command may still be handed to the device: false once a newer Stop of its client has arrived. */
  mayRun(command: NumberedCommand): boolean;
  /** An admitted command has its answer. `isRetained`: false where it is certain that nothing was executed. */
  settle(id: string, isRetained: boolean, nowMs: number): void;
  /** Drops entries that are too old. Returns whether nothing remains. */
  expire(nowMs: number): boolean;
}

/** Returns the order of commands for a device that has had none yet. `onForgotten` receives each id whose answer is repeated no longer. */
export function createDeviceCommandOrder(onForgotten: (id: string) => void = () => undefined): DeviceCommandOrder {
  /** The newest Stop of each client; the client whose Stop is oldest comes first. */
  const barriers = new Map<string, Barrier>();
  /** The use of each id, in the order of arrival. */
  const attempts = new Map<string, Attempted>();

  const isBarred = ({ client, number }: SequenceNumber) => number < (barriers.get(client)?.below ?? 0);
  const isOver = ({ answeredAtMs }: Attempted, nowMs: number) =>
    answeredAtMs !== undefined && nowMs - answeredAtMs > REPEATED_ANSWER_LIFETIME_MS;

  /** From now on, refuses the commands of a client whose numbers are below `below`. */
  function bar(client: string, below: number, nowMs: number): void {
    const highest = Math.max(below, barriers.get(client)?.below ?? 0);
    barriers.delete(client);
    barriers.set(client, { below: highest, atMs: nowMs });
    const [oldest] = barriers.keys();
    if (barriers.size > CLIENTS_MAX && oldest !== undefined) barriers.delete(oldest);
  }

  /** Drops an answer. An attempt still in progress would otherwise be executed once more: it is barred. */
  function forget(id: string, { numbers }: Attempted, nowMs: number): void {
    attempts.delete(id);
    onForgotten(id);
    for (const { client, number } of numbers) bar(client, number + 1, nowMs);
  }

  function remember(id: string, { fingerprint, numbers }: NumberedCommand, nowMs: number): void {
    attempts.set(id, { fingerprint, numbers, answeredAtMs: undefined });
    if (attempts.size <= IDS_MAX) return;
    for (const [oldest, attempted] of attempts) {
      if (attempted.answeredAtMs === undefined) continue;
      forget(oldest, attempted, nowMs);
      return;
    }
  }

  return {
    admit(command, nowMs) {
      const { numbers, id, fingerprint, isStop } = command;
      const attempted = id === undefined ? undefined : attempts.get(id);
      if (id !== undefined && attempted) {
        if (!isOver(attempted, nowMs)) return attempted.fingerprint === fingerprint ? 'repeat' : 'conflict';
        forget(id, attempted, nowMs);
      }
      // A late Stop is executed all the same: stopping a device twice does no harm.
      if (isStop) for (const { client, number } of numbers) bar(client, number, nowMs);
      else if (numbers.some(isBarred)) return 'overtaken';
      if (id !== undefined) remember(id, command, nowMs);
      return 'run';
    },
    mayRun: ({ numbers, isStop }) => isStop || !numbers.some(isBarred),
    settle(id, isRetained, nowMs) {
      const attempted = attempts.get(id);
      if (!attempted) return;
      if (isRetained) attempted.answeredAtMs = nowMs;
      else attempts.delete(id);
    },
    expire(nowMs) {
      for (const [id, attempted] of attempts) if (isOver(attempted, nowMs)) forget(id, attempted, nowMs);
      for (const [client, { atMs }] of barriers) if (nowMs - atMs > STOP_BARS_MS) barriers.delete(client);
      return attempts.size === 0 && barriers.size === 0;
    },
  };
}
