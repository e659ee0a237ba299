import type { EventName } from '@tactus/protocol';
import { credentialHeaders, urlUnderBase } from '../client/request.ts';

/** The address and credentials of an event stream. */
export interface EventStreamSource {
  readonly baseUrl: string;
  readonly apiVersion?: string | undefined;
  readonly apiKey: string | undefined;
  /** Where the keys travel: in headers to a cloud with `features.headersOnSse`, else in the query. */
  readonly keysIn: 'headers' | 'query';
}

/** A device of a stream, and the id of its last received frame. */
export interface StreamResumePoint {
  readonly connectionKey: string;
  readonly lastEventId: string | undefined;
}

/** A request, ready for fetch. */
export interface StreamRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** The request for one device's stream. The keys are in the address only for a cloud that reads no headers. */
export function streamRequest(
  source: EventStreamSource & { readonly events?: readonly EventName[] | undefined },
  { connectionKey, lastEventId }: StreamResumePoint,
): StreamRequest {
  const { apiKey = '' } = source;
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  const query = new URLSearchParams();
  if (source.keysIn === 'headers') {
    Object.assign(headers, credentialHeaders({ apiKey }));
    headers['X-Connection-Key'] = connectionKey;
  } else {
    query.set('apikey', apiKey);
    query.set('ck', connectionKey);
  }
  if (source.events) query.set('events', source.events.join(','));
  if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId;
  return { url: urlUnderBase(source, '/sse', query), init: initOf(headers) };
}

/** The request for the stream of several devices, for a cloud that has one (`features.severalOnSse`). */
export function multiDeviceStreamRequest(
  { baseUrl, apiKey = '' }: EventStreamSource,
  places: readonly StreamResumePoint[],
): StreamRequest {
  const listed = places.map(({ connectionKey, lastEventId }) =>
    lastEventId === undefined ? connectionKey : `${connectionKey};${lastEventId}`,
  );
  const headers: Record<string, string> = {
    Accept: 'text/event-stream',
    ...credentialHeaders({ apiKey }),
    'X-Connection-Keys': listed.join(','),
  };
  return { url: `${tactusApiBaseOf(baseUrl)}/events`, init: initOf(headers) };
}

/** The base of our own cloud's additional API: beside the device API, on the same origin. */
export function tactusApiBaseOf(apiBase: string): string {
  const origin = /^[a-z]+:\/\/[^/]+/i.exec(apiBase)?.[0] ?? '';
  return `${origin}/api/tactus`;
}

const initOf = (headers: Record<string, string>): RequestInit => ({
  method: 'GET',
  headers,
  credentials: 'omit',
  cache: 'no-store',
});
