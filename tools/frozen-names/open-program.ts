import type { SourceFile } from 'typescript/unstable/ast';
import type { FileSystem } from 'typescript/unstable/fs';
import { API, type Checker } from 'typescript/unstable/sync';

/** A program and its type checker. */
export interface OpenProgram {
  readonly checker: Checker;
  /** The files of its configuration, without those of libraries. */
  readonly files: readonly SourceFile[];
}

/** Opens the program of a `tsconfig.json` for as long as `use` runs. */
export function withProgram<Result>(config: string, use: (program: OpenProgram) => Result, fs?: FileSystem): Result {
  const api = new API(fs ? { fs } : {});
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} cannot be opened.`);
    const files = project.rootFiles.map((file) => project.program.getSourceFile(file));
    return use({ checker: project.checker, files: files.filter((file) => file !== undefined) });
  } finally {
    api.close();
  }
}
