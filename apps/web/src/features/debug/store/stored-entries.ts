import type { KeyValueStorage } from '../../../settings/key-value-storage.ts';

/** What a stored text is: JSON, plain words, or JSON that broke. */
export type StoredKind = 'json' | 'text' | 'damaged';

/** One stored key. */
export interface StoredEntry {
  readonly key: string;
  /** As it is stored. */
  readonly text: string;
  readonly kind: StoredKind;
  /** Characters. */
  readonly size: number;
}

/** Keys of ours that hold plain words; all others of ours hold JSON. */
const PLAIN = /^(userLanguage$)/;
const OURS = /^tactus[.-]/;

/** What a text under a key is. What of ours cannot be parsed is damaged, and so is what begins as JSON and is none. @internal */
export function kindOf(key: string, text: string): StoredKind {
  if (isJson(text)) return 'json';
  if (PLAIN.test(key)) return 'text';
  return OURS.test(key) || /^\s*[[{]/.test(text) ? 'damaged' : 'text';
}

/** Every key of a storage, in the order of the alphabet. */
export function readStored(storage: KeyValueStorage & Pick<Storage, 'length' | 'key'>): readonly StoredEntry[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
  return keys.toSorted().map((key) => {
    const text = storage.getItem(key) ?? '';
    return { key, text, kind: kindOf(key, text), size: text.length };
  });
}

/** A stored text as it is read and edited: JSON with its lines, everything else as it is. */
export function toEditable(text: string): string {
  return isJson(text) ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
}

/** The text to store for what was typed; undefined where the key holds JSON and this is none. */
export function toStored(key: string, typed: string): string | undefined {
  if (isJson(typed)) return JSON.stringify(JSON.parse(typed));
  return kindOf(key, typed) === 'damaged' ? undefined : typed;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
