/**
 * The app as a folder that any static host can serve, against a device API elsewhere: `npm run build -- --static`. The
 * build is the same; the cloud's run-time files (configuration, content, policy) are written beside it.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './root.mjs';

/** The vendor's own cloud, where nothing else is set. */
const VENDOR = {
  TACTUS_API_BASE: 'https://www.handyfeeling.com/api/handy-rest/v3',
  TACTUS_SCRIPT_HOST: 'https://scripts01.handyfeeling.com/api/script/v0',
};

/** A tag cannot set this directive: only a header can limit framing. */
const ONLY_BY_HEADER = /^frame-ancestors /;

/** The default folder of the site. */
export const STATIC_SITE = 'apps/web/dist-static';

/**
 * The device API of the site, from its environment. The process must be able to import TypeScript (`run-from-source.mjs`).
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} with one line a problem where the environment is incomplete
 */
export async function readSiteConfig(env) {
  const { readConfig } = await import('../apps/cloud/src/config/config.ts');
  const isVendors = !env['TACTUS_API_BASE'];
  if (isVendors && !env['TACTUS_APPLICATION_ID'])
    throw new Error(
      `TACTUS_APPLICATION_ID is not set: it is the application id for ${VENDOR.TACTUS_API_BASE}, which the site talks to where TACTUS_API_BASE is not set`,
    );
  const { TACTUS_SCRIPT_HOST = '' } = env;
  const vendors = { ...env, ...VENDOR, ...(TACTUS_SCRIPT_HOST && { TACTUS_SCRIPT_HOST }) };
  const reading = readConfig(isVendors ? vendors : env);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.config;
}

/**
 * Writes the site. The folder `out` is emptied first.
 * @param {{ out: string, dist?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ apiBase: string, applicationId: string }>} the site's device API
 * @throws {Error} with one line a problem where the environment is incomplete
 */
export async function writeStaticSite({ out, dist = inRoot('apps', 'web', 'dist'), env = process.env }) {
  const config = await readSiteConfig(env);
  const { readContentFiles } = await import('../apps/cloud/src/features/content/content-files.ts');
  const { pageHeaders } = await import('../apps/cloud/src/api/app/page-headers.ts');
  const { runtimeConfig } = await import('../apps/cloud/src/api/app/runtime-config.ts');

  const policy = pageHeaders(config)['content-security-policy'] ?? '';

  rmSync(out, { recursive: true, force: true });
  cpSync(dist, out, { recursive: true });
  // The reference of the SDK is a page of the cloud, the widget needs its shares, and the bundler's notes are not for
  // readers.
  for (const part of ['api', '.vite', 'widget.html', 'widget.js', 'assets/widget'])
    rmSync(join(out, part), { recursive: true, force: true });
  for (const { path, body } of await readContentFiles()) write(join(out, path), body);
  // A host of static files has no shares and groups.
  const { home: _home, ...siteConfig } = runtimeConfig(config);
  write(join(out, 'config.json'), JSON.stringify(siteConfig, null, 2));

  const page = withPolicy(readFileSync(join(out, 'index.html'), 'utf8'), policy);
  write(join(out, 'index.html'), page);
  // Hosts answer with this file for unknown paths: the page of the app that the path means.
  write(join(out, '404.html'), page);
  // A changed page is a new version: its worker must differ from the previous one.
  const worker = join(out, 'service-worker.js');
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12);
  write(worker, `${readFileSync(worker, 'utf8')}\n// ${version}\n`);
  return { apiBase: config.apiBase ?? '', applicationId: config.applicationId };
}

/**
 * The page with its policy as a tag, in front of everything that the policy governs.
 * @param {string} page
 * @param {string} policy as the header has it
 */
function withPolicy(page, policy) {
  const directives = policy.split('; ').filter((directive) => !ONLY_BY_HEADER.test(directive));
  const charset = '<meta charset="utf-8" />';
  if (!page.includes(charset)) throw new Error('The built page has no place for its policy');
  const tag = `<meta http-equiv="content-security-policy" content="${directives.join('; ')}" />`;
  return page.replace(charset, `${charset}\n    ${tag}`);
}

/**
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
