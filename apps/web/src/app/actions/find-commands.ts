/** What can be found by typing. */
interface Findable {
  readonly name: string;
  readonly summary?: string | undefined;
}

/**
 * Those that hold every typed word in name or summary, in any case; those whose name begins with what was typed come first, and
 * else the order stays.
 */
export function findCommands<Command extends Findable>(commands: readonly Command[], typed: string): Command[] {
  const wanted = typed.toLocaleLowerCase().trim();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ name, summary = '' }) => {
    const text = `${name} ${summary}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ name }: Command) => name.toLocaleLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
