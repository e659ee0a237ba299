/** The engines of the store, for tests that hold on both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openStore, type Store } from '../store/database.ts';
import { openPostgres } from '../store/postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Opens one store again and again; what is stored stays. */
export type OpenAgain = () => Promise<Store>;

/** Makes an empty store of an engine. */
export type MakeStore = () => Promise<OpenAgain>;

/** One entry for each engine, for `describe.each`. PostgreSQL is started by the first test that needs it. */
export function enginesOfStore(): readonly (readonly [string, MakeStore])[] {
  const ends: (() => Promise<void>)[] = [];
  let server: Promise<PostgresServer> | undefined;
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return [
    [
      'SQLite',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'tactus-engine-'));
        ends.push(async () => rmSync(folder, { recursive: true }));
        return () => openStore(folder);
      },
    ],
    [
      'PostgreSQL',
      async () => {
        server ??= startPostgres((end) => ends.push(end));
        const url = await (await server).makeDatabase();
        return () => openPostgres(url);
      },
    ],
  ];
}
