import { DeviceError, type DeviceErrorCode } from '@tactus/sdk';
import type { MessageKey } from '../i18n/catalogs.ts';

/** What people read for each way in which a call can fail; `silent` is what the person did. A new code breaks the build here. */
const MESSAGES: Readonly<Record<DeviceErrorCode, MessageKey | 'silent'>> = {
  'not-connected': 'error.notConnected',
  timeout: 'error.timeout',
  aborted: 'silent',
  unauthenticated: 'error.unauthenticated',
  'rate-limited': 'error.rateLimited',
  refused: 'error.refused',
  'bad-input': 'error.badInput',
  'no-result': 'error.noResult',
  unreadable: 'error.unreadable',
  network: 'error.network',
  api: 'error.api',
  http: 'error.api',
  'held-elsewhere': 'error.heldElsewhere',
  updating: 'error.updating',
  'not-initialized': 'error.notInitialized',
};

/** The text of an error; undefined where there is nothing to say. */
export function errorText(error: unknown): MessageKey | undefined {
  if (!(error instanceof DeviceError)) return 'error.unexpected';
  const message = MESSAGES[error.code];
  return message === 'silent' ? undefined : message;
}
