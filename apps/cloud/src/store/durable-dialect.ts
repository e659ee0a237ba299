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

/** Options of the dialect. */
export interface DurableDialectConfig extends SqliteDialectConfig {
  /** Flushes all earlier commits to the disk. Rejects where the disk failed. */
  readonly sync: () => Promise<void>;
  /** Called before every write: repairs what a failed sync has left. Throws where nothing can be written, or not yet. */
  readonly repair: () => void;
  /** Called when the database is closed. */
  readonly close: () => Promise<void>;
}

/**
 * SQLite with writes that are answered when they are on the disk. SQLite itself can wait for the disk too, but would block the
 * event loop, for seconds where large files are written meanwhile; its checkpoints, one in some four megabytes of log, still do.
 * Other queries use the connection while a write waits for the disk.
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
      this.#config,
    );
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof HeldConnection) await connection.release();
  }

  override async destroy(): Promise<void> {
    // The data of pending writes is on the disk before the files are closed.
    await this.#config.sync().catch(() => undefined);
    await super.destroy();
    await this.#config.close();
  }
}

/** A lock of the one connection. */
interface ConnectionLock {
  readonly acquire: () => Promise<unknown>;
  readonly release: () => Promise<void>;
}

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'];

/** The connection while one user has it. */
class HeldConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #lock: ConnectionLock;
  readonly #config: Pick<DurableDialectConfig, 'sync' | 'repair'>;
  #isHeld = true;
  #isInTransaction = false;

  constructor(
    connection: DatabaseConnection,
    lock: ConnectionLock,
    config: Pick<DurableDialectConfig, 'sync' | 'repair'>,
  ) {
    this.#connection = connection;
    this.#lock = lock;
    this.#config = config;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isHeld) await this.#lock.acquire();
    this.#isHeld = true;
    if (query.sql === ROLLBACK) return this.#rollback(query);
    if (!this.#isInTransaction && !isRead(query)) this.#config.repair();
    const result = await this.#connection.executeQuery<R>(query);
    if (query.sql === BEGIN) this.#isInTransaction = true;
    if (query.sql === COMMIT) this.#isInTransaction = false;
    if (this.#isInTransaction || isRead(query)) return result;
    await this.release();
    await this.#config.sync();
    return result;
  }

  /** SQLite has rolled back by itself where a write found no room: there is no transaction then. */
  async #rollback<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const wasOpen = this.#isInTransaction;
    this.#isInTransaction = false;
    if (!wasOpen) return { rows: [] };
    try {
      return await this.#connection.executeQuery<R>(query);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no transaction is active')) return { rows: [] };
      throw error;
    }
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
 * Whether a query writes nothing. A change that finds no row does not count: another user may have written the row a
 * moment ago, and still wait for the disk.
 */
const isRead = ({ query }: CompiledQuery): boolean => SelectQueryNode.is(query);
