import * as z from 'zod/mini';
import { type DeviceCallName, endpointOf, type ResultOf } from './endpoints.ts';

/** The outcome of reading a call's result: the checked result, or nothing where it does not fit the contract. */
export type ReadResultOutcome<N extends DeviceCallName> = { ok: true; result: ResultOf<N> } | { ok: false };

/** Reads the answer of a device outside this process to a call; unknown fields are dropped. Never throws. */
export function readResult<N extends DeviceCallName>(name: N, raw: unknown): ReadResultOutcome<N> {
  const parsed = z.safeParse(endpointOf(name).result, raw);
  // The row of this very name checked it, which the compiler cannot follow through the look-up.
  return parsed.success ? { ok: true, result: parsed.data as ResultOf<N> } : { ok: false };
}
