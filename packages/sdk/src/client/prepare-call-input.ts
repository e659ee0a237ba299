import { endpointOf, HSP_STREAM_ID_MAX, isJsonObject, readInput } from '@tactus/protocol';
import type { Random } from '@tactus/time';
import { DeviceError } from '../errors.ts';
import type { ClientCallName } from './client.ts';

type Fields = Record<string, unknown>;

/** Corrections to a call's input before it is validated. */
const before: Partial<Record<ClientCallName, (input: Fields) => Fields>> = {
  'hsp.add': roundPoints,
  'hsp.play': (input) => (isJsonObject(input['add']) ? { ...input, add: roundPoints(input['add']) } : input),
};

/** Values that are filled in after a call's input was validated. */
const after: Partial<Record<ClientCallName, (input: Fields, random: Random) => Fields>> = {
  // A stream id of 0 is never sent: the contract begins at 1.
  'hsp.setup': (input, random) => ({ ...input, stream_id: input['stream_id'] || random.integer(1, HSP_STREAM_ID_MAX) }),
  'auth.issueToken': (input) => both(input, 'ck', 'to'),
  'hdsp.xpvp': (input) => both(input, 'vp', 'va'),
};

/**
 * The input of a call as the contract has it: points rounded, validated, defaults filled in. Throws a `DeviceError` with code
 * `bad-input` and the specification's text where there is one.
 */
export function readCallInput(name: ClientCallName, input: unknown): Fields {
  const prepared = isJsonObject(input) ? (before[name]?.(input) ?? input) : input;
  const reading = readInput(endpointOf(name), prepared);
  if (!reading.ok) throw new DeviceError('bad-input', reading.problem);
  return isJsonObject(reading.input) ? reading.input : {};
}

/** The input of a call as it is sent: read, and what the caller may leave out filled in. */
export function prepareCallInput(name: ClientCallName, input: unknown, random: Random): Fields {
  const checked = readCallInput(name, input);
  return after[name]?.(checked, random) ?? checked;
}

/** Rounds points to integers, which the contract requires. */
function roundPoints(input: Fields): Fields {
  const { points } = input;
  if (!Array.isArray(points)) return input;
  return { ...input, points: points.map((point: unknown) => (isJsonObject(point) ? rounded(point) : point)) };
}

function rounded(point: Fields): Fields {
  const { t, x } = point;
  return { ...point, t: typeof t === 'number' ? Math.round(t) : t, x: typeof x === 'number' ? Math.round(x) : x };
}

/** Sends one value under both of its names. */
function both(input: Fields, one: string, other: string): Fields {
  const value = input[one] ?? input[other];
  return value === undefined ? input : { ...input, [one]: value, [other]: value };
}
