/**
 * Returns whether any of the things that a picture is made of is another than when it was asked last: what has not changed is
 * not drawn again, for nobody sees it and it costs a phone its battery.
 */
export function createChanged(): (...parts: readonly unknown[]) => boolean {
  let last: readonly unknown[] | undefined;
  return (...parts) => {
    const isSame = last !== undefined && parts.every((part, place) => Object.is(part, last?.[place]));
    last = parts;
    return !isSame;
  };
}
