import { useEffect, useState } from 'react';
import { isReadableByThisPage, type PlayerSource } from '../source/source.ts';
import { createScriptLoader, type LoadedScript, type ScriptLoader } from './script-loader.ts';

/** The open script, and the state of reading a newly chosen one. */
export interface OpenScript {
  readonly loader: ScriptLoader | undefined;
  readonly script: LoadedScript | undefined;
  /** The source of the script. */
  readonly source: PlayerSource | undefined;
  /** An address that only the device's cloud can read. */
  readonly remoteUrl: string | undefined;
  /** The name of the script that is being read. */
  readonly loading: string | undefined;
  readonly failure: { readonly name: string; readonly error: unknown } | undefined;
  /** The same script with another recipe. */
  replace(script: LoadedScript): void;
}

interface Reading {
  readonly source?: PlayerSource | undefined;
  readonly script?: LoadedScript | undefined;
  readonly failure?: OpenScript['failure'];
}

/**
 * Reads the chosen script in a worker. While it is being read, and after a failure, the previous script stays open, but
 * only as long as the medium is the same: no medium plays with another one's script.
 */
export function useLoadedScript(source: PlayerSource | undefined, medium: PlayerSource | undefined): OpenScript {
  const [loader, setLoader] = useState<ScriptLoader>();
  const [reading, setReading] = useState<Reading>({});
  const [scriptsMedium, setScriptsMedium] = useState<PlayerSource>();
  const remoteUrl =
    source?.url !== undefined && !isReadableByThisPage(source.url, window.location.origin) ? source.url : undefined;

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
  const isChosen = isOpen && reading.source === source && reading.failure === undefined;
  // A script may be open before its medium, and be chosen for another one.
  if (isChosen && scriptsMedium !== medium) setScriptsMedium(medium);
  const isOfMedium = isChosen || scriptsMedium === medium;
  return {
    ...{ loader, remoteUrl },
    script: isOpen && isOfMedium ? reading.script : undefined,
    source: reading.source,
    loading: isOpen && reading.source !== source ? source.name : undefined,
    failure: isOpen && reading.source === source ? reading.failure : undefined,
    replace: (script) => setReading((now) => (now.script?.hash === script.hash ? { ...now, script } : now)),
  };
}

/** The error of an address that returned no script. */
export class ScriptAddressError extends Error {
  override readonly name = 'ScriptAddressError';
  readonly url: string;
  /** The HTTP status with its name where the server gives one, as `404 Not Found`. */
  readonly status: string;

  constructor({ url, status, statusText }: Response) {
    super(`HTTP ${status} ${statusText}`.trim());
    this.url = url;
    this.status = `${status} ${statusText}`.trim();
  }
}

async function read(loader: ScriptLoader, { file, url, name, type }: PlayerSource): Promise<LoadedScript> {
  if (file !== undefined) return loader.load(file, name, type);
  const response = await fetch(url ?? '', { credentials: 'omit' });
  if (!response.ok) throw new ScriptAddressError(response);
  const script = await loader.load(await response.blob(), '', response.headers.get('content-type') ?? '');
  return { ...script, name };
}
