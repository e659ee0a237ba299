import { isJsonObject } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import { DeviceError } from '../errors.ts';

/** The settings of one device of a group. */
export interface MemberSettings {
  /** How far ahead of the others scripts are played on it, ms; may be negative, and is rounded. */
  readonly offsetMs: number;
  /**
   * The share of speeds, amplitudes and distances from the middle that it executes, 0..1. Below 1 a script has to be in the call
   * as `actions`: one by its address, as a text or as a stream of the cloud is refused for this device.
   */
  readonly scale: number;
}

/** The settings of a device like all others. */
export const DEFAULT_MEMBER_SETTINGS: MemberSettings = { offsetMs: 0, scale: 1 };

/** The input of a call for one device of a group. Throws 'bad-input' for a script that has to be scaled and is not in the call. */
export function callInputForMember(call: ClientCallName, input: unknown, { offsetMs, scale }: MemberSettings): unknown {
  if (!isJsonObject(input)) return input;
  if (call.endsWith('.setup') && scale !== 1 && UNREAD_SCRIPTS.some((field) => input[field] !== undefined))
    throw new DeviceError('bad-input', 'Only a script of inline actions can be played at a scale');
  const changed: Record<string, unknown> = { ...input };
  for (const field of PLACES_IN_TIME) shift(changed, field, offsetMs);
  if (call.startsWith('hdsp.') || call.startsWith('hamp.') || call.startsWith('hvp.'))
    for (const field of STRENGTHS) multiply(changed, field, scale);
  if (call.startsWith('hdsp.') && typeof changed['xp'] === 'number')
    changed['xp'] = fromMiddle(changed['xp'], 0.5, scale);
  if (Array.isArray(changed['points'])) changed['points'] = changed['points'].map((point) => scaled(point, 'x', scale));
  if (scale !== 1 && Array.isArray(changed['actions']))
    changed['actions'] = changed['actions'].map((action) => scaled(action, 'pos', scale));
  if (isJsonObject(changed['add']))
    changed['add'] = callInputForMember('hsp.add', changed['add'], { offsetMs: 0, scale });
  return changed;
}

/** Fields with a time in the script: a device that is ahead is further on at the same moment. */
const PLACES_IN_TIME = ['start_time', 'current_time'] as const;
/** Scripts that only the cloud reads. */
const UNREAD_SCRIPTS = ['url', 'csv', 'stream_ref'] as const;
const STRENGTHS = ['velocity', 'amplitude', 'va', 'vp'] as const;

function shift(fields: Record<string, unknown>, name: string, by: number): void {
  const value = fields[name];
  if (typeof value === 'number') fields[name] = value + Math.round(by);
}

function multiply(fields: Record<string, unknown>, name: string, by: number): void {
  const value = fields[name];
  if (typeof value === 'number') fields[name] = value * by;
}

/** A point or an action with its position, percent, nearer to the middle. */
function scaled(point: unknown, name: 'x' | 'pos', scale: number): unknown {
  if (!isJsonObject(point)) return point;
  const position = point[name];
  return typeof position === 'number' ? { ...point, [name]: Math.round(fromMiddle(position, 50, scale)) } : point;
}

const fromMiddle = (value: number, middle: number, scale: number): number => middle + (value - middle) * scale;
