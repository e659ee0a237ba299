import {
  type CallName,
  DEVICE_TIMEOUT_DEFAULT_MS,
  endpointOf,
  endpoints,
  type GroupName,
  groupNames,
  type InputOf,
  type ResultOf,
} from '@tactus/protocol';
import { type Random, systemRandom, type Time } from '@tactus/time';
import { readAnswerResult } from './answer.ts';
import { type CancellableRequest, runCancellable } from './cancellable.ts';
import { prepareCallInput } from './prepare-call-input.ts';
import { clampDeviceTimeoutMs, prepareRequest } from './request.ts';
import { withDeadline } from './with-deadline.ts';

/** The part of `fetch` that this package uses. Pass the platform's, or one of your own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A client's cloud, credentials and options. */
export interface ClientConfig {
  /** The REST base, for example `/api/handy-rest/v3`; `{api-version}` in it is replaced. */
  readonly baseUrl: string;
  /** Application id, application key or client token; travels in `X-Api-Key`. */
  readonly apiKey?: string | undefined;
  /** A client token for `Authorization: Bearer`; wins over `basic`. */
  readonly bearer?: string | undefined;
  readonly basic?: { readonly username: string; readonly password: string } | undefined;
  /** The device: a connection key or a channel reference; travels in `X-Connection-Key`. */
  readonly connectionKey?: string | undefined;
  /** Default `API_VERSION` of the contract. */
  readonly apiVersion?: string | undefined;
  /** How long the cloud waits for the device, 5000 to 60000 ms; default 5000. */
  readonly timeoutMs?: number | undefined;
  /** Whether the browser's credentials go along; default no. */
  readonly withCredentials?: boolean | undefined;
  /** Default `application/json`. */
  readonly accept?: string | undefined;
  readonly fetch: Fetch;
  readonly time: Time;
  /** The source of random stream ids; default the platform. */
  readonly random?: Random | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborting it ends the call with 'Request aborted'. */
  readonly signal?: AbortSignal;
  /** Instead of the client's own `timeoutMs`. */
  readonly timeoutMs?: number;
  /** Instead of the client's own `fetch`. */
  readonly fetch?: Fetch;
}

/** The calls that a client can make: all but the event stream, which `openEventStream` reads. */
export type ClientCallName = Exclude<CallName, 'sse.events'>;

/** The input of a call; the specification names the argument of `/hsp/threshold` itself. */
export type CallInput<N extends ClientCallName> = N extends 'hsp.threshold'
  ? InputOf<N> | { tailPointThreshold: number }
  : InputOf<N>;

/** Arguments of a call; the input may be left out where no field of it is required. */
export type CallArgs<N extends ClientCallName> =
  Record<never, never> extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** The methods of one API group, computed from the table. */
export type ClientGroup<G extends GroupName> = {
  readonly [N in Extract<ClientCallName, `${G}.${string}`> as N extends `${G}.${infer C}` ? C : never]: (
    ...args: CallArgs<N>
  ) => CancellableRequest<ResultOf<N>>;
};

/** A client: `call` by name, or a method per group and call, as in `client.hamp.velocity({ velocity: 0.4 })`. */
export type Client = { readonly [G in Exclude<GroupName, 'sse'>]: ClientGroup<G> } & {
  /** Makes a call of the contract. Rejects with `DeviceError`. */
  call<N extends ClientCallName>(name: N, ...args: CallArgs<N>): CancellableRequest<ResultOf<N>>;
  readonly config: ClientConfig;
};

/** How one request is sent. */
interface SendOptions {
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** How much longer than the cloud the client waits before it treats an answer as lost. */
const TIMEOUT_MARGIN_MS = 2_000;

/** The calls whose results may come without an envelope: the vendor's document and clients in use differ here. */
const MAY_BE_BARE: ReadonlySet<CallName> = new Set(['hsp.pause', 'hsp.resume', 'hssp.pause', 'hssp.resume']);

/** Creates a client. It stores nothing between calls, and sends nothing by itself. */
export function createClient(config: ClientConfig): Client {
  const random = config.random ?? systemRandom();

  async function perform(name: ClientCallName, input: unknown, { timeoutMs, fetch, signal }: SendOptions) {
    const endpoint = endpointOf(name);
    const { url, init } = prepareRequest(config, endpoint, prepareCallInput(name, input, random), timeoutMs);
    return readAnswerResult(
      { endpoint, url, bareAllowed: MAY_BE_BARE.has(name) },
      await fetch(url, { ...init, signal }),
    );
  }

  function call(name: ClientCallName, input?: unknown, options: CallOptions = {}): CancellableRequest<unknown> {
    const timeoutMs = clampDeviceTimeoutMs(options.timeoutMs ?? config.timeoutMs ?? DEVICE_TIMEOUT_DEFAULT_MS);
    return runCancellable((cancelled) => {
      const deadlineMs = timeoutMs + endpointOf(name).cloudTimeMaxMs + TIMEOUT_MARGIN_MS;
      return withDeadline(config.time, deadlineMs, cancelled, (signal) =>
        perform(name, input, { timeoutMs, fetch: options.fetch ?? config.fetch, signal }),
      );
    }, options.signal);
  }

  const groups = Object.fromEntries(
    groupNames.map((group) => [
      group,
      Object.fromEntries(
        Object.keys(endpoints[group]).map((name) => [
          name,
          // The name is joined from the very keys that CallName is made of.
          (input?: unknown, options?: CallOptions) => call(`${group}.${name}` as ClientCallName, input, options),
        ]),
      ),
    ]),
  );
  // The groups were made from the table that the type is computed from.
  return { ...groups, call, config } as unknown as Client;
}
