const HIDDEN = '[hidden]';

/** Names of query parameters that may hold a key, in any case. */
const SECRET_PARAMETER = /([?&;](?:k|key|ck|to|apikey|token|d|s|iv)=)[^&#\s"'\\]+/gi;

/** Paths whose next segment is a connection key or a secret: `/share/:key`, `/_control/devices/:key`, channels, API v1. */
const SECRET_SEGMENT = /(\/(?:share|_control\/devices|api\/tactus\/channels|api\/v1)(?:\/|%2f))[^/?#\s"'\\]+/gi;

/** The fragment of an address never reaches a server; where one is quoted all the same, it may be a share's secret. */
const SECRET_FRAGMENT = /(\/share\/[^#\s"'\\]*#)[^\s"'\\]+/gi;

/** Hides keys wherever a text quotes an address that holds one. The last line of defence of the log. */
export function hideKeysInAddresses(text: string): string {
  return text
    .replace(SECRET_PARAMETER, `$1${HIDDEN}`)
    .replace(SECRET_FRAGMENT, `$1${HIDDEN}`)
    .replace(SECRET_SEGMENT, `$1${HIDDEN}`);
}

/** Fields that hold a key, at the top of a record or one level down; their values are never written. */
export const SECRET_FIELDS: readonly string[] = [
  'connectionKey',
  'connectionKeys',
  'secret',
  'connection_key',
  'apiKey',
  'apikey',
  'token',
  'key',
  'k',
  'ck',
  'authorization',
  '["x-api-key"]',
  '["x-connection-key"]',
].flatMap((field) => (field.startsWith('[') ? [field, `*${field}`] : [field, `*.${field}`]));

/** The text in place of a hidden key. */
export const HIDDEN_TEXT = HIDDEN;
