/** `tactus store copy FROM TO`: moves the store of a cloud to another engine. */
import { copyStore } from './copy-store.ts';
import { StoreAway } from './store/storage-fault.ts';

const USAGE = `tactus store copy FROM TO

Copies the store of a cloud into an empty place, and leaves the one it copies as it was. FROM and TO are each a data folder, or the
address of a PostgreSQL database (postgres://USER@HOST/DATABASE; others can read a command line, so give the password as PGPASSWORD).
Stop the cloud first: what it stores afterwards is not copied. Every table and file is counted and compared by a hash before the copy counts.

  tactus store copy .tactus postgres://tactus@localhost/tactus`;

// The first word is `store`.
const [command, ...words] = process.argv.slice(3);
const [from, to] = words;
if (command !== 'copy' || from === undefined || to === undefined || words.length > 2) {
  const asksForHelp = command === undefined || ['help', '--help', '-h'].includes(command);
  process[asksForHelp ? 'stdout' : 'stderr'].write(`${USAGE}\n`);
  process.exitCode = asksForHelp ? 0 : 2;
} else {
  try {
    for (const { name, count, hash } of await copyStore(from, to))
      process.stdout.write(`${name.padEnd(17)} ${String(count).padStart(9)}  ${hash.slice(0, 16)}\n`);
    process.stdout.write('Copied. Every count and hash is that of the original.\n');
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`);
    process.exitCode = 1;
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && !(error instanceof StoreAway)
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}
