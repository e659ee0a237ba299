interface NamedScript {
  readonly name: string;
}

/** The ending of a name, with its dot. */
const ENDING = /(\.[^.\s]+)?$/;

/** The longest ending that a cut name has. */
const LONGEST_ENDING = 20;

/** A name of at most so many characters: a longer one is cut before its ending, at one length for all endings. */
export function cutFileName(name: string, longest: number): string {
  const longestStem = longest - LONGEST_ENDING;
  if (name.length <= longestStem) return name;
  const [ending = ''] = ENDING.exec(name) ?? [];
  const end = ending.length > LONGEST_ENDING ? '' : ending;
  return name.slice(0, Math.min(name.length - end.length, longestStem)) + end;
}

/** A name with the number of a version, as "ride (2).csv". */
const versionName = (name: string, number: number): string => name.replace(ENDING, ` (${number})$1`);

/** Scripts by distinct names: each whose name an earlier one has gets a number. */
export function withDistinctNames<Script extends NamedScript>(scripts: readonly Script[]): Script[] {
  return addScripts([], scripts);
}

/** Adds scripts after those of an entry; newer versions of one, by its name, come before the versions there are. */
export function addScripts<Script extends NamedScript>(scripts: readonly Script[], added: readonly Script[]): Script[] {
  const before = new Set(scripts.map(({ name }) => name));
  const taken = new Set(before);
  const all = [...scripts];
  for (const script of added) {
    const versions = new Set<string>();
    let { name } = script;
    while (taken.has(name)) {
      versions.add(name);
      name = versionName(script.name, versions.size + 1);
    }
    taken.add(name);
    // Those added before this one stay before it.
    const isVersion = ({ name: other }: NamedScript) => before.has(other) && versions.has(other);
    const place = before.has(script.name) ? all.findIndex(isVersion) : -1;
    all.splice(place < 0 ? all.length : place, 0, name === script.name ? script : { ...script, name });
  }
  return all;
}
