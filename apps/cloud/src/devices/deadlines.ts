import type { Time, Undo } from '@tactus/time';

/** Runs things when a time is over that hardly ever is: most are undone at once, and then cost no timer of their own. */
export interface Deadlines {
  /** Runs `run` once after `delayMs` milliseconds, unless undone before. */
  after(delayMs: number, run: () => void): Undo;
  /** Runs nothing any more. */
  close(): void;
}

/** One deadline; undone or over when there is nothing to run. */
interface Deadline {
  readonly atMs: number;
  run: (() => void) | undefined;
}

/** Deadlines of the same delay: they are over in the order in which they came. */
interface Queue {
  readonly deadlines: Deadline[];
  /** Undefined while nothing is waited for. */
  cancelTimer: Undo | undefined;
}

export function createDeadlines(time: Time): Deadlines {
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

/** Takes out what is undone or over at the front, and runs what is over. */
function dropOver(deadlines: Deadline[], nowMs: number): void {
  for (let [first] = deadlines; first; [first] = deadlines) {
    if (first.run && first.atMs > nowMs) return;
    deadlines.shift();
    const { run } = first;
    first.run = undefined;
    run?.();
  }
}
