import { isJsonObject, parseJsonObject } from '@tactus/protocol';
import { SETTINGS_VERSION, type Settings } from './schema.ts';
import { readSettings } from './stored-settings.ts';

const FORMAT = 'tactus-settings';
const BACKUP_VERSION = 1;
/** The largest text read as a backup, characters: ours are far smaller. */
const LONGEST = 5_000_000;

/** Why a file cannot be imported. */
export type BackupProblem = 'not-a-backup' | 'newer' | 'damaged';

/** The result of reading a backup. */
export type BackupReadResult = { readonly settings: Partial<Settings> } | { readonly problem: BackupProblem };

/**
 * The settings as a file. Connection keys are included only where the person wants them; the developer settings (which may
 * contain an API key) never are, nor is the consent, which belongs to this browser.
 */
export function formatBackup(settings: Settings, withKeys: boolean): string {
  const { developer: _developer, analyticsAgreed: _consent, ...rest } = settings;
  const { connectionKey: _key, linkedDevices: _devices, ...keyless } = rest;
  return JSON.stringify({ format: FORMAT, version: BACKUP_VERSION, settings: withKeys ? rest : keyless }, undefined, 2);
}

/** Reads a backup, older ones too. Never throws and changes nothing: a file that is only partly readable is a problem. */
export function readBackup(text: string): BackupReadResult {
  const file = text.length > LONGEST ? undefined : parseJsonObject(text);
  if (file?.['format'] !== FORMAT || typeof file['version'] !== 'number') return { problem: 'not-a-backup' };
  const stored = file['settings'];
  if (!isJsonObject(stored)) return { problem: 'damaged' };
  if (file['version'] > BACKUP_VERSION || Number(stored['version']) > SETTINGS_VERSION) return { problem: 'newer' };
  const read = readSettings(JSON.stringify(stored));
  if (read.incomplete) return { problem: 'damaged' };
  const { developer: _developer, analyticsAgreed: _consent, ...rest } = read.settings;
  if ('connectionKey' in stored) return { settings: rest };
  const { connectionKey: _key, linkedDevices: _devices, ...keyless } = rest;
  return { settings: keyless };
}
