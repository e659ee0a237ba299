/** What the service worker is told of the build that it belongs to; `vite/service-worker.ts` writes it. */
export interface BuildFiles {
  /** Changes with every file of the build. */
  readonly version: string;
  /** Paths that are kept from the start: what the first page needs. */
  readonly shell: readonly string[];
  /** Paths of every file with a hash in its name: these are kept once they were used. */
  readonly assets: readonly string[];
}
