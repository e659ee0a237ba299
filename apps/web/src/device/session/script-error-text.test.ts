import { SCRIPT_ERROR_TEXTS, ScriptError, type ScriptErrorCode } from '@tactus/motion';
import { expect, test } from 'vitest';
import english from '../../i18n/locales/en-US.json' with { type: 'json' };
import { scriptErrorText } from './script-error-text.ts';

test.each(Object.entries(SCRIPT_ERROR_TEXTS))('%s is shown with the specification’s text in English', (code, words) => {
  const key = scriptErrorText(new ScriptError(code as ScriptErrorCode)); // a key of the table itself
  expect(key && english[key]).toBe(words);
});

test('other errors have no such text', () => {
  expect([scriptErrorText(new Error('Invalid CSV')), scriptErrorText(undefined)]).toEqual([undefined, undefined]);
});
