import { endpointOf, HSP_STREAM_ID_MAX, readInput } from '@tactus/protocol';
import type { Random } from '@tactus/time';
import { DeviceError } from '../errors.ts';
import type { ClientCallName } from './client.ts';

type Fields = Record<string, unknown>;

/** What is mended before a call's input is checked. */
const before: Partial<Record<ClientCallName, (input: Fields) => Fields>> = {
  'hsp.add': roundPoints,
  'hsp.play': (input) => (isFields(input['add']) ? { ...input, add: roundPoints(input['add']) } : input),
};

/** What is filled in once a call's input is known to be good. */
const after: Partial<Record<ClientCallName, (input: Fields, random: Random) => Fields>> = {
  // 0 is never sent (decisions.md 3).
  'hsp.setup': (input, random) => ({ ...input, stream_id: input['stream_id'] || random.integer(1, HSP_STREAM_ID_MAX) }),
  'auth.issueToken': (input) => both(input, 'ck', 'to'),
  'hdsp.xpvp': (input) => both(input, 'vp', 'va'),
};

/**
 * The input of a call as it is sent: points rounded, checked, defaults filled in. Throws a `DeviceError` with code
 * `bad-input` and the specification's text where there is one.
 */
export function outgoingInput(name: ClientCallName, input: unknown, random: Random): Fields {
  const prepared = isFields(input) ? (before[name]?.(input) ?? input) : input;
  const reading = readInput(endpointOf(name), prepared);
  if (!reading.ok) throw new DeviceError('bad-input', reading.problem);
  const checked = isFields(reading.input) ? reading.input : {};
  return after[name]?.(checked, random) ?? checked;
}

/** The specification has points rounded to integers before they are sent (product.md 5). */
function roundPoints(input: Fields): Fields {
  const { points } = input;
  if (!Array.isArray(points)) return input;
  return { ...input, points: points.map((point: unknown) => (isFields(point) ? rounded(point) : point)) };
}

function rounded(point: Fields): Fields {
  const { t, x } = point;
  return { ...point, t: typeof t === 'number' ? Math.round(t) : t, x: typeof x === 'number' ? Math.round(x) : x };
}

/** Two names for one thing: whichever is given is sent under both. */
function both(input: Fields, one: string, other: string): Fields {
  const value = input[one] ?? input[other];
  return value === undefined ? input : { ...input, [one]: value, [other]: value };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
