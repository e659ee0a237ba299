import { scriptErrorText } from '../device/session/script-error-text.ts';
import type { MessageKey } from '../i18n/catalogs.ts';

/**
 * The text for a script file that could not be loaded: the browser cannot read it (it was moved or changed, or access is
 * denied), or it holds no script. Undefined for every other error.
 */
export function scriptFileErrorText(error: unknown): MessageKey | undefined {
  return error instanceof DOMException ? 'error.file' : scriptErrorText(error);
}
