import { EffectNotStored } from './effect-writer.ts';

/** Why the store, or a file beside it, could not be written or read. */
type StorageFault = keyof typeof FAULTS;

/** What each fault is called, as the beginning of a sentence, and what helps. */
const FAULTS = {
  full: { is: 'The disk of this server is full', helps: 'Try again once there is room.' },
  readOnly: { is: 'The disk of this server cannot be written', helps: 'Try again once it can be.' },
  damaged: { is: 'The store of this server is damaged', helps: 'Whoever runs the server must restore a backup.' },
  broken: { is: 'The disk of this server does not work', helps: 'Try again later.' },
} as const;

const FAULT_OF_CODE: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|EROFS|EACCES|EPERM)$/, 'readOnly'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB)$/, 'damaged'],
  [/^(SQLITE_IOERR\w*|EIO)$/, 'broken'],
];

/** The sentence for whoever sent a request that failed by a fault of the storage; undefined for any other error. */
export function storageProblemOf(error: unknown): string | undefined {
  const fault = faultOf(error);
  if (fault === undefined) return undefined;
  const { is, helps } = FAULTS[fault];
  if (!(error instanceof EffectNotStored)) return `${is}, and nothing was stored. ${helps}`;
  return `${error.effect}, but that is not stored: ${is.charAt(0).toLowerCase()}${is.slice(1)}. A restart of the server would undo it; the server tries to store it again.`;
}

function faultOf(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  return FAULT_OF_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? faultOf(error.cause);
}
