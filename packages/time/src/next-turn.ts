/**
 * Runs `run` in the next turn of the event loop, after everything that arrived before, such as a request. For programs
 * in Node; browsers have no such function.
 */
export function runInNextTurn(run: () => void): void {
  setImmediate(run);
}
