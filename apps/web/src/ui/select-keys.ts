/** The page keys move by so many options. */
const PAGE = 10;

/** The option to which a key moves in a list of `count`, from the one at `index`; undefined for other keys. */
export function optionAfterKey(key: string, index: number, count: number): number | undefined {
  const inside = (next: number) => Math.max(0, Math.min(count - 1, next));
  switch (key) {
    case 'ArrowDown':
      return inside(index + 1);
    case 'ArrowUp':
      return inside(index - 1);
    case 'PageDown':
      return inside(index + PAGE);
    case 'PageUp':
      return inside(index - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return inside(count - 1);
    default:
      return undefined;
  }
}

/**
 * The option that begins with the typed text, searched from the one at `index` on and around the end; -1 where there is
 * none. Repeating one letter goes from one such option to the next.
 */
export function optionOfTyped(labels: readonly string[], typed: string, index: number): number {
  const letters = [...typed.toLocaleLowerCase()];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const start = (isOneLetter ? letters[0] : typed.toLocaleLowerCase()) ?? '';
  const first = isOneLetter ? index + 1 : index;
  const order = labels.map((_, step) => (first + step) % labels.length);
  return order.find((at) => labels[at]?.toLocaleLowerCase().startsWith(start)) ?? -1;
}
