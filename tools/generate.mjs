/** `npm run generate`: writes the committed files that are computed from the contract. A contract test compares them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';

requireNode();
await ensurePackages();
const { register } = await import('tsx/esm/api');
register();
const { openApiDocument } = await import('../packages/protocol/src/openapi/index.ts');
const path = inRoot('docs', 'openapi.json');
writeFileSync(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
say('Written: docs/openapi.json');

const { analyticsDocument } = await import('./analytics-doc.ts');
writeFileSync(inRoot('docs', 'analytics.md'), analyticsDocument());
say('Written: docs/analytics.md');

const { withCallTables } = await import('./device-api/call-tables.ts');
const deviceApi = inRoot('docs', 'device-api.md');
writeFileSync(deviceApi, withCallTables(readFileSync(deviceApi, 'utf8')));
say('Written: the tables of calls in docs/device-api.md');
