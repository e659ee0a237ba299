import {
  API_VERSION,
  type CallName,
  DEVICE_TIMEOUT_MAX_MS,
  DEVICE_TIMEOUT_MIN_MS,
  type Endpoint,
  endpointOf,
} from '@tactus/protocol';
import { DeviceError } from '../errors.ts';
import type { ClientConfig } from './client.ts';

/** A request, ready to be fetched. */
export interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

/**
 * Builds the request of a call: address, headers, query, body. Throws a `DeviceError` with the specification's text
 * 'Connection key is required' when the call needs a key and the client has none.
 */
export function prepareRequest(
  config: ClientConfig,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  timeoutMs: number,
): PreparedRequest {
  const headers: Record<string, string> = { Accept: config.accept ?? 'application/json' };
  if (endpoint.address !== 'none') headers['X-Connection-Key'] = requireConnectionKey(config.connectionKey);
  if (endpoint.credential !== 'none') Object.assign(headers, credentialHeaders(config));

  const query = new URLSearchParams();
  if (endpoint.inputIn === 'query') addFields(query, input);
  if (endpoint.takesTimeout) query.set('timeout', String(timeoutMs));

  const init: PreparedRequest['init'] = {
    method: endpoint.method,
    headers,
    credentials: config.withCredentials ? 'include' : 'omit',
    // Of requests to one address that may be cached, a browser sends the next only once the one before is answered.
    cache: 'no-store',
  };
  if (endpoint.inputIn === 'body' && Object.keys(input).length > 0) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(input);
  }
  return { url: urlUnderBase(config, endpoint.path, query), init };
}

/** The address of a path under the base, with the version filled in where the base has a place for it. */
export function urlUnderBase(
  { baseUrl, apiVersion }: Pick<ClientConfig, 'baseUrl' | 'apiVersion'>,
  path: string,
  query: URLSearchParams,
): string {
  const base = baseUrl.replace('{api-version}', apiVersion ?? API_VERSION).replace(/\/+$/, '');
  const search = query.toString();
  return `${base}${path}${search && `?${search}`}`;
}

/** The headers that carry credentials: the application key, and a bearer token or else basic credentials. */
export function credentialHeaders({
  apiKey,
  bearer,
  basic,
}: Partial<Pick<ClientConfig, 'apiKey' | 'bearer' | 'basic'>>): Record<string, string> {
  const headers: Record<string, string> = {};
  if (apiKey) headers['X-Api-Key'] = apiKey;
  if (bearer) headers['Authorization'] = `Bearer ${bearer}`;
  else if (basic) headers['Authorization'] = `Basic ${base64(`${basic.username}:${basic.password}`)}`;
  return headers;
}

/** How long the cloud should wait for the device: clamped to the bounds of the contract. */
export function clampDeviceTimeoutMs(timeoutMs: number): number {
  return Math.round(Math.min(Math.max(timeoutMs, DEVICE_TIMEOUT_MIN_MS), DEVICE_TIMEOUT_MAX_MS));
}

/** The specification's error for a call without a key. */
export function missingKeyError(): DeviceError {
  return new DeviceError('bad-input', 'Connection key is required');
}

/** Whether a call is about a device, so that it cannot be made without a key. */
export const needsDevice = (call: CallName): boolean => endpointOf(call).address !== 'none';

/** Returns the key, or throws the specification's error. */
export function requireConnectionKey(connectionKey: string | undefined): string {
  if (!connectionKey) throw missingKeyError();
  return connectionKey;
}

function addFields(query: URLSearchParams, input: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value));
}

/** Base64 of the UTF-8 bytes, as RFC 7617 recommends. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
