import type { ScriptKind } from '../../parsing/read-script.ts';

/** Content types under which stored scripts are served and read back. */
export const SCRIPT_CONTENT_TYPES: Readonly<Record<ScriptKind, string>> = {
  csv: 'text/csv; charset=utf-8',
  funscript: 'application/json; charset=utf-8',
};

/** Script types by file extension; clients send funscripts under various content types. */
const EXTENSIONS: Readonly<Record<string, string | undefined>> = {
  csv: 'text/csv',
  funscript: 'application/json',
  json: 'application/json',
};

/** The content type of an upload: by its name where that is a script's, else as it was sent. */
export function contentTypeOfUpload(fileName: string, mimeType: string): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return EXTENSIONS[extension] ?? mimeType;
}
