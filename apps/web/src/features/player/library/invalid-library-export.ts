const NAME = 'InvalidLibraryExportError';

/** The imported text is no export of a library. */
export class InvalidLibraryExportError extends Error {
  override readonly name = NAME;
}

/** Whether an error means that a text is no export of a library, also where a worker passed on its name alone. */
export const isInvalidLibraryExport = (error: unknown): boolean => error instanceof Error && error.name === NAME;
