import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { StoreAway } from './storage-fault.ts';

/** The rows that a statement returned, and how many it changed. */
export interface StatementResult {
  readonly command: string;
  readonly rowCount: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: the type of a row is the statement's
  readonly rows: any[];
}

/** An open connection to the database. */
export interface DatabaseSession {
  query(text: string, parameters: readonly unknown[]): Promise<StatementResult>;
  /** Whether it can take another statement. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/**
 * PostgreSQL through one connection, which is opened anew where it was lost: statements are executed in the order of their calls and a transaction
 * has the connection to itself, as in SQLite. Whatever waits while no connection can be opened is refused at once, and so is what comes
 * while too much waits.
 */
export class PostgresStoreDialect implements Dialect {
  readonly #open: () => Promise<DatabaseSession>;

  constructor(open: () => Promise<DatabaseSession>) {
    this.#open = open;
  }

  createAdapter = () => new PostgresAdapter();
  createDriver = (): Driver => new OneConnectionDriver(this.#open);
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
  createQueryCompiler = () => new StoreQueryCompiler();
}

/** Types of columns that have another name or range than in SQLite, whose integers have 64 bits. */
const TYPES: Readonly<Record<string, string>> = { integer: 'bigint', blob: 'bytea' };

class StoreQueryCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    this.append(TYPES[node.dataType] ?? node.dataType);
  }
}

/** So many statements wait at most: a server that is quick has none waiting, and one that is slow would let all wait ever longer. */
const WAITING_MAX = 1_000;

interface Waiting {
  readonly go: () => void;
  readonly fail: (error: unknown) => void;
}

class OneConnectionDriver implements Driver {
  readonly #open: () => Promise<DatabaseSession>;
  #session: DatabaseSession | undefined;
  #isHeld = false;
  #isClosing = false;
  #isClosed = false;
  readonly #waiting: Waiting[] = [];

  constructor(open: () => Promise<DatabaseSession>) {
    this.#open = open;
  }

  init = async () => undefined;

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn();
    try {
      if (!this.#session?.isOpen()) {
        // The time that a closing cloud has would be over before a server that hangs is known to do so again.
        if (this.#isClosing && this.#session)
          throw new StoreAway('The database does not answer as the store is closed', undefined);
        this.#session = await this.#open();
      }
      return new SessionConnection(this.#session);
    } catch (error) {
      this.#isHeld = false;
      this.#refuseWaiting(error);
      throw error;
    }
  }

  /** Resolves once all earlier calls are done. */
  async #turn(): Promise<void> {
    if (this.#isClosed) throw closed();
    if (this.#waiting.length >= WAITING_MAX)
      throw new StoreAway('Too many statements wait for the database', undefined);
    if (this.#isHeld) await new Promise<void>((go, fail) => this.#waiting.push({ go, fail }));
    this.#isHeld = true;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next.go();
    else this.#isHeld = false;
  }

  beginTransaction = (connection: DatabaseConnection, { isolationLevel }: TransactionSettings) =>
    execute(connection, isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin');
  commitTransaction = (connection: DatabaseConnection) => execute(connection, 'commit');
  /** A lost connection has rolled back; its error is the one to tell. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#session?.isOpen()) await execute(connection, 'rollback');
  }

  #refuseWaiting(error: unknown): void {
    for (const { fail } of this.#waiting.splice(0)) fail(error);
  }

  /** What waits is executed first, unless the connection is lost meanwhile; what comes later is refused. */
  async destroy(): Promise<void> {
    this.#isClosing = true;
    await this.#turn().catch(() => undefined);
    this.#isClosed = true;
    this.#refuseWaiting(closed());
    await this.#session?.close();
  }
}

const closed = () => new Error('The store is closed');

const execute = async (connection: DatabaseConnection, text: string): Promise<void> =>
  void (await connection.executeQuery(CompiledQuery.raw(text)));

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class SessionConnection implements DatabaseConnection {
  readonly #session: DatabaseSession;

  constructor(session: DatabaseSession) {
    this.#session = session;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#session.query(sql, parameters);
    return WRITES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // biome-ignore lint/correctness/useYield: nothing in this cloud streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store streams no rows');
  }
}
