import type { Time, Undo } from '@tactus/time';
import { lengthOfBytes } from './job-bytes.ts';
import { createNetworkQueue } from './network-queue.ts';
import type { ParseJob, ParseKind, ParseResult } from './parse-job.ts';
import type { ParseOutcome } from './parse-messages.ts';
import { ParseRefusal } from './parse-refusal.ts';
import type { ParseThread, ThreadEndCause, ThreadListener } from './parse-thread.ts';

/** Parses in other threads; the networks take turns. */
export interface ParsePool {
  /** Transfers the bytes of the job. Rejects with a `ParseRefusal`, and with an Error for a fault of ours. */
  run<K extends ParseKind>(job: ParseJob<K>, address: string): Promise<ParseResult<K>>;
  /** Ends its threads; jobs in progress or waiting are refused as `busy`, as are all later ones. */
  close(): void;
}

interface Options {
  readonly time: Time;
  /** Threads at the same time. */
  readonly threads: number;
  readonly startThread: (listener: ThreadListener) => ParseThread;
  /** Receives the time in ms that a thread worked for an address. */
  readonly onWorked: (address: string, ms: number) => void;
}

/**
 * Time limit of one job.
 * @internal
 */
export const JOB_TIME_LIMIT_MS = 10_000;

/**
 * Time limit for the start of a thread, on a busy machine.
 * @internal
 */
export const THREAD_START_TIME_LIMIT_MS = 30_000;

/** An idle thread is ended after this time: it takes tens of MiB. */
const IDLE_MS = 60_000;

/** Limit of the bytes that wait, all jobs together. */
const WAITING_BYTES_MAX = 256 * 1024 * 1024;

interface Waiting {
  readonly job: ParseJob;
  readonly address: string;
  /** Size of the job; its bytes are gone once it runs. */
  readonly bytes: number;
  resolve(value: ParseResult<ParseKind>): void;
  reject(error: Error): void;
}

/** One thread and its present job. */
interface Seat {
  readonly thread: ParseThread;
  isReady: boolean;
  work?: { readonly waiting: Waiting; readonly fromMs: number };
  cancelDeadline: Undo;
}

/** Returns a pool that starts its first thread with the first job. */
export function createParsePool({ time, threads, startThread, onWorked }: Options): ParsePool {
  const queue = createNetworkQueue<Waiting>();
  const seats = new Set<Seat>();
  let waitingBytes = 0;
  let isClosed = false;

  /** Throws where the system provides no thread. */
  function addSeat(): void {
    const seat: Seat = {
      isReady: false,
      thread: startThread({
        onReady() {
          seat.isReady = true;
          next(seat);
        },
        onOutcome: (outcome) => finish(seat, outcome),
        onEnd: (end) => lose(seat, end),
      }),
      cancelDeadline: time.after(THREAD_START_TIME_LIMIT_MS, () =>
        discard(seat, new Error(`It was not ready within ${THREAD_START_TIME_LIMIT_MS} ms`)),
      ),
    };
    seats.add(seat);
  }

  function next(seat: Seat): void {
    seat.cancelDeadline();
    const waiting = queue.shift();
    if (!waiting) {
      seat.cancelDeadline = time.after(IDLE_MS, () => drop(seat));
      return;
    }
    waitingBytes -= waiting.bytes;
    seat.work = { waiting, fromMs: time.monotonic() };
    seat.cancelDeadline = time.after(JOB_TIME_LIMIT_MS, () =>
      replace(seat, new ParseRefusal('too-slow', `This took longer than ${JOB_TIME_LIMIT_MS / 1_000} s to read`)),
    );
    seat.thread.run(waiting.job);
  }

  function finish(seat: Seat, outcome: ParseOutcome): void {
    const { work } = seat;
    delete seat.work;
    if (work) {
      onWorked(work.waiting.address, outcome.ms);
      if (outcome.result === 'parsed') work.waiting.resolve(outcome.value);
      else if (outcome.result === 'refused') work.waiting.reject(new ParseRefusal(outcome.reason, outcome.message));
      else work.waiting.reject(new Error(`A parsing thread failed: ${outcome.message}`));
    }
    next(seat);
  }

  /** Replaces a thread that was ended during its job, or ended by itself. */
  function replace(seat: Seat, why: Error): void {
    const { work } = seat;
    drop(seat);
    if (work) {
      onWorked(work.waiting.address, time.monotonic() - work.fromMs);
      work.waiting.reject(why);
    }
    fill();
  }

  function lose(seat: Seat, end: ThreadEndCause): void {
    if (!seat.isReady) discard(seat, end);
    else if (end.why === 'out-of-memory')
      replace(seat, new ParseRefusal('too-heavy', 'This takes more memory to read than there is for it'));
    else replace(seat, new Error('A parsing thread ended', { cause: end.error }));
  }

  /** A thread that fails to start is not started again before the next job, to avoid an endless loop. */
  function discard(seat: Seat, cause: unknown): void {
    drop(seat);
    refuseUnseated(cause);
  }

  /** Refuses waiting jobs where no thread is left. */
  function refuseUnseated(cause: unknown): void {
    if (seats.size === 0) refuseWaiting(new Error('A parsing thread could not be started', { cause }));
  }

  function drop(seat: Seat): void {
    seats.delete(seat);
    seat.cancelDeadline();
    seat.thread.end();
  }

  function fill(): void {
    if (isClosed || seats.size >= threads || queue.length === 0) return;
    try {
      addSeat();
    } catch (error) {
      refuseUnseated(error);
    }
  }

  function refuseWaiting(why: Error): void {
    for (let waiting = queue.shift(); waiting; waiting = queue.shift()) waiting.reject(why);
    waitingBytes = 0;
  }

  return {
    run: (job, address) =>
      new Promise((resolve, reject) => {
        const bytes = lengthOfBytes(job.bytes);
        if (isClosed || waitingBytes + bytes > WAITING_BYTES_MAX) return reject(busy());
        waitingBytes += bytes;
        // The thread answers with the result of the job's own kind.
        queue.push(address, { job: job as ParseJob, address, bytes, reject, resolve: resolve as Waiting['resolve'] });
        const idle = [...seats].find(({ isReady, work }) => isReady && !work);
        if (idle) next(idle);
        else fill();
      }),
    close() {
      isClosed = true;
      for (const seat of [...seats]) replace(seat, busy());
      refuseWaiting(busy());
    },
  };
}

const busy = () => new ParseRefusal('busy', 'Too much is being read at the moment; try again');
