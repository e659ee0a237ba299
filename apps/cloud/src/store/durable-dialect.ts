import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  UpdateQueryNode,
} from 'kysely';

/** What the dialect is made of. */
export interface DurableDialectConfig extends SqliteDialectConfig {
  /** Has the disk keep all that was committed before the call. Rejects where the disk could not. */
  readonly sync: () => Promise<void>;
  /** Is called when the database is closed. */
  readonly close: () => Promise<void>;
}

/**
 * SQLite, of which a write is answered when the disk has it. SQLite itself can wait for the disk too, but would do so in the event loop, where
 * large files that are written meanwhile make that seconds. Others use the connection while a write waits for the disk.
 */
export class DurableDialect extends SqliteDialect {
  readonly #config: DurableDialectConfig;

  constructor(config: DurableDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new DurableDriver(this.#config);
  }
}

class DurableDriver extends SqliteDriver {
  readonly #config: DurableDialectConfig;

  constructor(config: DurableDialectConfig) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Lease(
      await super.acquireConnection(),
      { acquire: () => super.acquireConnection(), release: () => super.releaseConnection() },
      this.#config.sync,
    );
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof Lease) await connection.release();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#config.close();
  }
}

/** Takes the one connection and gives it back. */
interface Turns {
  readonly acquire: () => Promise<unknown>;
  readonly release: () => Promise<void>;
}

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'];

/** The connection, in the hands of one user. */
class Lease implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #turns: Turns;
  readonly #sync: () => Promise<void>;
  #isHeld = true;
  #isInTransaction = false;

  constructor(connection: DatabaseConnection, turns: Turns, sync: () => Promise<void>) {
    this.#connection = connection;
    this.#turns = turns;
    this.#sync = sync;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isHeld) await this.#turns.acquire();
    this.#isHeld = true;
    const result = await this.#connection.executeQuery<R>(query);
    if (query.sql === BEGIN) this.#isInTransaction = true;
    if (query.sql === COMMIT || query.sql === ROLLBACK) this.#isInTransaction = false;
    if (this.#isInTransaction || !mayHaveWritten(query, result)) return result;
    await this.release();
    await this.#sync();
    return result;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await this.#turns.release();
  }
}

/** Whether a query may have left something for the disk: everything but a select, a rollback, and changes that found no row. */
function mayHaveWritten({ query, sql }: CompiledQuery, { numAffectedRows }: QueryResult<unknown>): boolean {
  if (SelectQueryNode.is(query) || sql === ROLLBACK) return false;
  const isChange = InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
  return !isChange || numAffectedRows !== 0n;
}
