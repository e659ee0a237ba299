import { expect, test } from 'vitest';
import { readSiteConfig } from './static-site.mjs';

const OWN = { TACTUS_API_BASE: 'https://api.test/v3', TACTUS_APPLICATION_ID: 'my-site' };

test('a site uses the API of its environment, and the vendor’s cloud where none is named', async () => {
  expect(await readSiteConfig(OWN)).toMatchObject({ apiBase: OWN.TACTUS_API_BASE, applicationId: 'my-site' });
  expect(await readSiteConfig({ TACTUS_APPLICATION_ID: 'my-site' })).toMatchObject({
    apiBase: 'https://www.handyfeeling.com/api/handy-rest/v3',
    applicationId: 'my-site',
  });
});

test('a configured script host is used, whichever API the site uses', async () => {
  const own = { TACTUS_APPLICATION_ID: 'my-site', TACTUS_SCRIPT_HOST: 'https://scripts.test/v0' };
  expect(await readSiteConfig(own)).toMatchObject({ scriptHost: 'https://scripts.test/v0' });
  expect(await readSiteConfig({ ...own, TACTUS_SCRIPT_HOST: '' })).toMatchObject({
    scriptHost: 'https://scripts01.handyfeeling.com/api/script/v0',
  });
});

test('a missing setting is reported by its own variable, not by another one', async () => {
  await expect(readSiteConfig({})).rejects.toThrow(
    /^TACTUS_APPLICATION_ID is not set: it is the application id for https:\/\/www\.handyfeeling\.com\S+, which the site talks to where TACTUS_API_BASE is not set$/,
  );
  await expect(readSiteConfig({ ...OWN, TACTUS_APPLICATION_ID: '' })).rejects.toThrow(
    'TACTUS_API_BASE needs TACTUS_APPLICATION_ID, the application id for that API',
  );
});
