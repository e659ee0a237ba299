import type { Time, Undo } from '@tactus/time';
import { type InstalledProgram, updateCommand } from './installed-program.ts';
import { readNewestVersion } from './read-newest-version.ts';
import { isNewerRelease } from './versions.ts';

/** A version that is newer than the installed one, and the command by which a person gets it. */
export interface NewerVersion {
  readonly version: string;
  readonly installed: string;
  readonly command: string;
}

/** Knows whether there is a newer version. It installs nothing. */
export interface UpdateMonitor {
  /** The program that runs. */
  readonly installed: InstalledProgram;
  newer(): NewerVersion | undefined;
  /** Checks now and once a day, where there is an address to ask, until undone. */
  start(): Undo;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Options {
  readonly installed: InstalledProgram;
  /** Where the newest version is read; undefined: nothing is ever requested. */
  readonly address: string | undefined;
  readonly time: Time;
  /** Called once for each newer version. */
  onNewer(newer: NewerVersion): void;
  /** Called with why a check failed. */
  onFailure(reason: string): void;
}

/** Creates a monitor, which has not checked yet. */
export function createUpdateMonitor({ installed, address, time, onNewer, onFailure }: Options): UpdateMonitor {
  let newer: NewerVersion | undefined;

  function take(version: string): void {
    const before = newer?.version;
    const isNewer = isNewerRelease(version, installed.version);
    newer = isNewer ? { version, installed: installed.version, command: updateCommand(installed, version) } : undefined;
    if (newer && version !== before) onNewer(newer);
  }

  return {
    installed,
    newer: () => newer,
    start() {
      if (address === undefined) return () => undefined;
      const ending = new AbortController();
      const check = () =>
        void readNewestVersion(address, time, ending.signal).then(take, (error: unknown) => {
          if (!ending.signal.aborted) onFailure(reasonOf(error));
        });
      check();
      const stop = time.every(DAY_MS, check);
      return () => {
        stop();
        ending.abort();
      };
    },
  };
}

/** Node's own errors name the cause apart. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
