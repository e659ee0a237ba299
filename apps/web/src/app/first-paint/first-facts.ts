import { KEY_PARAMETERS } from '../../features/connect/redirect-target.ts';
import { chooseLanguage, readStoredLanguage } from '../../i18n/choose-language.ts';
import type { Language } from '../../i18n/languages.ts';
import type { KeyValueStorage } from '../../settings/key-value-storage.ts';
import type { Settings } from '../../settings/schema.ts';
import { SETTINGS_STORAGE_KEY } from '../../settings/settings-key.ts';

/** What the first picture goes by. */
export interface FirstFacts extends Pick<Settings, 'device' | 'darkMode'> {
  readonly language: Language;
  /** Whether home is what the app is going to show, with a linked device or without one. */
  readonly home: 'linked' | 'unlinked' | undefined;
}

/**
 * Reads, before any of the app is here, what the app itself will read of storage and address (product.md section 2): without
 * its schemas, so whatever is not what the app writes counts as its default. Never throws.
 */
export function readFirstFacts(from: {
  storage: Pick<KeyValueStorage, 'getItem'>;
  location: Pick<Location, 'pathname' | 'search'>;
  deviceLanguage: string;
}): FirstFacts {
  const stored = readStored(from.storage.getItem(SETTINGS_STORAGE_KEY));
  const parameters = new URLSearchParams(from.location.search);
  const female = parameters.get('female');
  const device = female === null ? stored['device'] : female === 'true' && 'Oh';
  const selected = female !== null || stored['deviceSelectionComplete'] === true;
  // A key in the address leads through the connection first: nothing of home is foretold.
  const isHome = from.location.pathname === '/' && selected && !KEY_PARAMETERS.some((name) => parameters.has(name));
  const linked = typeof stored['connectionKey'] === 'string' && stored['connectionKey'] !== '';
  return {
    device: device === 'Oh' ? 'Oh' : 'The Handy',
    darkMode: female === null ? stored['darkMode'] !== false : device !== 'Oh',
    language: chooseLanguage({ stored: readStoredLanguage(from.storage), device: from.deviceLanguage }).language,
    home: isHome ? (linked ? 'linked' : 'unlinked') : undefined,
  };
}

function readStored(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // What cannot be read is kept aside by the app, which goes on with its defaults.
    return {};
  }
}
