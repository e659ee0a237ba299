import { formatInAppAddress, parseInAppAddress, queryWithoutParameters } from './in-app-address.ts';

/** The query parameters that can hold a connection key. */
export const CONNECTION_KEY_PARAMETERS = ['k', 'key'] as const;

/**
 * Where to go once a device is chosen: the `redirect` of the query if it is a path of this origin, else home.
 * Never leads back to the device selection, never contains a key.
 */
export function redirectTarget(query: string): string {
  const address = parseInAppAddress(new URLSearchParams(query).get('redirect') ?? '');
  if (address === undefined || address.path.includes('device-selection')) return '/';
  return formatInAppAddress({ ...address, query: queryWithoutParameters(address.query, CONNECTION_KEY_PARAMETERS) });
}
