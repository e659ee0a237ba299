import type { IncomingHttpHeaders } from 'node:http';

/**
 * Every credential that a request presents, in the order they are tried: `X-Api-Key`, Bearer, the user and the password
 * of Basic, and the `apikey` of a query where the call takes one (api-v3.md 1.1, decisions.md 27, 67). Empty ones are
 * no credentials.
 */
export function readCredentials(headers: IncomingHttpHeaders, apiKeyOfQuery?: string): readonly string[] {
  const apiKey = headers['x-api-key'];
  // What nearly every request presents.
  if (typeof apiKey === 'string' && headers.authorization === undefined && apiKeyOfQuery === undefined)
    return apiKey.trim() === '' ? [] : [apiKey.trim()];
  const found = [...textsOf(apiKey), ...readAuthorization(headers.authorization), apiKeyOfQuery ?? ''];
  return found.map((credential) => credential.trim()).filter((credential) => credential !== '');
}

function readAuthorization(header: string | undefined): readonly string[] {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(.*)$/.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return [value];
    case 'basic':
      return splitOnce(Buffer.from(value, 'base64').toString('utf8'));
    default:
      return [];
  }
}

function splitOnce(text: string): readonly string[] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text] : [text.slice(0, colon), text.slice(colon + 1)];
}

function textsOf(header: string | string[] | undefined): readonly string[] {
  return typeof header === 'string' ? [header] : (header ?? []);
}
