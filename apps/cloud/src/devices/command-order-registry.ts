import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { HttpRefusal, tactusErrorBody } from '../http/refusal.ts';
import {
  createDeviceCommandOrder,
  type DeviceCommandOrder,
  type NumberedCommand,
  REPEATED_ANSWER_LIFETIME_MS,
  type SequenceNumber,
} from './device-order.ts';

/** The order of the commands for every device of this cloud (docs/cloud.md). */
export interface CommandOrderRegistry {
  /**
   * Executes a command, or returns the answer of its first attempt. Rejects with 4004 where a newer Stop of its client has
   * arrived before, with HTTP 422 where its id belongs to another command, and as `run` does.
   */
  execute<R>(connectionKey: string, command: NumberedCommand, run: () => Promise<R>): Promise<R>;
  /** From now on, refuses what these clients sent before these numbers, as a Stop with them would. */
  bar(connectionKey: string, numbers: readonly SequenceNumber[]): void;
  /** Whether a newer Stop of one of these clients was here before. */
  isOvertaken(connectionKey: string, numbers: readonly SequenceNumber[]): boolean;
  /** Throws 4004 where a newer Stop of its client has arrived since the command did. */
  requireInOrder(connectionKey: string, command: NumberedCommand): void;
  /** Number of devices of which commands are remembered. */
  size(): number;
}

interface Row {
  readonly order: DeviceCommandOrder;
  /** The outcome of the command of each id. */
  readonly answers: Map<string, Promise<unknown>>;
  usedAtMs: number;
}

/**
 * Devices that are examined with each command. A command may add one, which is examined once a minute until its Stop bars
 * nothing any more, up to thirteen times: with fewer, their number would grow for as long as commands come.
 */
const EXPIRED_AT_ONCE = 16;

/** Returns the order of commands for every device; no device has had a command yet. */
export function createCommandOrderRegistry(time: Time): CommandOrderRegistry {
  /** The device whose last command is oldest comes first. */
  const rows = new Map<string, Row>();

  /** Expires a few devices at a time, so that no request pays for all. */
  function expireOldest(nowMs: number): void {
    let left = EXPIRED_AT_ONCE;
    for (const [connectionKey, row] of rows) {
      if (left === 0 || nowMs - row.usedAtMs <= REPEATED_ANSWER_LIFETIME_MS) return;
      left -= 1;
      rows.delete(connectionKey);
      if (!row.order.expire(nowMs)) rows.set(connectionKey, { ...row, usedAtMs: nowMs });
    }
  }

  function createRow(nowMs: number): Row {
    const answers: Row['answers'] = new Map();
    return { order: createDeviceCommandOrder((id) => answers.delete(id)), answers, usedAtMs: nowMs };
  }

  function rowOf(connectionKey: string, nowMs: number): Row {
    expireOldest(nowMs);
    const row = rows.get(connectionKey) ?? createRow(nowMs);
    if (nowMs - row.usedAtMs > REPEATED_ANSWER_LIFETIME_MS) row.order.expire(nowMs);
    row.usedAtMs = nowMs;
    rows.delete(connectionKey);
    rows.set(connectionKey, row);
    return row;
  }

  const mayRun = (connectionKey: string, command: NumberedCommand) =>
    rows.get(connectionKey)?.order.mayRun(command) ?? true;

  return {
    size: () => rows.size,
    // The answer of an id belongs to the same call, and so has the same type.
    execute: (<R>(connectionKey: string, command: NumberedCommand, run: () => Promise<R>) => {
      const nowMs = time.monotonic();
      const { order, answers } = rowOf(connectionKey, nowMs);
      const admission = order.admit(command, nowMs);
      const { id } = command;
      const first = id === undefined ? undefined : answers.get(id);
      if (admission === 'repeat' && first !== undefined) return first;
      if (admission === 'overtaken') return Promise.reject(overtaken());
      if (admission === 'conflict') return Promise.reject(conflict());
      const answer = run();
      if (id === undefined) return answer;
      answers.set(id, answer);
      const settle = (isRetained: boolean) => {
        order.settle(id, isRetained, time.monotonic());
        if (!isRetained) answers.delete(id);
      };
      answer.then(
        () => settle(true),
        (error: unknown) => settle(mayHaveRun(error)),
      );
      return answer;
    }) as CommandOrderRegistry['execute'],
    bar(connectionKey, numbers) {
      const nowMs = time.monotonic();
      const stop = { numbers, id: undefined, fingerprint: '', isStop: true };
      if (numbers.length > 0) rowOf(connectionKey, nowMs).order.admit(stop, nowMs);
    },
    isOvertaken: (connectionKey, numbers) =>
      !mayRun(connectionKey, { numbers, id: undefined, fingerprint: '', isStop: false }),
    requireInOrder(connectionKey, command) {
      if (!mayRun(connectionKey, command)) throw overtaken();
    },
  };
}

const overtaken = () => new DeviceRefusal(errorKinds.overtakenByStop);

const conflict = () =>
  new HttpRefusal(422, tactusErrorBody('IdempotencyKeyReused', 'This Idempotency-Key was used for another command'));

/** Refusals before a command is sent to its device: the same command may be tried again. */
const NOT_SENT: ReadonlySet<number> = new Set([errorKinds.deviceNotConnected.code, errorKinds.overtakenByStop.code]);

function mayHaveRun(error: unknown): boolean {
  if (error instanceof HttpRefusal) return error.status >= 500;
  return !(error instanceof DeviceRefusal && NOT_SENT.has(error.kind.code));
}
