import { parseJson } from '@tactus/protocol';
import type { KeyValueStorage } from '../../../settings/key-value-storage.ts';

/** The kind of a stored text: JSON, plain text, or damaged JSON. */
export type StoredTextKind = 'json' | 'text' | 'damaged';

/** One key of the browser's storage, with its text, and what kind of text it is. */
export interface StoredKey {
  readonly key: string;
  /** As it is stored. */
  readonly text: string;
  readonly kind: StoredTextKind;
  /** Characters. */
  readonly size: number;
}

/** Our keys that hold plain text; all other keys of ours hold JSON. */
const PLAIN = /^(userLanguage$)/;
const OURS = /^tactus[.-]/;

/** The kind of the text under a key. JSON that cannot be parsed is damaged, and so is text that begins as JSON. @internal */
export function storedKindOf(key: string, text: string): StoredTextKind {
  if (parseJson(text) !== undefined) return 'json';
  if (PLAIN.test(key)) return 'text';
  return OURS.test(key) || /^\s*[[{]/.test(text) ? 'damaged' : 'text';
}

/** Every key of a storage, in the order of the alphabet. */
export function readStoredKeys(storage: KeyValueStorage & Pick<Storage, 'length' | 'key'>): readonly StoredKey[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
  return keys.toSorted().map((key) => {
    const text = storage.getItem(key) ?? '';
    return { key, text, kind: storedKindOf(key, text), size: text.length };
  });
}

/** A stored text for reading and editing: JSON with line breaks, everything else unchanged. */
export function toEditableText(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}

/** The text to store for a typed one; undefined where the key holds JSON and the text is none. */
export function toStoredText(key: string, typed: string): string | undefined {
  const value = parseJson(typed);
  if (value !== undefined) return JSON.stringify(value);
  return storedKindOf(key, typed) === 'damaged' ? undefined : typed;
}
