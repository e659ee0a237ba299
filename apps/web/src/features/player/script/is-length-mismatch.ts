/** How long a script may go on after the end of its medium, ms: a last stroke may begin before the end. */
const SCRIPT_OVER_MS = 2_000;
/** How long a medium may go on after the end of its script: a share of its length for the credits, but at least this, ms. */
const MEDIUM_OVER_SHARE = 0.1;
const MEDIUM_OVER_LEAST_MS = 15_000;

/** Whether a script and its medium end too far apart to belong together. A medium of unknown length has length 0. */
export function isLengthMismatch(scriptMs: number, mediumMs: number): boolean {
  if (mediumMs === 0) return false;
  if (scriptMs > mediumMs) return scriptMs - mediumMs > SCRIPT_OVER_MS;
  return mediumMs - scriptMs > Math.max(MEDIUM_OVER_LEAST_MS, mediumMs * MEDIUM_OVER_SHARE);
}
