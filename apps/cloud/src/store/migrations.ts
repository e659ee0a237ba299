import type { Kysely, Migration } from 'kysely';

/** Migrations from an empty store to the newest schema, in order of their names. A step that was released never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-tokens-secrets-virtual-devices': { up: createFirstTables },
  '002-scripts': { up: createScripts },
  '003-virtual-device-firmware': { up: addFirmware },
  '004-enrolments': { up: createEnrolments },
  '005-shares': { up: createShares },
  '006-driven-devices': { up: createDrivenDevices },
  '007-share-started': { up: addShareStart },
  '008-channels': { up: createChannels },
  '009-streams': { up: createStreams },
  '010-guest-sessions': { up: createGuestSessions },
  '011-group-sessions': { up: createGroupSessions },
  '012-script-files': { up: createScriptFiles },
};

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('ref', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('restrictions', 'text', (column) => column.notNull())
    .addColumn('ttl_s', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('virtual_devices')
    .addColumn('connection_key', 'text', (column) => column.primaryKey())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createScripts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('scripts')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  // Sums of sizes and expired rows are found without reading a text.
  await db.schema.createIndex('scripts_by_expiry').on('scripts').columns(['expires_at', 'size']).execute();
}

async function addFirmware(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('virtual_devices').addColumn('firmware', 'text').execute();
}

async function createEnrolments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enrolments')
    .addColumn('connection_key', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint')
    .execute();
}

async function createShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connection_key', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('allow', 'text', (column) => column.notNull())
    .addColumn('limits', 'text', (column) => column.notNull())
    .addColumn('uses', 'integer')
    .addColumn('used', 'integer', (column) => column.notNull())
    .addColumn('viewers', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createDrivenDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('driven_devices')
    .addColumn('connection_key', 'text', (column) => column.primaryKey())
    .addColumn('driven_by', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute();
}

/** Null for older shares: their time begins with the next guest. */
async function addShareStart(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('started_at', 'bigint').execute();
}

async function createChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('members', 'text', (column) => column.notNull())
    .addColumn('aliases_given', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createStreams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('streams')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('closed', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('stream_points')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('points', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('stream_points_key', ['reference', 'place'])
    .execute();
}

async function createGuestSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('guest_sessions')
    .addColumn('text_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('alias', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('share', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('shared_controls')
    .addColumn('connection_key', 'text', (column) => column.primaryKey())
    .addColumn('locked', 'integer', (column) => column.notNull())
    .addColumn('controller', 'text')
    .execute();
}

async function createGroupSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('group_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('script_rev', 'integer', (column) => column.notNull())
    .addColumn('script_name', 'text', (column) => column.notNull())
    .addColumn('script_points', 'integer', (column) => column.notNull())
    .addColumn('script_ms', 'integer', (column) => column.notNull())
    .addColumn('script', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('playing', 'integer', (column) => column.notNull())
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('paused_by', 'text')
    .execute();
  await db.schema
    .createTable('group_members')
    .addColumn('text_hash', 'text', (column) => column.primaryKey())
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_host', 'integer', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createScriptFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('script_files')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('script_files_key', ['name', 'place'])
    .execute();
}
