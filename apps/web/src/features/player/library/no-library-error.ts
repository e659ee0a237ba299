const NAME = 'NoLibraryError';

/** The imported text is no export of a library. */
export class NoLibraryError extends Error {
  override readonly name = NAME;
}

/** Whether an error is one, also where it came from a worker, which passes on its name alone. */
export const isNoLibrary = (error: unknown): boolean => error instanceof Error && error.name === NAME;
