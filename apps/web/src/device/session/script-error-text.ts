import { ScriptError, type ScriptErrorCode } from '@tactus/motion';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** The specified texts for an invalid script, in the person's language. */
const TEXTS: Readonly<Record<ScriptErrorCode, MessageKey>> = {
  'too-few-points': 'error.script.tooFewPoints',
  'invalid-csv': 'error.script.csv',
  'invalid-json': 'error.script.json',
  'invalid-type': 'error.script.type',
};

/** The text for a file that holds no script; undefined for every other error. */
export function scriptErrorText(error: unknown): MessageKey | undefined {
  return error instanceof ScriptError ? TEXTS[error.code] : undefined;
}
