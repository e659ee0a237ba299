const NAME = 'NoLibraryError';

/** What was given to be imported is no export of a library. */
export class NoLibraryError extends Error {
  override readonly name = NAME;
}

/** Whether it is one, also where it came from a worker, which hands on no more than its name. */
export const isNoLibrary = (error: unknown): boolean => error instanceof Error && error.name === NAME;
