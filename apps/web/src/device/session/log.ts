/** The app's log for developers. No line contains a key. */
export interface ErrorLog {
  warn(text: string, cause?: unknown): void;
  error(text: string, cause?: unknown): void;
}

const SECRET_PARAMETERS = /([?&#](?:k|key|ck|apikey)=)[^&#\s"']+/gi;
const SHARED_KEY = /(\/share\/)[^/?#\s"']+/gi;
const SHARED_SECRET = /(\/share\/[^\s#"']*#)[^\s"']+/gi;

/** A text without the keys in its addresses: a log must never give a key away. @internal */
export function redactKeys(text: string): string {
  return text.replace(SECRET_PARAMETERS, '$1***').replace(SHARED_SECRET, '$1***').replace(SHARED_KEY, '$1***');
}

/** A log that writes to the console, redacted. */
export function createErrorLog(console: Pick<Console, 'warn' | 'error'>): ErrorLog {
  const write = (level: 'warn' | 'error', text: string, cause: unknown) => {
    if (cause === undefined) console[level](redactKeys(text));
    else console[level](redactKeys(text), redactKeys(describe(cause)));
  };
  return {
    warn: (text, cause) => write('warn', text, cause),
    error: (text, cause) => write('error', text, cause),
  };
}

/** The message of anything that was thrown. */
export function messageOfThrown(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
