import { isJsonObject, parseJsonObject } from '@tactus/protocol';
import { upgradeSavedDevices } from './saved-device.ts';
import { defaultSettings, SETTINGS_VERSION, type Settings, settingsSchema } from './schema.ts';

type Json = Record<string, unknown>;

/** The result of reading. */
export interface StoredSettings {
  readonly settings: Settings;
  /** The stored object, brought to the present version: fields that this app does not know included. */
  readonly stored: Json;
  /** Whether a stored value could not be read, so that the stored text must be set aside. */
  readonly incomplete: boolean;
}

/** Brings stored settings from the version of the key to the next. */
const upgrades: Readonly<Record<number, (stored: Json) => Json>> = { 1: upgradeSavedDevices };

/** Reads stored settings. Never throws; an unreadable value gets its default, and `incomplete` is set. */
export function readSettings(text: string | null): StoredSettings {
  if (text === null) return { settings: defaultSettings(), stored: {}, incomplete: false };
  const stored = parseJsonObject(text);
  if (stored === undefined) return { settings: defaultSettings(), stored: {}, incomplete: true };
  const upgraded = upgrade(stored);
  const settings = settingsSchema.parse(upgraded);
  return { settings, stored: upgraded, incomplete: !retainsAll(settings, upgraded) };
}

/** The text to store: the settings merged into the stored object, so that fields of other versions stay. */
export function formatStoredSettings(settings: Settings, stored: Readonly<Json>): string {
  return JSON.stringify(layOver(stored, settings));
}

function upgrade(stored: Json): Json {
  let current = stored;
  for (;;) {
    const version = current['version'];
    const up = typeof version === 'number' && version < SETTINGS_VERSION ? upgrades[version] : undefined;
    if (up === undefined) return current;
    current = up(current);
  }
}

/** Whether every stored value of a known setting is in the settings, in any order of fields. */
function retainsAll(settings: unknown, stored: unknown): boolean {
  if (!isBranch(settings) || !isBranch(stored)) return settings === stored;
  // For objects both lengths are undefined.
  return (
    settings['length'] === stored['length'] &&
    Object.entries(settings).every(([name, value]) => !(name in stored) || retainsAll(value, stored[name]))
  );
}

const isBranch = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function layOver(under: unknown, over: unknown): unknown {
  if (!isJsonObject(under) || !isJsonObject(over)) return over;
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? layOver(under[name], over[name]) : under[name]]),
  );
}
