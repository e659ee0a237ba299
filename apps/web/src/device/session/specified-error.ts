import type { MessageKey } from '../../i18n/catalogs.ts';

/**
 * The error texts that the specification gives word for word, and the keys of their translations. The English translation
 * is the same text to the letter. @internal
 */
export const SPECIFIED_ERRORS: Readonly<Record<string, MessageKey>> = {
  'Unknown device': 'failure.unknownDevice',
  'Request aborted': 'failure.aborted',
  'Velocity must be between 0 and 1': 'failure.velocity',
  'Connection key is required': 'error.connectionKeyRequired',
  'API token is required': 'failure.apiToken',
  'Need at least 2 points': 'error.script.tooFewPoints',
  'Invalid CSV': 'error.script.csv',
  'Invalid Json in script': 'error.script.json',
  'Invalid type': 'error.script.type',
  'times must be at least 1': 'failure.times',
  'Specific OTA not found': 'ota.error.notFound',
  'Firmware versions not found': 'ota.error.versions',
  'Failed to update firmware version': 'ota.error.failed',
  'Bad request.': 'failure.badRequest',
  Unauthorized: 'failure.unauthorized',
  Forbidden: 'failure.forbidden',
  'Request timeout.': 'failure.requestTimeout',
  'Internal server error.': 'failure.internalServerError',
  'No result': 'failure.noResult',
  'No server time': 'failure.noServerTime',
  'Handy API SSE config not set': 'failure.sseConfig',
  'SSE not initialized': 'failure.sse',
  'HSTP is not initialized': 'failure.hstp',
  'Info CMD not initialized': 'failure.info',
};

/** The key of the specified text that an error carries as its message, or of that for a full browser; undefined for any other. */
export function specifiedErrorKey(error: unknown): MessageKey | undefined {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'failure.storageFull';
  if (!(error instanceof Error) || !Object.hasOwn(SPECIFIED_ERRORS, error.message)) return undefined;
  return SPECIFIED_ERRORS[error.message];
}
