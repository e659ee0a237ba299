import { readField } from './body-field.ts';

const SECRET_LENGTH_MAX = 128;

/**
 * The secret of a link in a body; '' for a body without a usable one. It is read before the rest of the body is checked: a
 * wrong link is refused as such, and counted.
 */
export function readLinkSecret(body: unknown): string {
  const secret = readField(body, 'secret');
  return typeof secret === 'string' && secret.length <= SECRET_LENGTH_MAX ? secret : '';
}
