/** One PostgreSQL server for all files of the project `contract:postgres`: Vitest calls `setup` before them, and what it returns after them. */
export { startServerOfTests as setup } from '@tactus/cloud/testing';
