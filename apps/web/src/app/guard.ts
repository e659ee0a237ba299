import { isConnectionKey } from '@tactus/protocol';
import { type AddressParts, withoutParameters, writeAddress } from '../features/connect/address.ts';
import { KEY_PARAMETERS } from '../features/connect/redirect-target.ts';
import type { DeviceName } from '../settings/schema.ts';

/** The page where a device is chosen. */
const DEVICE_SELECTION_PATH = '/device-selection';

/** What an address asks for besides its page. */
export interface UrlRequests {
  /** The connection key to connect with. */
  readonly connectionKey?: string;
  /** The device to choose. */
  readonly device?: DeviceName;
  /** The address without the key, where it had one: it must replace the other at once (decisions.md 33). */
  readonly cleaned?: AddressParts;
}

/** Reads `k` or `key` and `female` (product.md section 2). A key that cannot be one asks for nothing but is removed. */
export function readUrlRequests(address: AddressParts): UrlRequests {
  const parameters = new URLSearchParams(address.query);
  const key = KEY_PARAMETERS.map((name) => parameters.get(name)?.trim() ?? '').find((value) => value !== '');
  const female = parameters.get('female');
  return {
    ...(key !== undefined && isConnectionKey(key) ? { connectionKey: key } : {}),
    ...(female === null ? {} : { device: female === 'true' ? 'Oh' : 'The Handy' }),
    ...(KEY_PARAMETERS.some((name) => parameters.has(name))
      ? { cleaned: { ...address, query: withoutParameters(address.query, KEY_PARAMETERS) } }
      : {}),
  };
}

/** The facts that the guard goes by. */
export interface GuardFacts {
  readonly address: AddressParts;
  readonly selectionComplete: boolean;
  /** Whether the table of routes has this path. */
  readonly known: boolean;
  /** Whether the app runs inside another page. */
  readonly embedded: boolean;
}

/**
 * Where to go instead, or undefined where the route is open: until a device is chosen everything leads to the device
 * selection, but for shared control, the embedded widget and unknown paths (product.md section 2, decisions.md 32).
 */
export function guard({ address, selectionComplete, known, embedded }: GuardFacts): string | undefined {
  if (selectionComplete || !known || address.path.includes('device-selection')) return undefined;
  if (address.path.startsWith('/share/') || (embedded && /^\/uui\/?$/.test(address.path))) return undefined;
  return `${DEVICE_SELECTION_PATH}?redirect=${encodeURIComponent(writeAddress(address))}`;
}
