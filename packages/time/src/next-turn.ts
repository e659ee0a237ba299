/**
 * Runs `run` in the next turn of the event loop: what has come in by then, such as a request, is served before. For programs in
 * Node; browsers have no such function.
 */
export function inNextTurn(run: () => void): void {
  setImmediate(run);
}
