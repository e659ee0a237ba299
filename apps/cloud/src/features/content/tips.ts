import { fieldsOf } from '@tactus/protocol';

/** Languages of every tip: the eight of the app. */
export const TIP_LANGUAGES = ['en-US', 'nb-NO', 'pt-BR', 'es-ES', 'de', 'fr-FR', 'ja', 'ko'] as const;

/** The devices that a tip can be for. */
export const TIP_DEVICES = ['handy', 'oh'] as const;

/** A short piece of advice, in every language of the app. */
export interface Tip {
  readonly id: string;
  /** The devices that the tip is for; left out: all. */
  readonly devices?: readonly (typeof TIP_DEVICES)[number][];
  readonly text: Readonly<Record<(typeof TIP_LANGUAGES)[number], string>>;
}

const VERSION = 1;

/** Reads the tips of a content file. Throws an Error that names the first invalid tip. */
export function parseTips(file: unknown): readonly Tip[] {
  const { version, tips } = fieldsOf(file);
  if (version !== VERSION || !Array.isArray(tips)) throw new Error(`tips.json must be {"version": ${VERSION}, "tips"}`);
  const seen = new Set<unknown>();
  for (const [index, tip] of tips.entries()) {
    const { id } = fieldsOf(tip);
    if (!isTip(tip) || seen.has(id)) throw new Error(`tips.json: entry ${index} (${String(id)}) is no tip`);
    seen.add(id);
  }
  return tips;
}

function isTip(value: unknown): value is Tip {
  const { id, devices, text, ...others } = fieldsOf(value);
  const texts = fieldsOf(text);
  return (
    typeof id === 'string' &&
    /^[a-z][a-z-]*$/.test(id) &&
    (devices === undefined || (Array.isArray(devices) && devices.length > 0 && devices.every(isTipDevice))) &&
    Object.keys(texts).join() === TIP_LANGUAGES.join() &&
    Object.values(texts).every(isNonEmptyText) &&
    Object.keys(others).length === 0
  );
}

const isTipDevice = (value: unknown) => TIP_DEVICES.some((device) => device === value);

/** Whether a value is a text that is not blank. */
export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
