import type { GroupScript, Participation } from '../../features/groups/group.ts';
import type { TimelineUpdate } from '../../features/groups/timeline.ts';
import { readField } from '../../http/body-field.ts';
import { badRequest } from '../../http/http-errors.ts';
import { readPersonName, removeHiddenCharacters } from './person-name.ts';

const NAME_LENGTH_MAX = 40;
const SCRIPT_NAME_LENGTH_MAX = 120;
const POINTS_MIN = 2;
const POINTS_MAX = 50_000;
/** A day. */
const TIME_MAX_MS = 24 * 60 * 60_000;
const RATE_MIN = 0.25;
const RATE_MAX = 2;
const ERROR_MAX_MS = 60_000;
const PARTS: readonly Participation[] = ['out', 'ready', 'in'];

/** A name for people. Throws a 400, as everything here does. */
export const readDisplayName = (body: unknown, field: string): string =>
  readPersonName(readField(body, field), field, NAME_LENGTH_MAX);

/** The points of a script, as columns; the text for the members is serialised again from the parsed points. */
export function readGroupScript(
  body: unknown,
): Omit<GroupScript, 'rev' | 'text'> & { readonly t: number[]; readonly x: number[] } {
  const name = readField(body, 'name');
  if (typeof name !== 'string' || name.length > SCRIPT_NAME_LENGTH_MAX)
    throw badRequest(`name must be a text of at most ${SCRIPT_NAME_LENGTH_MAX} characters`);
  const [t, x] = [readNumbers(body, 't', TIME_MAX_MS), readNumbers(body, 'x', 100)];
  if (t.length !== x.length) throw badRequest('t and x must be of one length');
  if (t.length < POINTS_MIN || t.length > POINTS_MAX)
    throw badRequest(`A script has ${POINTS_MIN} to ${POINTS_MAX} points`);
  for (const [index, ms] of t.entries())
    if (index > 0 && ms <= (t[index - 1] ?? 0)) throw badRequest(`t must rise; point ${index} does not`);
  return { name: removeHiddenCharacters(name), points: t.length, lengthMs: t.at(-1) ?? 0, t, x };
}

/** The change to the timeline that a host requests. */
export function readTimelineUpdate(body: unknown): TimelineUpdate {
  const [playing, positionMs, rate] = ['playing', 'position_ms', 'rate'].map((name) => readField(body, name));
  if (playing !== undefined && typeof playing !== 'boolean') throw badRequest('playing must be true or false');
  return {
    playing,
    positionMs: readOptional('position_ms', positionMs, 0, TIME_MAX_MS),
    rate: readOptional('rate', rate, RATE_MIN, RATE_MAX),
  };
}

/** A member's level of participation, and the error of playback that the member's device estimates. */
export function readMemberReport(body: unknown): {
  readonly part: Participation;
  readonly errorMs: number | null;
  readonly isAway: boolean;
} {
  const part = PARTS.find((one) => one === readField(body, 'part'));
  if (!part) throw badRequest(`part must be one of ${PARTS.join(', ')}`);
  const raw = readField(body, 'error_ms') ?? null;
  const errorMs = raw === null ? null : readOptional('error_ms', raw, 0, ERROR_MAX_MS);
  const isAway = readField(body, 'away') ?? false;
  if (typeof isAway !== 'boolean') throw badRequest('away must be true or false');
  return { part, isAway, errorMs: errorMs === undefined || errorMs === null ? null : Math.round(errorMs) };
}

function readNumbers(body: unknown, name: string, max: number): number[] {
  const raw = readField(body, name);
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (list.length === 0) throw badRequest(`${name} must be a list of numbers`);
  return list.map((value, index) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    throw badRequest(`${name} must be whole numbers from 0 to ${max}; number ${index} is none`);
  });
}

function readOptional(name: string, value: unknown, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw badRequest(`${name} must be a number from ${min} to ${max}`);
}
