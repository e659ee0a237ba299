interface NamedScript {
  readonly name: string;
}

/** The number before the ending of a name. */
const NUMBER = /(?: \(\d+\))?(\.[^.]*)?$/;

/** Scripts by distinct names: each whose name an earlier one has gets a number, as "ride (2).csv". */
export function withDistinctNames<Script extends NamedScript>(scripts: readonly Script[]): Script[] {
  const taken = new Set<string>();
  return scripts.map((script) => {
    let { name } = script;
    for (let number = 2; taken.has(name); number += 1) name = script.name.replace(NUMBER, ` (${number})$1`);
    taken.add(name);
    return name === script.name ? script : { ...script, name };
  });
}

/** Adds scripts after those of an entry; a newer version of one, by its name, comes before the versions there are. */
export function addScripts<Script extends NamedScript>(scripts: readonly Script[], added: readonly Script[]): Script[] {
  const before = new Set(scripts.map(({ name }) => name));
  const named = withDistinctNames([...scripts, ...added]).slice(scripts.length);
  const all = [...scripts];
  for (const [index, script] of named.entries()) {
    const base = withoutNumber(script.name);
    const isVersion = before.has(added[index]?.name ?? '');
    const place = isVersion ? all.findIndex(({ name }) => withoutNumber(name) === base) : -1;
    all.splice(place < 0 ? all.length : place, 0, script);
  }
  return all;
}

const withoutNumber = (name: string): string => name.replace(NUMBER, '$1');
