import { type Device, DeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** The six calls of direct moves, each with an example body. */
export const RAW_CALL_EXAMPLES = {
  xava: { xa: 50, va: 100 },
  xavp: { xa: 50, vp: 0.5 },
  xpva: { xp: 0.5, va: 100 },
  xpvp: { xp: 0.5, vp: 0.5 },
  xat: { xa: 50, t: 500 },
  xpt: { xp: 0.5, t: 500 },
} as const;
/** The name of a call of direct moves. */
export type RawCallName = keyof typeof RAW_CALL_EXAMPLES;

/** The names of the six calls of direct moves, in the order in which they are offered. */
export const RAW_CALL_NAMES = Object.keys(RAW_CALL_EXAMPLES) as RawCallName[]; // Object.keys forgets the literal types

/** The answer or the error of a call sent by hand, and its round trip. */
export interface RawCallResult {
  readonly failed: boolean;
  /** The result, or the error, as JSON. */
  readonly text: string;
  readonly roundTripMs: number;
}

/** An example body, with the two options that every call has. */
export const exampleBodyOf = (call: RawCallName): string =>
  JSON.stringify({ ...RAW_CALL_EXAMPLES[call], stop_on_target: true, immediate_rsp: false }, null, 2);

/** Makes a call with the typed body, and returns the answer or the error. Never rejects. */
export async function sendRawCall(
  device: Device,
  time: Time,
  call: RawCallName,
  body: Readonly<Record<string, unknown>>,
): Promise<RawCallResult> {
  const startMs = time.monotonic();
  const answer = (failed: boolean, value: unknown): RawCallResult => ({
    failed,
    text: JSON.stringify(value, null, 2),
    roundTripMs: Math.round(time.monotonic() - startMs),
  });
  try {
    // Any typed value: client and cloud check it and report its errors.
    return answer(false, { result: await device.call(`hdsp.${call}`, body as never) });
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    const { code, message, refusal, http } = error;
    return answer(true, { error: refusal ?? http?.body ?? { code, message } });
  }
}
