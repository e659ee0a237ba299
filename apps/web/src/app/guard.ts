import { isConnectionKey } from '@tactus/protocol';
import { formatInAppAddress, type InAppAddress, queryWithoutParameters } from '../features/connect/in-app-address.ts';
import { CONNECTION_KEY_PARAMETERS } from '../features/connect/redirect-target.ts';
import type { ProductName } from '../settings/schema.ts';

/** The page where a device is chosen. */
const DEVICE_SELECTION_PATH = '/device-selection';

/** The parameters of an address that the app acts on. */
export interface UrlParameters {
  /** The connection key to connect with. */
  readonly connectionKey?: string;
  /** The device to choose. */
  readonly device?: ProductName;
  /** The address without the key, where it had one; it replaces the other at once, so that the history holds no key. */
  readonly cleaned?: InAppAddress;
}

/** Reads `k` or `key` and `female`. A value that cannot be a key is ignored, and removed all the same. */
export function readUrlParameters(address: InAppAddress): UrlParameters {
  const parameters = new URLSearchParams(address.query);
  const key = CONNECTION_KEY_PARAMETERS.map((name) => parameters.get(name)?.trim() ?? '').find((value) => value !== '');
  const female = parameters.get('female');
  return {
    ...(key !== undefined && isConnectionKey(key) ? { connectionKey: key } : {}),
    ...(female === null ? {} : { device: female === 'true' ? 'Oh' : 'The Handy' }),
    ...(CONNECTION_KEY_PARAMETERS.some((name) => parameters.has(name))
      ? { cleaned: { ...address, query: queryWithoutParameters(address.query, CONNECTION_KEY_PARAMETERS) } }
      : {}),
  };
}

/** The facts by which the guard decides. */
export interface RouteGuardFacts {
  readonly address: InAppAddress;
  readonly selectionComplete: boolean;
  /** Whether the table of routes has this path. */
  readonly known: boolean;
  /** Whether the app runs inside another page. */
  readonly embedded: boolean;
}

/**
 * Where to go instead, or undefined where the route is open: until a device is chosen everything leads to the device
 * selection, except shared control, the embedded widget and unknown paths.
 */
export function guardRedirect({ address, selectionComplete, known, embedded }: RouteGuardFacts): string | undefined {
  if (selectionComplete || !known || address.path.includes('device-selection')) return undefined;
  if (address.path.startsWith('/share/') || (embedded && /^\/uui\/?$/.test(address.path))) return undefined;
  return `${DEVICE_SELECTION_PATH}?redirect=${encodeURIComponent(formatInAppAddress(address))}`;
}
