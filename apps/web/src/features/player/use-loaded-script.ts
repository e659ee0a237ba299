import { useEffect, useState } from 'react';
import { createScriptLoader, type LoadedScript, type ScriptLoader } from './script-loader.ts';
import { isReadableHere, type Source } from './source.ts';

/** The script that is open, and how reading the one that was chosen went. */
export interface OpenScript {
  readonly loader: ScriptLoader | undefined;
  readonly script: LoadedScript | undefined;
  /** What the script was read from. */
  readonly source: Source | undefined;
  /** An address that only the device's cloud can read. */
  readonly remoteUrl: string | undefined;
  /** The name of the one that is being read. */
  readonly loading: string | undefined;
  readonly failure: { readonly name: string; readonly error: unknown } | undefined;
  /** The same script with another recipe. */
  replace(script: LoadedScript): void;
}

interface Reading {
  readonly source?: Source | undefined;
  readonly script?: LoadedScript | undefined;
  readonly failure?: OpenScript['failure'];
}

/** Reads the chosen script, away from the page. One that cannot be read leaves the one before it open. */
export function useLoadedScript(source: Source | undefined): OpenScript {
  const [loader, setLoader] = useState<ScriptLoader>();
  const [reading, setReading] = useState<Reading>({});
  const remoteUrl =
    source?.url !== undefined && !isReadableHere(source.url, window.location.origin) ? source.url : undefined;

  useEffect(() => {
    const opened = createScriptLoader();
    setLoader(opened);
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (loader === undefined || source === undefined || remoteUrl !== undefined) return;
    let isOver = false;
    read(loader, source).then(
      (script) => !isOver && setReading({ source, script }),
      (error: unknown) => {
        if (!isOver) setReading(({ script }) => ({ source, script, failure: { name: source.name, error } }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [loader, source, remoteUrl]);

  const isOpen = source !== undefined && remoteUrl === undefined;
  return {
    ...{ loader, remoteUrl },
    script: isOpen ? reading.script : undefined,
    source: reading.source,
    loading: isOpen && reading.source !== source ? source.name : undefined,
    failure: isOpen && reading.source === source ? reading.failure : undefined,
    replace: (script) => setReading((now) => (now.script?.hash === script.hash ? { ...now, script } : now)),
  };
}

async function read(loader: ScriptLoader, { file, url, name, type }: Source): Promise<LoadedScript> {
  if (file !== undefined) return loader.load(file, name, type);
  const response = await fetch(url ?? '', { credentials: 'omit' });
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`);
  const script = await loader.load(await response.blob(), '', response.headers.get('content-type') ?? '');
  return { ...script, name };
}
