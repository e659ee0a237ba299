import { describe, expect, test } from 'vitest';
import { deviceErrorOf, setUpClient } from '../testing/client-parts.ts';

describe('waiting and cancelling', () => {
  const never = () => new Promise(() => undefined);

  test('no answer within the timeout and two seconds is a timeout', async () => {
    const { cloud, client, time } = setUpClient();
    cloud.on('GET /mode', never);
    const request = client.info.mode();
    const failure = deviceErrorOf(request);
    await time.run(6_999);
    expect(request.state).toBe('pending');
    await time.run(1);
    expect((await failure).code).toBe('timeout');
    expect(time.pending()).toBe(0);
  });

  test('a script may take ten seconds more, in which the cloud downloads it', async () => {
    const { cloud, client, time } = setUpClient();
    cloud.on('PUT /hssp/setup', never);
    const request = client.hssp.setup({ url: 'https://scripts.test/a.csv' });
    const failure = deviceErrorOf(request);
    await time.run(16_999);
    expect(request.state).toBe('pending');
    await time.run(1);
    expect((await failure).code).toBe('timeout');
  });

  test("a cancelled request ends with 'Request aborted' and its state is cancelled", async () => {
    const { cloud, client, time } = setUpClient();
    cloud.on('GET /mode', never);
    const request = client.info.mode();
    request.cancel();
    expect(request.state).toBe('cancelled');
    expect(await deviceErrorOf(request)).toMatchObject({ code: 'aborted', message: 'Request aborted' });
    await time.settle();
    expect(time.pending()).toBe(0);
  });

  test("the caller's own signal cancels too, before and while it is pending", async () => {
    const { cloud, client } = setUpClient();
    cloud.on('GET /mode', never);
    const controller = new AbortController();
    const request = client.call('info.mode', {}, { signal: controller.signal });
    controller.abort();
    expect((await deviceErrorOf(request)).message).toBe('Request aborted');
    const late = client.call('info.mode', {}, { signal: controller.signal });
    expect((await deviceErrorOf(late)).code).toBe('aborted');
    expect(cloud.requests).toHaveLength(1);
  });

  test('a request that ended cannot be cancelled any more', async () => {
    const { cloud, client } = setUpClient();
    cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    const request = client.info.mode();
    await request;
    request.cancel();
    expect(request.state).toBe('resolved');
    cloud.on('GET /mode', () => ({}));
    const bad = client.info.mode();
    await deviceErrorOf(bad);
    expect(bad.state).toBe('rejected');
  });
});
