import * as z from 'zod/mini';

/** Any Zod schema, of either flavour. */
export type Schema = z.core.$ZodType;

/** What answers the call: the device behind the link, or the cloud itself. */
export type AnsweredBy = 'device' | 'cloud';

/** What `X-Connection-Key` may hold: nothing, a connection key, or also a channel reference. */
export type ReferenceKind = 'none' | 'connection-key' | 'device-reference';

/** Which credential a call requires; `any` is an application id, an application key or a client token. */
export type RequiredCredential = 'none' | 'any' | 'application-key';

/** How the answer is wrapped: `{result}`, not at all, or an event stream. */
export type AnswerEnvelope = 'result' | 'bare' | 'stream';

/**
 * The effect of a call on the motion of a device, once its input is accepted (some inputs make it a Stop, see
 * `isStopCall`):
 * - `none`: no effect;
 * - `steers`: changes the motion, or the place in a stream, and sets nothing at rest in motion;
 * - `prepares`: switches to a mode or loads it, which ends the motion before;
 * - `starts`: can set a device at rest in motion;
 * - `pauses`: halts a playback that a later call resumes;
 * - `ends`: stops the motion of its mode. No rate limit may block it (docs/decisions/006);
 * - `restarts`: the device restarts, which ends its motion without an answer that reports it.
 */
export type EffectOnMotion = 'none' | 'steers' | 'prepares' | 'starts' | 'pauses' | 'ends' | 'restarts';

/** The schema of calls that take no input. */
export const noInputSchema = z.object({});

/** The schema of calls that answer with the word `ok`. */
export const okResultSchema = z.literal('ok');

/** One call of the contract, as data. Client methods, server routes, validation and OpenAPI come from it. */
export interface Endpoint<I extends Schema = Schema, R extends Schema = Schema, A extends AnsweredBy = AnsweredBy> {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  /** Where the input travels. A `PUT` without input is sent with no body. */
  readonly inputIn: 'query' | 'body';
  readonly input: I;
  readonly result: R;
  /** What a client accepts as the result: the result, or more than that. */
  readonly readableResult: Schema;
  readonly answeredBy: A;
  readonly address: ReferenceKind;
  readonly credential: RequiredCredential;
  readonly envelope: AnswerEnvelope;
  /** Whether the `timeout` query parameter is sent: the vendor's contract omits it for pause and resume. */
  readonly takesTimeout: boolean;
  /** How long the cloud itself may take, beside its wait for the device, ms. */
  readonly cloudTimeMaxMs: number;
  /** Error texts that the specification gives for HTTP statuses of this call. */
  readonly statusTexts: Readonly<Record<number, string>>;
  /** Other names that the cloud accepts for an input field: other name -> name. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Answered by devices with firmware below 4 too. */
  readonly onFirmware3: boolean;
  readonly deprecated: boolean;
  readonly motion: EffectOnMotion;
  /** First firmware that knows the call, where sources name one. */
  readonly sinceFirmware?: string;
}

/** What a row may state beside its path; everything left out has the common default of device calls. */
interface Facts<I extends Schema, R extends Schema, A extends AnsweredBy> {
  result: R;
  readableResult?: Schema;
  input?: I;
  answeredBy?: A;
  address?: ReferenceKind;
  credential?: RequiredCredential;
  envelope?: AnswerEnvelope;
  takesTimeout?: boolean;
  cloudTimeMaxMs?: number;
  statusTexts?: Readonly<Record<number, string>>;
  aliases?: Readonly<Record<string, string>>;
  onFirmware3?: boolean;
  deprecated?: boolean;
  motion?: EffectOnMotion;
  sinceFirmware?: string;
}

/**
 * One-line summaries of the calls of a group, for the API document. They stand beside the rows rather than in them, so
 * that programs which only call do not load them.
 */
export type CallSummaries<Group> = { readonly [Call in keyof Group]: string };

/** A row for a `GET` call; its input travels in the query. */
export function defineGetEndpoint<
  R extends Schema,
  I extends Schema = typeof noInputSchema,
  A extends AnsweredBy = 'device',
>(path: string, facts: Facts<I, R, A>): Endpoint<I, R, A> {
  return row('GET', path, facts);
}

/** A row for a `PUT` call; its input travels in a JSON body, and each names its effect on motion. */
export function definePutEndpoint<
  R extends Schema,
  I extends Schema = typeof noInputSchema,
  A extends AnsweredBy = 'device',
>(path: string, facts: Facts<I, R, A> & { motion: EffectOnMotion }): Endpoint<I, R, A> {
  return row('PUT', path, facts);
}

function row<I extends Schema, R extends Schema, A extends AnsweredBy>(
  method: 'GET' | 'PUT',
  path: string,
  facts: Facts<I, R, A>,
): Endpoint<I, R, A> {
  const address = facts.address ?? 'connection-key';
  return {
    method,
    path,
    inputIn: method === 'GET' ? 'query' : 'body',
    credential: 'any',
    envelope: 'result',
    takesTimeout: address !== 'none',
    cloudTimeMaxMs: 0,
    statusTexts: {},
    aliases: {},
    onFirmware3: false,
    deprecated: false,
    motion: 'none',
    readableResult: facts.result,
    ...facts,
    address,
    // The two defaults below are the type parameters' own defaults, which the compiler cannot tie to a missing value.
    input: facts.input ?? (noInputSchema as Schema as I),
    answeredBy: facts.answeredBy ?? ('device' as A),
  };
}
