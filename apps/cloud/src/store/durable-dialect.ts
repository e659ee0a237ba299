import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
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
 * large files that are written meanwhile make that seconds; its checkpoints, one in some four megabytes of log, still do. Others use the connection
 * while a write waits for the disk.
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
    return new HeldConnection(
      await super.acquireConnection(),
      { acquire: () => super.acquireConnection(), release: () => super.releaseConnection() },
      this.#config.sync,
    );
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof HeldConnection) await connection.release();
  }

  override async destroy(): Promise<void> {
    // What others wait for is on the disk before the files are closed.
    await this.#config.sync().catch(() => undefined);
    await super.destroy();
    await this.#config.close();
  }
}

/** Takes the one connection and gives it back. */
interface ConnectionLock {
  readonly acquire: () => Promise<unknown>;
  readonly release: () => Promise<void>;
}

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'];

/** The connection, in the hands of one user. */
class HeldConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #lock: ConnectionLock;
  readonly #sync: () => Promise<void>;
  #isHeld = true;
  #isInTransaction = false;

  constructor(connection: DatabaseConnection, lock: ConnectionLock, sync: () => Promise<void>) {
    this.#connection = connection;
    this.#lock = lock;
    this.#sync = sync;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isHeld) await this.#lock.acquire();
    this.#isHeld = true;
    const result = await this.#connection.executeQuery<R>(query);
    if (query.sql === BEGIN) this.#isInTransaction = true;
    if (query.sql === COMMIT || query.sql === ROLLBACK) this.#isInTransaction = false;
    if (this.#isInTransaction || isRead(query)) return result;
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
    await this.#lock.release();
  }
}

/**
 * Whether a query leaves nothing for the disk. A change that finds no row is none of these: what it found may have been written a
 * moment ago by somebody who still waits for the disk.
 */
const isRead = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || sql === ROLLBACK;
