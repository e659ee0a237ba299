/**
 * Returns whether any input of a picture differs from the last call: an unchanged picture is not drawn again, for that
 * would drain a phone's battery without any effect.
 */
export function createChangeDetector(): (...parts: readonly unknown[]) => boolean {
  let last: readonly unknown[] | undefined;
  return (...parts) => {
    const isSame = last !== undefined && parts.every((part, place) => Object.is(part, last?.[place]));
    last = parts;
    return !isSame;
  };
}
