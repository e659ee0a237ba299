import { EffectNotStored } from './effect-writer.ts';

/** The database cannot be reached, or did not answer: whether it executed the last statement is unknown. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'STORE_AWAY';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

/** Why the store, or a file beside it, could not be written or read. */
type StorageFault = keyof typeof FAULTS;

const NOTHING = 'nothing was stored';

/** What each fault is called, as the beginning of a sentence, what it means for a request, and what helps. */
const FAULTS = {
  full: { is: 'The disk of this server is full', means: NOTHING, helps: 'Try again once there is room.' },
  readOnly: { is: 'The disk of this server cannot be written', means: NOTHING, helps: 'Try again once it can be.' },
  damaged: {
    is: 'The store of this server is damaged',
    means: NOTHING,
    helps: 'Whoever runs the server must restore a backup.',
  },
  broken: { is: 'The disk of this server does not work', means: NOTHING, helps: 'Try again later.' },
  removed: {
    is: 'The folder of the store of this server was removed or replaced',
    means: NOTHING,
    helps: 'Whoever runs the server must put it back and start the server again.',
  },
  away: {
    is: 'The database of this server does not answer',
    means: 'the request may not be stored',
    helps: 'Try again in a moment.',
  },
} as const;

const FAULT_OF_CODE: readonly (readonly [RegExp, StorageFault])[] = [
  [/^STORE_AWAY$/, 'away'],
  [/^STORE_REMOVED$/, 'removed'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG|53100)$/, 'full'],
  [/^(SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|EROFS|EACCES|EPERM|25006)$/, 'readOnly'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'damaged'],
  [/^(SQLITE_IOERR\w*|EIO|ESTALE|ETIMEDOUT|58030)$/, 'broken'],
  // What PostgreSQL says while it starts or closes, or has no room in its memory or for a connection.
  [/^(57P0\d|53[023]00|08\w{3})$/, 'away'],
];

/** Whether an error is one of a database that does not answer. */
export const isStoreAway = (error: unknown): boolean => faultOf(error) === 'away';

/** The sentence for whoever sent a request that failed by a fault of the storage; undefined for any other error. */
export function storageProblemOf(error: unknown): string | undefined {
  const fault = faultOf(error);
  if (fault === undefined) return undefined;
  const { is, means, helps } = FAULTS[fault];
  if (!(error instanceof EffectNotStored)) return `${is}, and ${means}. ${helps}`;
  return `${error.effect}, but that is not stored: ${is.charAt(0).toLowerCase()}${is.slice(1)}. A restart of the server would undo it; the server tries to store it again.`;
}

/** What the person who starts a server can do. */
const REMEDIES: Readonly<Record<Exclude<StorageFault, 'away' | 'removed'>, string>> = {
  full: 'Make room, then start again.',
  readOnly: 'Make it writable, or set TACTUS_DATA_DIR to a folder on another disk.',
  damaged: 'Put a backup in its place, or move it away to begin with an empty one.',
  broken: 'Look at the log of the system.',
};

/** The sentence for the person who starts a server whose storage in `place` has a fault; undefined for any other error. */
export function storageProblemAtStart(error: unknown, place: string): string | undefined {
  const fault = faultOf(error);
  if (fault === undefined || fault === 'away' || fault === 'removed') return undefined;
  return `${FAULTS[fault].is}; the store in ${place} cannot be used. ${REMEDIES[fault]}`;
}

function faultOf(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  return FAULT_OF_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? faultOf(error.cause);
}
