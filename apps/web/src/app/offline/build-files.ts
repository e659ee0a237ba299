/** The files of the build that the service worker belongs to; `vite/service-worker.ts` writes it. */
export interface BuildFiles {
  /** Changes with every file of the build. */
  readonly version: string;
  /** Paths that are cached from the start: what the first page needs. */
  readonly shell: readonly string[];
  /** Paths of every file with a hash in its name: each is cached once it was used. */
  readonly assets: readonly string[];
  /** Of these, the texts of each language, by its code. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** Of these texts, what the first page shows of each language: cached from the start where an older build has it. */
  readonly firstTexts: Readonly<Record<string, readonly string[]>>;
  /** Of the files with a hash, those fetched only when they are used: few people need them, or they are of no use without a network. */
  readonly onlyWhenUsed: readonly string[];
}

/** What is prefetched, so that every page opens in a language: all files of the build but the texts of other languages. */
export function filesToPrefetch({ assets, languages, onlyWhenUsed }: BuildFiles, language: string): readonly string[] {
  const others = Object.keys(languages).filter((code) => code !== language);
  const left = new Set([...onlyWhenUsed, ...others.flatMap((code) => languages[code] ?? [])]);
  return assets.filter((path) => !left.has(path));
}
