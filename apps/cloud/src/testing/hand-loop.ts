/** An event loop whose turns a test makes one by one. */
export interface HandLoop {
  /** Runs a function in the next turn. */
  later(run: () => void): void;
  /** Runs the next turn. */
  turn(): void;
  /** Number of functions that wait for it. */
  waiting(): number;
}

export function createHandLoop(): HandLoop {
  let next: (() => void)[] = [];
  return {
    later: (run) => void next.push(run),
    turn() {
      const present = next;
      next = [];
      for (const run of present) run();
    },
    waiting: () => next.length,
  };
}
