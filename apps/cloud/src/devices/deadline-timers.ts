import type { Time, Undo } from '@tactus/time';

/** Runs actions on deadlines that are mostly cancelled first: a cancelled one then costs no timer of its own. */
export interface DeadlineTimers {
  /** Runs `run` once after `delayMs` milliseconds, unless undone before. */
  after(delayMs: number, run: () => void): Undo;
  /** Cancels all deadlines. */
  close(): void;
}

/** One deadline; a cancelled or past one has nothing to run. */
interface Deadline {
  readonly atMs: number;
  run: (() => void) | undefined;
}

/** Deadlines of the same delay: they end in the order in which they were set. */
interface Queue {
  readonly deadlines: Deadline[];
  /** Undefined while no deadline is pending. */
  cancelTimer: Undo | undefined;
}

/** Returns timers for deadlines, none set yet; deadlines with the same delay share one timer. */
export function createDeadlineTimers(time: Time): DeadlineTimers {
  const queues = new Map<number, Queue>();

  function watch(delayMs: number, queue: Queue): void {
    const [first] = queue.deadlines;
    queue.cancelTimer = undefined;
    if (!first) {
      queues.delete(delayMs);
      return;
    }
    queue.cancelTimer = time.after(first.atMs - time.monotonic(), () => {
      dropOver(queue.deadlines, time.monotonic());
      watch(delayMs, queue);
    });
  }

  return {
    after(delayMs, run) {
      const queue = queues.get(delayMs) ?? { deadlines: [], cancelTimer: undefined };
      queues.set(delayMs, queue);
      const { deadlines } = queue;
      while (deadlines.length > 1 && deadlines[0]?.run === undefined) deadlines.shift();
      const deadline: Deadline = { atMs: time.monotonic() + delayMs, run };
      deadlines.push(deadline);
      if (!queue.cancelTimer) watch(delayMs, queue);
      return () => {
        deadline.run = undefined;
      };
    },
    close() {
      for (const { cancelTimer } of queues.values()) cancelTimer?.();
      queues.clear();
    },
  };
}

/** Removes cancelled and past deadlines from the front, and runs those that are past. */
function dropOver(deadlines: Deadline[], nowMs: number): void {
  for (let [first] = deadlines; first; [first] = deadlines) {
    if (first.run && first.atMs > nowMs) return;
    deadlines.shift();
    const { run } = first;
    first.run = undefined;
    run?.();
  }
}
