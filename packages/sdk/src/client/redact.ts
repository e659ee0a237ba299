/** Query parameters that hold a key, a token or a signature. */
const SECRET_PARAMETERS = new Set(['k', 'key', 'ck', 'to', 'apikey', 'd', 'iv', 's', 'token']);
/** Names of such parameters on other sites. */
const SECRET_NAME = /token|signature|^sig$|secret|passw|credential|^auth/;
/** An address with a query, as a text by itself. */
const ADDRESS = /^\w+:\/\/\S+\?/;
/** The replacement for a secret. */
export const REDACTED = '***';

/** An address without its secrets: the values of parameters that hold keys, tokens or signatures. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return url;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return isSecret(name.toLowerCase()) ? `${name}=${REDACTED}` : pair;
  });
  return `${path}?${pairs.join('&')}`;
}

const isSecret = (name: string) => SECRET_PARAMETERS.has(name) || SECRET_NAME.test(name);

/** Removes all secrets from a value of plain data, anywhere in its texts, and those of its addresses. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    const text = secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), value);
    return ADDRESS.test(text) ? redactUrl(text) : text;
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key, secrets), redact(item, secrets)]));
}
