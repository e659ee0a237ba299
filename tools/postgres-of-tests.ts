/** Leads the tests to the programs of PostgreSQL (`apps/cloud/src/testing/postgres-server.ts`). */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './postgres.mjs';

/** Vitest calls it before all tests, and what it returns after them. */
export function setup(): () => void {
  // The first test that needs a server makes its empty data, for the others too.
  const template = join(tmpdir(), `tactus-postgres-data-${process.pid}`);
  Object.assign(process.env, { TACTUS_POSTGRES_BIN: findPostgres() ?? '', TACTUS_POSTGRES_TEMPLATE: template });
  return () => rmSync(template, { recursive: true, force: true });
}
