/** The API document is clean under the rules that Redocly recommends. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const LINTER = require.resolve('@redocly/cli/bin/cli.js');
const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** The linter sends nothing to its maker. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Two addresses that differ by their methods. */
const KNOWN =
  'Paths should resolve unambiguously. Found two ambiguous paths: `/api/tactus/groups/{id}/sessions` and `/api/tactus/groups/people/{id}`.';

test('the linter of Redocly finds nothing in the document', async () => {
  const args = [LINTER, 'lint', DOCUMENT, '--extends=recommended', '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: tmpdir(),
    env: { ...process.env, ...QUIET },
  });
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly message: string }[] };
  expect(problems.map(({ message }) => message)).toEqual([KNOWN]);
});
