/** An entry that can be found by typing. */
interface Findable {
  readonly name: string;
  readonly summary?: string | undefined;
  /** Another name, which is not shown; found by its beginning. */
  readonly alias?: string | undefined;
}

/** From katakana to hiragana. */
const KANA_STEP = 0x60;

/** A text as it is compared: in any case, width and kana, and without the marks above Latin letters. */
function folded(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return plain
    .normalize('NFC')
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - KANA_STEP));
}

/**
 * The commands whose name or summary contains every typed word, or whose alias is typed. Commands whose name begins with
 * the typed text come first; otherwise the order stays.
 */
export function findCommands<Command extends Findable>(commands: readonly Command[], typed: string): Command[] {
  const wanted = folded(typed).trim();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ name, summary = '', alias = '' }) => {
    const text = folded(`${name} ${summary}`);
    return words.every((word) => text.includes(word)) || folded(alias).startsWith(wanted);
  });
  const begins = ({ name }: Command) => folded(name).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
