import * as z from 'zod/mini';
import type { Schema } from '../endpoint.ts';

/** Path prefix of our own API beside the device API. */
export const TACTUS_API_PREFIX = '/api/tactus';

/** Methods of our own API. */
export type TactusMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Which credential a call requires:
 * - `none`: no credential;
 * - `application`: what a device call presents: application id, application key or client token;
 * - `owner`: that, and the connection key of the device;
 * - `secret`: the secret that came with the resource, as `Authorization: Bearer`;
 * - `guest`, `group`: the session of a guest, or of a member of a group session, as `Authorization: Bearer`;
 * - `device-key`: the connection key, and its secret as `Authorization: Bearer`;
 * - `control`: the control token, or a request from the cloud's own machine.
 */
export type TactusCredential =
  | 'none'
  | 'application'
  | 'owner'
  | 'secret'
  | 'guest'
  | 'group'
  | 'device-key'
  | 'control';

/** Errors of a call: their names on the wire and their HTTP statuses. */
export type TactusErrors = Readonly<Record<string, number>>;

/** The events of a stream and their payloads. */
export type TactusEvents = Readonly<Record<string, Schema>>;

/** One call of our own API, as data: server routes, validation, clients, types and the API document come from it. */
export interface TactusEndpoint<
  P extends string = string,
  B extends Schema = Schema,
  A extends Schema = Schema,
  E extends TactusErrors = TactusErrors,
  V extends TactusEvents = TactusEvents,
> {
  readonly method: TactusMethod;
  /** Path below the prefix of its API; `:name` stands for a parameter. */
  readonly path: P;
  readonly credential: TactusCredential;
  /** What the body must be. A fault is reported with the text of the schema. */
  readonly body: B;
  /** What the cloud answers, and what a client accepts as the answer. */
  readonly answer: A;
  /** Status of an accepted request. */
  readonly status: number;
  readonly errors: E;
  /** Whether requests with the same `Idempotency-Key` are one. */
  readonly isMadeOnce?: boolean;
  /** Empty for a call that is no event stream. */
  readonly events: V;
}

/** The schema of calls without a body, and of answers without one (status 204). */
export const noContent = z.undefined();

/** What a row may state beside its method and path; everything left out has the default. */
interface Facts<B extends Schema, A extends Schema, E extends TactusErrors, V extends TactusEvents> {
  credential: TactusCredential;
  body?: B;
  answer?: A;
  /** Default 200, or 204 for a call without an answer. */
  status?: number;
  errors?: E;
  isMadeOnce?: boolean;
  events?: V;
}

/** A row of our own API: `tactusEndpoint('PUT /groups/timeline', {…})`. */
/* @__NO_SIDE_EFFECTS__ */
export function tactusEndpoint<
  P extends string,
  B extends Schema = typeof noContent,
  A extends Schema = typeof noContent,
  const E extends TactusErrors = Record<never, never>,
  V extends TactusEvents = Record<never, never>,
>(line: `${TactusMethod} ${P}`, facts: Facts<B, A, E, V>): TactusEndpoint<P, B, A, E, V> {
  const space = line.indexOf(' ');
  return {
    status: facts.answer || facts.events ? 200 : 204,
    ...facts,
    // The line is made of these two, and the defaults are those of the type parameters; the compiler cannot follow either.
    method: line.slice(0, space) as TactusMethod,
    path: line.slice(space + 1) as P,
    body: facts.body ?? (noContent as Schema as B),
    answer: facts.answer ?? (noContent as Schema as A),
    errors: facts.errors ?? ({} as E),
    events: facts.events ?? ({} as V),
  };
}

type ParameterIn<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParameterIn<Rest>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** The parameters in the path of a call. */
export type TactusParams<E extends TactusEndpoint> = { readonly [N in ParameterIn<E['path']>]: string };

/** What a client sends as the body of a call. */
export type TactusInput<E extends TactusEndpoint> = z.input<E['body']>;

/** The body of a call as the cloud receives it, checked. */
export type TactusBody<E extends TactusEndpoint> = z.output<E['body']>;

/** The answer of a call. */
export type TactusAnswer<E extends TactusEndpoint> = z.output<E['answer']>;

/** The names of the errors of a call. */
export type TactusErrorName<E extends TactusEndpoint> = keyof E['errors'] & string;

/** Rows by name. */
export type TactusEndpoints = Readonly<Record<string, TactusEndpoint>>;
