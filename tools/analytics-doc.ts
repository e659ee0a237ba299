import { ANALYTICS_LIMITS } from '../apps/web/src/analytics/constants.ts';
import { ANALYTICS_EVENTS } from '../apps/web/src/analytics/events.ts';

/** `docs/analytics.md`, computed from the tables; `npm run generate` writes it and a test checks it. */
export function analyticsDocument(): string {
  const events = Object.entries(ANALYTICS_EVENTS).map(([name, { when, properties }]) => {
    const fields = Object.entries(properties).map(([field, kind]) => `\`${field}\` (${kind})`);
    return `| \`${name}\` | ${when} | ${fields.join(', ') || 'none'} |`;
  });
  const limits = Object.entries(ANALYTICS_LIMITS).map(([name, value]) => `| \`${name}\` | ${value} |`);
  return `# Analytics

Written by \`npm run generate\` from the tables in \`apps/web/src/analytics\`; not to be edited.

Every event below is raised in the browser at its moment. It leaves the browser only where a deployment has set
\`TACTUS_ANALYTICS_KEY\` and \`TACTUS_ANALYTICS_HOST\` **and** the person has switched statistics on under Settings, Privacy. The
library that sends is not even fetched before. Paths are named by their pattern (\`/share/:key\`, never the key); addresses,
titles, referrers and connection keys are never sent; the identity is a number made of the connection key that cannot be turned
back into it. No cookie is set.

| event | raised | fields |
|---|---|---|
${events.join('\n')}

## Constants

| constant | value |
|---|---|
${limits.join('\n')}
`;
}
