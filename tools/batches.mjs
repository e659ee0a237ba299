/**
 * The gates that run at the same time: successive gates with a lane, each lane in its order; all others alone.
 * @template {{ readonly lane?: string }} G
 * @param {readonly G[]} gates
 * @returns {G[][][]} batches, each of them lanes
 */
export function batches(gates) {
  /** @type {Map<string, G[]>[]} */
  const found = [];
  let isOpen = false;
  for (const gate of gates) {
    if (!gate.lane || !isOpen) found.push(new Map());
    isOpen = gate.lane !== undefined;
    const batch = found.at(-1) ?? new Map();
    const lane = gate.lane ?? '';
    batch.set(lane, [...(batch.get(lane) ?? []), gate]);
  }
  return found.map((batch) => [...batch.values()]);
}
