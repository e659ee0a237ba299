/** The data of a cloud that an earlier build ran, opened by the present one: everything that people hold is good still. */
import { startPostgres } from '@tactus/cloud/testing';
import { systemTime } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDevice, runTactus } from '../cli/run-tactus.ts';
import { type RunningCloud, startCloud } from '../cloud/running-cloud.ts';
import { copyOfFrozen, FROZEN, frozenJson, frozenPath } from './frozen.ts';

interface InHand {
  readonly madeAtMs: number;
  readonly workshop: { model: string; connectionKey: string; firmware: string };
  readonly taken: { model: string; connectionKey: string };
  readonly enrolled: { connectionKey: string; secret: string };
  readonly scripts: readonly { url: string; text: string }[];
  readonly tokens: readonly { token: string; renew: string }[];
  readonly updateLink: string;
  readonly share: { id: string; path: string };
}

const owner = (key: string) => ({ 'x-api-key': 'tactus', 'x-connection-key': key });
const path = (address: string) => `GET ${address.replace('SITE', '')}`;

const ENGINES = ['SQLite', 'PostgreSQL'] as const;

describe.each(FROZEN.flatMap((build) => ENGINES.map((engine) => [build, engine] as const)))(
  'the cloud of %s on %s',
  (build, engine) => {
    const inHand = frozenJson<InHand>(build, 'cloud.json');

    /** Scripts, links and tokens end by and by: it is the day on which they were made. */
    const open = (): Promise<RunningCloud> =>
      startCloud({ ...place(), applicationKeys: ['issuer-of-the-fixture'] }, createFakeTime(inHand.madeAtMs));

    let databaseUrl: string | undefined;
    const place = () => (databaseUrl ? { databaseUrl } : { dataDir: copyOfFrozen(build, 'cloud') });
    const ends: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      if (engine === 'SQLite') return;
      const server = await startPostgres((end) => ends.push(end));
      const url = await server.makeDatabase();
      const copy = runTactus(['store', 'copy', frozenPath(build, 'cloud'), url], {}, (end) =>
        ends.push(async () => end()),
      );
      expect([await copy.exit, copy.err()]).toEqual([0, '']);
      databaseUrl = url;
    });
    afterAll(async () => {
      for (const end of ends.toReversed()) await end();
    });
    const asking = ({ ask }: RunningCloud, line: string, headers: Record<string, string>, body?: object) =>
      ask(line, {
        asOwner: false,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });

    test('has the devices that were made and taken there, as the models that they were', async () => {
      const cloud = await open();
      const listed = await cloud.ask('GET /_control/devices');
      expect(listed.json).toMatchObject({
        devices: expect.arrayContaining([
          expect.objectContaining(inHand.workshop),
          expect.objectContaining(inHand.taken),
        ]),
      });
      const info = await asking(cloud, 'GET /info', owner(inHand.workshop.connectionKey));
      expect(info.json).toMatchObject({ result: { hw_model_no: 3, fw_version: inHand.workshop.firmware } });
    });

    test('serves the scripts that were uploaded, under the addresses they had', async () => {
      const cloud = await open();
      for (const { url, text } of inHand.scripts) expect((await cloud.ask(path(url))).text).toBe(text);
    });

    test('takes the tokens that were issued, and renews them by their links', async () => {
      const cloud = await open();
      for (const { token, renew } of inHand.tokens) {
        const [, key] = [token, inHand.workshop.connectionKey];
        const asToken = (bearer: string) =>
          asking(cloud, 'GET /info', { authorization: `Bearer ${bearer}`, 'x-connection-key': key });
        expect((await asToken(token)).json).toMatchObject({ result: { hw_model_no: 3 } });
        const renewed = await asking(cloud, path(renew), {});
        expect(renewed.json).toMatchObject({ result: { token: expect.stringMatching(/^tct_/) } });
      }
    });

    test('lets a guest in by the link of a share, within the limits that it was made with', async () => {
      const cloud = await open();
      const secret = inHand.share.path.split('#')[1];
      const entered = await asking(
        cloud,
        `POST /api/tactus/shares/${inHand.share.id}/sessions`,
        {},
        { secret, name: 'Ann' },
      );
      expect(entered).toMatchObject({
        status: 201,
        json: {
          share: { id: inHand.share.id, name: 'Evening' },
          allow: ['hamp', 'hsp'],
          limits: { speed: 0.4, stroke: { min: 0.1, max: 0.8 }, sessionMinutes: 30 },
        },
      });
    });

    test('opens the update link that was signed', async () => {
      const cloud = await open();
      const opened = await asking(cloud, path(inHand.updateLink), {});
      expect(opened.json).toMatchObject({ result: 'ok' });
    });

    test('welcomes the device that was enrolled, with the secret that it has', async () => {
      // The device is a process of its own, so time passes; the day is that of the fixture, as an unused key ends after a day.
      const sinceMs = systemTime.now() - inHand.madeAtMs;
      const time = { ...systemTime, now: () => systemTime.now() - sinceMs };
      const cloud = await startCloud(place(), time);
      const { connectionKey, secret } = inHand.enrolled;
      const device = runDevice(['--url', cloud.url, '--key', connectionKey, '--secret', secret]);
      await expect.poll(device.out).toMatch(/^linked/m);
    });
  },
);
