/** A ring buffer of the last positions with their moments, in typed arrays: adding a sample allocates nothing. */
export interface PositionTrail {
  /** Adds the newest sample; its moment must not precede the last one; one of the same moment replaces it. */
  push(atMs: number, position01: number): void;
  /** Calls with the samples from `sinceMs` on, oldest first. */
  forEachSince(sinceMs: number, each: (atMs: number, position01: number) => void): void;
  /** The range of the positions since then, or undefined without any. */
  rangeSince(sinceMs: number): { min01: number; max01: number } | undefined;
  clear(): void;
}

/** Builds a trail that holds the last `capacity` samples. */
export function createPositionTrail(capacity: number): PositionTrail {
  const moments = new Float64Array(capacity);
  const positions = new Float32Array(capacity);
  let count = 0;
  let next = 0;
  const slot = (age: number) => (next - 1 - age + 2 * capacity) % capacity;

  function forEachSince(sinceMs: number, each: (atMs: number, position01: number) => void): void {
    let oldest = -1;
    for (let age = 0; age < count && (moments[slot(age)] ?? 0) >= sinceMs; age += 1) oldest = age;
    for (let age = oldest; age >= 0; age -= 1) each(moments[slot(age)] ?? 0, positions[slot(age)] ?? 0);
  }

  return {
    push(atMs, position01) {
      if (count > 0 && moments[slot(0)] === atMs) {
        positions[slot(0)] = position01;
        return;
      }
      moments[next] = atMs;
      positions[next] = position01;
      next = (next + 1) % capacity;
      count = Math.min(capacity, count + 1);
    },
    forEachSince,
    rangeSince(sinceMs) {
      let min01 = Infinity;
      let max01 = -Infinity;
      forEachSince(sinceMs, (_, position01) => {
        min01 = Math.min(min01, position01);
        max01 = Math.max(max01, position01);
      });
      return min01 === Infinity ? undefined : { min01, max01 };
    },
    clear() {
      count = 0;
      next = 0;
    },
  };
}
