/** Markdown of the sources, compiled by the build (vite/compiled-markdown.ts). */
declare module '*.md' {
  const nodes: readonly import('./ui/markdown-node.ts').MarkdownNode[];
  export default nodes;
}

/** The changelog of the repository, compiled the same way. */
declare module 'virtual:changelog' {
  const nodes: readonly import('./ui/markdown-node.ts').MarkdownNode[];
  export default nodes;
}

/** The third-party packages from which the product is built (vite/third-party.ts). */
declare module 'virtual:third-party' {
  const packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
  export default packages;
}

/** An icon of Tabler (vite/icon-modules.ts). */
declare module '~icons/tabler/*' {
  const icon: import('./ui/icon.ts').TablerIcon;
  export default icon;
}

/** The parameters of a build beside its sources. */
interface ImportMetaEnv {
  /** `1`: the longer texts are in the build, under `?pseudo`, for pictures. */
  readonly VITE_PSEUDO?: string;
  /** The version of the product. */
  readonly VITE_VERSION: string;
}

/** The build without subtitles and other extras; its types are those of the whole. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
