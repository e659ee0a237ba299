import { GUEST_MODES, type GuestMode } from '@tactus/motion';
import { isPersonName, isReservedName, removeHiddenCharacters } from '@tactus/protocol';
import type { ShareLimits, ShareSettings } from '../../features/shares/share.ts';
import { readField } from '../../http/body-field.ts';
import { badRequest } from '../../http/http-errors.ts';
import { HttpRefusal, tactusErrorBody } from '../../http/refusal.ts';

const NAME_LENGTH_MAX = 64;
const GUEST_NAME_LENGTH_MAX = 40;
const MINUTE_MS = 60_000;
const EXPIRES_MAX_MS = 30 * 24 * 60 * MINUTE_MS;
const EXPIRES_DEFAULT_MS = 2 * 60 * MINUTE_MS;
const SESSION_MINUTES_MAX = 720;
const USES_MAX = 1_000;
const VIEWERS_MAX = 16;

/** The terms of a share without any in its request; it expires two hours from now. */
export const defaultShareTerms = (nowMs: number): ShareSettings => ({
  name: '',
  uses: null,
  viewers: 4,
  expiresAtMs: nowMs + EXPIRES_DEFAULT_MS,
  limits: { allow: GUEST_MODES, speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
});

/** The terms with the changes of a body. Throws a 400 that names the fault. */
export function readShareTerms(body: unknown, before: ShareSettings, nowMs: number): ShareSettings {
  const name = readField(body, 'name') ?? before.name;
  if (typeof name !== 'string' || name.length > NAME_LENGTH_MAX)
    throw badRequest(`name must be a text of at most ${NAME_LENGTH_MAX} characters`);
  const raw = readField(body, 'expiresInMs');
  const uses = readField(body, 'uses');
  return {
    name: removeHiddenCharacters(name),
    limits: { ...readLimits(readField(body, 'limits'), before.limits), allow: readAllow(body, before.limits.allow) },
    uses: uses === undefined ? before.uses : uses === null ? null : readWhole('uses', uses, 1, USES_MAX),
    viewers: readWhole('viewers', readField(body, 'viewers') ?? before.viewers, 0, VIEWERS_MAX),
    expiresAtMs:
      raw === undefined ? before.expiresAtMs : nowMs + readWhole('expiresInMs', raw, MINUTE_MS, EXPIRES_MAX_MS),
  };
}

/** The display name that a guest requests. Throws a 400. */
export function readGuestName(body: unknown): string {
  const raw = readField(body, 'name');
  const name = typeof raw === 'string' ? removeHiddenCharacters(raw) : '';
  if (!isPersonName(name, GUEST_NAME_LENGTH_MAX))
    throw badRequest(`name must be a text of 1 to ${GUEST_NAME_LENGTH_MAX} characters that can be seen`);
  if (isReservedName(name))
    throw new HttpRefusal(
      400,
      tactusErrorBody('NameReserved', 'name must not be "owner": that is whoever owns the device'),
    );
  return name;
}

function readAllow(body: unknown, before: readonly GuestMode[]): readonly GuestMode[] {
  const raw = readField(body, 'allow');
  if (raw === undefined) return before;
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const known = GUEST_MODES.filter((mode) => list.includes(mode));
  if (known.length > 0 && known.length === list.length) return known;
  throw badRequest(`allow must list one or more of ${GUEST_MODES.join(', ')}, each once`);
}

function readLimits(raw: unknown, before: ShareLimits): ShareLimits {
  if (raw === undefined) return before;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw badRequest('limits must be an object');
  const share = (name: 'speed' | 'intensity') => readShare(`limits.${name}`, readField(raw, name) ?? before[name]);
  const minutes = readField(raw, 'sessionMinutes') ?? before.sessionMinutes;
  const rawStroke = readField(raw, 'stroke');
  const stroke = rawStroke === undefined ? before.stroke : rawStroke;
  const [min, max] = (['min', 'max'] as const).map((name) =>
    readShare(`limits.stroke.${name}`, readField(stroke, name)),
  );
  if (min === undefined || max === undefined || min >= max)
    throw badRequest('limits.stroke.min must be below limits.stroke.max');
  return {
    allow: before.allow,
    speed: share('speed'),
    intensity: share('intensity'),
    stroke: { min, max },
    sessionMinutes: readWhole('limits.sessionMinutes', minutes, 1, SESSION_MINUTES_MAX),
  };
}

function readShare(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw badRequest(`${name} must be a number from 0 to 1`);
}

function readWhole(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw badRequest(`${name} must be a whole number from ${min} to ${max}`);
}
