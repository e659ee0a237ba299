import { DeviceError, type DeviceErrorCode } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { LanguageStore } from '../../i18n/language-store.ts';
import type { NotificationText } from '../../ui/notifications.ts';

/** The text for each error of a call; `silent` for one that the person caused. A new code breaks the build here. */
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
  media: 'error.media',
  'held-elsewhere': 'error.heldElsewhere',
  updating: 'error.updating',
  'not-initialized': 'error.notInitialized',
};

/** Whether a gateway answered in place of the cloud, or the cloud failed: the command may be under way. */
const mayBeExecuted = ({ code, http, refusal }: DeviceError): boolean =>
  http !== undefined && (code === 'http' || http.status >= 500) && (refusal === undefined || http.status === 500);

/** The text of an error; undefined for a silent one. */
export function errorText(error: unknown): MessageKey | undefined {
  if (!(error instanceof DeviceError)) return 'error.unexpected';
  const message = mayBeExecuted(error) ? 'error.timeout' : MESSAGES[error.code];
  return message === 'silent' ? undefined : message;
}

/**
 * Codes for which the specification has no text, where no cloud answered. Nothing is loaded for them: most mean that the
 * network is gone, over which the texts would have to come.
 */
const WITHOUT_TEXT: readonly DeviceErrorCode[] = [
  ...(['network', 'timeout', 'not-connected', 'rate-limited'] as const),
  ...(['held-elsewhere', 'updating', 'media', 'unreadable'] as const),
];
/** How long a notification waits for the specified text, ms. */
const TEXT_WITHIN_MS = 500;

/**
 * The key of the specified text of an error, loaded; undefined where the specification gives none, or where it cannot be
 * loaded now (the network is gone): then the text of the error's code stands alone.
 */
export async function loadSpecifiedErrorKey(
  error: unknown,
  needText: LanguageStore['needText'],
): Promise<MessageKey | undefined> {
  if (error instanceof DeviceError && error.http === undefined && WITHOUT_TEXT.includes(error.code)) return undefined;
  try {
    const { specifiedErrorKey } = await import('./specified-error.ts');
    const key = specifiedErrorKey(error);
    if (key !== undefined) await needText(key);
    return key;
  } catch {
    return undefined;
  }
}

/**
 * The text of a notification about an error: its specified text, if there is one and it loads within a moment, and advice.
 * Undefined for a silent error.
 */
export async function errorNotificationText(
  error: unknown,
  { textOf, needText }: Pick<LanguageStore, 'textOf' | 'needText'>,
  time: Time,
): Promise<NotificationText | undefined> {
  const key = errorText(error);
  if (key === undefined) return undefined;
  const specified = await new Promise<MessageKey | undefined>((resolve) => {
    const cancelTimer = time.after(TEXT_WITHIN_MS, () => resolve(undefined));
    void loadSpecifiedErrorKey(error, needText).then(resolve).finally(cancelTimer);
  });
  const texts =
    specified === undefined
      ? { message: textOf(key) }
      : { message: textOf(specified), ...(error instanceof DeviceError && { caption: textOf(key) }) };
  return { tone: 'negative', ...texts };
}
