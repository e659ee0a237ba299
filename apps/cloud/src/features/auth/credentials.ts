import type { IncomingHttpHeaders } from 'node:http';

/**
 * Every credential of a request, in the order in which they are tried: `X-Api-Key`, Bearer, the user and the password of
 * Basic, and the `apikey` of a query where the call accepts one. Clients of the vendor's cloud use all of these forms; no
 * cookie ever has authority. Empty values are no credentials.
 */
export function readCredentials(headers: IncomingHttpHeaders, apiKeyOfQuery?: string): readonly string[] {
  const apiKey = headers['x-api-key'];
  // The form of nearly every request.
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
