/**
 * The calls by which values and names leave a program: for the network, another process, another tab, a file or storage. Each
 * row names a call by the text before the bracket, and the argument that leaves.
 */

/** The kind of a name, as the list writes it before the name. */
export type NameKind =
  | 'json' // a field of a body, frame or stored text in JSON
  | 'read' // a field that is read out of text or of a message of unknown shape
  | 'message' // a field of a message to a worker, window, tab or service worker
  | 'answer' // a field of an answer of a route of the cloud
  | 'log' // a field of a log line
  | 'metric' // a metric, or a label of one
  | 'storage' // a key of localStorage or sessionStorage
  | 'database' // a database of the browser, a store in it, or a field of a record
  | 'table' // a table or column of the cloud's store
  | 'channel' // a BroadcastChannel
  | 'lock' // a Web Lock
  | 'cache' // a cache of the service worker
  | 'parameter' // a parameter of an address
  | 'header' // a header of a request or answer
  | 'name' // a text that begins with the product's name: of storage, locks, channels, caches, metrics, environment, headers
  | 'route' // a path that the cloud answers
  | 'event'; // an event of a stream of server-sent events

/** The part that leaves: fields at any depth, the value's own keys alone (other calls describe a schema's fields), or the text. */
export type Leaves = 'fields' | 'keys' | 'text';

export interface Boundary {
  readonly kind: NameKind;
  /** The called name: the last of `window.localStorage.setItem`. For `new`, the class. */
  readonly callee: string;
  /** Types of the expression before the dot, by name; without them any. `new` for constructors. */
  readonly on?: readonly string[] | 'new';
  /** The argument that leaves, from 0. */
  readonly argument: number;
  readonly leaves: Leaves;
}

const STORAGE = ['Storage', 'StoragePort'];

/** Methods and constructors whose argument leaves the program. A row with a function or type of ours must follow its rename. */
export const BOUNDARIES: readonly Boundary[] = [
  { kind: 'json', callee: 'stringify', on: ['JSON'], argument: 0, leaves: 'fields' },
  // `Response.json(value)`; the `json()` that reads a body takes no argument.
  { kind: 'json', callee: 'json', argument: 0, leaves: 'fields' },
  { kind: 'message', callee: 'postMessage', argument: 0, leaves: 'fields' },
  { kind: 'message', callee: 'request', on: ['WorkerRequests'], argument: 0, leaves: 'fields' },
  { kind: 'answer', callee: 'send', on: ['FastifyReply'], argument: 0, leaves: 'fields' },
  ...(['object', 'looseObject', 'strictObject'] as const).map(
    (callee): Boundary => ({ kind: 'json', callee, on: ['zod'], argument: 0, leaves: 'keys' }),
  ),
  ...(['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const).map(
    (callee): Boundary => ({
      kind: 'log',
      callee,
      on: ['Log', 'FastifyBaseLogger', 'Logger'],
      argument: 0,
      leaves: 'fields',
    }),
  ),
  ...(['Counter', 'Gauge', 'Histogram'] as const).map(
    (callee): Boundary => ({ kind: 'metric', callee, on: 'new', argument: 0, leaves: 'text' }),
  ),
  ...(['getItem', 'setItem', 'removeItem'] as const).map(
    (callee): Boundary => ({ kind: 'storage', callee, on: STORAGE, argument: 0, leaves: 'text' }),
  ),
  { kind: 'database', callee: 'openDB', argument: 0, leaves: 'text' },
  { kind: 'database', callee: 'createObjectStore', argument: 0, leaves: 'text' },
  { kind: 'database', callee: 'put', on: ['IDBPObjectStore'], argument: 0, leaves: 'fields' },
  { kind: 'database', callee: 'put', on: ['IDBPDatabase'], argument: 1, leaves: 'fields' },
  ...(['createTable', 'alterTable', 'addColumn'] as const).map(
    (callee): Boundary => ({ kind: 'table', callee, argument: 0, leaves: 'text' }),
  ),
  { kind: 'channel', callee: 'BroadcastChannel', on: 'new', argument: 0, leaves: 'text' },
  { kind: 'channel', callee: 'openChannel', argument: 0, leaves: 'text' },
  { kind: 'lock', callee: 'request', on: ['LockManager', 'LockPort'], argument: 0, leaves: 'text' },
  ...(['open', 'delete', 'has'] as const).map(
    (callee): Boundary => ({ kind: 'cache', callee, on: ['CacheStorage'], argument: 0, leaves: 'text' }),
  ),
  ...(['get', 'getAll', 'has', 'set', 'append', 'delete'] as const).map(
    (callee): Boundary => ({ kind: 'parameter', callee, on: ['URLSearchParams'], argument: 0, leaves: 'text' }),
  ),
  { kind: 'parameter', callee: 'URLSearchParams', on: 'new', argument: 0, leaves: 'fields' },
  { kind: 'read', callee: 'readField', argument: 1, leaves: 'text' },
  { kind: 'header', callee: 'header', on: ['FastifyReply'], argument: 0, leaves: 'text' },
  { kind: 'header', callee: 'headers', on: ['FastifyReply'], argument: 0, leaves: 'fields' },
];

/** Texts that are names of the product outside the program, wherever they are used. */
export const OWN_NAME = /^(x-)?tactus[._:-][\w.:…-]*$/i;

/** The text of a server-sent event before its name. */
export const SSE_EVENT = 'event: ';

/** Types whose first type argument lists tables with their columns. */
export const TABLE_TYPES: readonly string[] = ['Kysely', 'openDB'];

/** Methods of the cloud's server that register a route: the path first, the handler last. */
export const ROUTE_METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** The function that makes a route's row: method and path are its first argument. */
export const ROW_OF_ROUTE = 'tactusEndpoint';

/** The function that mounts rows: their handlers by name are its third argument. */
export const MOUNTS_ROWS = 'mountCalls';
