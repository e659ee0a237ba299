/** What a build is told beside its sources. */
interface ImportMetaEnv {
  /** `1`: the longer texts are in the build, under `?pseudo`, for pictures. */
  readonly VITE_PSEUDO?: string;
}
