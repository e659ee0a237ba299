/** Query parameters that hold a key, a token or a signature (decisions.md 33; api-v3.md 2.1). */
const SECRET_PARAMETERS = new Set(['k', 'key', 'ck', 'to', 'apikey', 'd', 'iv', 's', 'token']);
/** What stands in the place of a secret. */
export const HIDDEN = '***';

/** An address without what must not be shown: the values of parameters that hold keys, tokens or signatures. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return url;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return SECRET_PARAMETERS.has(name.toLowerCase()) ? `${name}=${HIDDEN}` : pair;
  });
  return `${path}?${pairs.join('&')}`;
}

/** Takes every one of the secrets out of a value of plain data, wherever in a text it stands. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key, secrets), redact(item, secrets)]));
}
