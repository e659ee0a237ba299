/** A version that was released: three numbers. */
const RELEASE = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** Whether a text is the version of a release. */
export const isRelease = (text: string): boolean => RELEASE.test(text);

/** Whether a release comes after a version, which may be one before a release, such as `1.0.0-beta.2`. */
export function isNewerRelease(release: string, version: string): boolean {
  const [numbers = '', ...before] = version.split(/[-+]/);
  const [later, present] = [release, numbers].map((text) => text.split('.').map(Number));
  for (const [place, number] of (later ?? []).entries()) {
    const difference = number - (present?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return before.length > 0;
}
