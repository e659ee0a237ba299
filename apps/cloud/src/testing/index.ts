export { createTestDatabases, emptyStore, openWatched, rowsOf, startServerOfTests } from './databases-of-tests.ts';
export { freePort } from './free-port.ts';
export { startPostgres } from './postgres-server.ts';
export { mountSmallDisk, SMALL_DISK_BYTES } from './small-disk.ts';
